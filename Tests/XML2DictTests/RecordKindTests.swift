// Records of other kinds than outermost elements: attributes, records in records, several paths, and their origins.

import Testing
import XML2Dict

@Suite("Kinds of records")
struct RecordKindTests {
    private static let outlines = """
        <o t="0"><o t="1"><b/><o t="2"/></o>x<o t="3">y</o></o>
        """

    /// The records as JSON, which must not depend on the size of the chunks.
    private func records(_ xml: String, at path: XMLPath, _ options: XMLOptions = .init()) throws -> [String] {
        var whole = try XMLReader(options).records(at: path, in: .string(xml))
        var found: [String] = []
        while let record = try whole.next() { found.append(record.json(.compact)) }
        for size in [1, 2, 7] {
            var push = try XMLPushRecords(at: path, options)
            var inChunks: [String] = []
            let bytes = Array(xml.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try push.feed(bytes[start..<min(start + size, bytes.count)])
                while let record = try push.next() { inChunks.append(record.json(.compact)) }
            }
            push.finish()
            while let record = try push.next() { inChunks.append(record.json(.compact)) }
            #expect(inChunks == found)
        }
        return found
    }

    // MARK: Attributes

    @Test("Attributes are records: strings, in the order of the document")
    func attributes() throws {
        for (path, texts) in [
            ("i/@n", ["1", "3"]), ("@n", ["1", "4", "3"]), ("*/@*", ["1", "2", "4", "3"]), ("/r/i/@n", ["1"]),
            ("i/@z", []),
        ] as [(XMLPath, [String])] {
            let xml = "<r><i n='1' m='2'>a</i><x n='4'><i n='3'/></x></r>"
            let json = texts.map { "\"\($0)\"" }
            #expect(try records(xml, at: path) == json, "\(path)")
            var options = XMLOptions()
            options.select = [path]
            #expect(
                try XMLReader(options).read(.string(xml)).json(.compact) == "[\(json.joined(separator: ","))]",
                "\(path)"
            )
        }
    }

    @Test("Attributes inside a record are part of it alone")
    func attributesOfRecords() throws {
        #expect(try records("<r><i n='1'><j n='2'/></i></r>", at: "i|@n") == [#"{"n":"1","j":{"n":"2"}}"#])
    }

    @Test("Attributes that are records have types, and can be skipped")
    func optionsOfAttributes() throws {
        var options = XMLOptions()
        options.infersTypes = true
        options.skip = ["x/@n", "y"]
        options.attributes = .discard
        #expect(
            try records("<r n='1'><x n='2'/><y n='3'><z n='4'/></y><z n='a'/></r>", at: "@n", options) == [
                "1", "\"a\"",
            ]
        )
        options = .init()
        options.namespaces = .expand
        let path: XMLPath = "{u}a/@{v}n"
        #expect(try records("<a xmlns='u' xmlns:p='v' p:n='1' n='2'/>", at: path, options) == ["\"1\""])
    }

    @Test("An attribute has an origin, and decodes")
    func attributeOrigin() throws {
        var found = try XMLReader().records(at: "*/@*", in: .string("<r>\n <i n='1' m='2'/></r>"))
        let first = try #require(try found.next()?.origin), second = try #require(try found.next()?.origin)
        #expect(first.path == "/r/i/@n" && first.line == 2 && first.column == 2)
        #expect(second.path == "/r/i/@m" && second.line == 2)
        #expect(try found.next() == nil)
        var numbers = try XMLDecoder().records(of: Int.self, at: "i/@n", in: .string("<r><i n='1'/><i n='2'/></r>"))
        #expect(try numbers.next() == 1)
        #expect(try numbers.next() == 2)
    }

    @Test("Many attributes arrive one by one")
    func manyAttributes() throws {
        let xml = "<r>" + String(repeating: "<i n='1'/>", count: 100_000) + "</r>"
        var found = try XMLReader().records(at: "i/@n", in: .string(xml))
        var count = 0
        while let record = try found.next() {
            count += 1
            #expect(record == "1")
        }
        #expect(count == 100_000)
    }

    // MARK: Records inside records

    @Test("A record inside a record is part of the outer one alone")
    func inner() throws {
        let outer = #"{"t":"0","o":[{"t":"1","b":{},"o":{"t":"2"}},{"t":"3","text":"y"}],"text":"x"}"#
        #expect(try records(Self.outlines, at: "o") == [outer])
        #expect(try records(Self.outlines, at: "/o|b") == [outer])
        var options = XMLOptions()
        options.select = ["o"]
        #expect(try XMLReader(options).read(.string(Self.outlines)).json(.compact) == "[\(outer)]")
    }

    @Test("Records from one entity, which wait together, are whole")
    func recordsOfEntities() throws {
        let xml = "<!DOCTYPE r [<!ENTITY e '<i n=\"1\"><i>a</i></i><i/>'>]><r xmlns:p='u'><i>&e;</i>&e;</r>"
        let declared = #""@xmlns":{"p":"u"}"#
        let two = ["{\"@n\":\"1\",\(declared),\"i\":{\(declared),\"$\":\"a\"}}", "{\(declared)}"]
        let outer = "{\(declared),\"i\":[\(two[0]),\(two[1])]}"
        #expect(try records(xml, at: "i", .badgerfish) == [outer] + two)
    }

    // MARK: Several paths

    @Test("A path selects the elements of all its alternatives, each once")
    func alternatives() throws {
        let xml = "<osm><node id='1'/><way id='2'><nd/></way><relation id='3'/><x/></osm>"
        let all = [#"{"id":"1"}"#, #"{"id":"2","nd":{}}"#, #"{"id":"3"}"#]
        #expect(try records(xml, at: "node|way|relation") == all)
        #expect(try records(xml, at: "/osm/node|*/node|node|osm/way") == Array(all.prefix(2)))
        #expect(try records(xml, at: "x|y") == ["{}"])
        #expect(XMLPath("a|b") != XMLPath("b|a"))
        #expect(throws: XMLError.self) { try records(xml, at: XMLPath(unchecked: "node|")) }
        #expect(throws: XMLError.self) { try records(xml, at: XMLPath(unchecked: "|")) }
        #expect(
            try records("<r><a xmlns='u|v'>1</a><b>2</b></r>", at: "{u|v}a|b", .expanded) == [
                #"{"xmlns":"u|v","text":"1"}"#, #"{"text":"2"}"#,
            ]
        )
    }

    @Test("Paths of options and values may have alternatives")
    func alternativesElsewhere() throws {
        var options = XMLOptions()
        options.skip = ["a|c/@n"]
        options.forceList = ["b|z"]
        options.typesByPath = ["c|b": .number]
        let xml = "<r><a/><b>1</b><c n='2'>3</c></r>"
        let value = try XMLReader(options).read(.string(xml))
        #expect(value.json(.compact) == #"{"r":{"b":[{"text":1}],"c":{"text":3}}}"#)
        var other = try XMLReader().read(.string("<r><b>1</b><c n='2'>3</c><b>4</b></r>"))
        #expect(
            other.descendants(at: "b|c/@n|c").map { $0.json(.compact) } == [
                #"{"text":"1"}"#, #"{"text":"4"}"#, #"{"n":"2","text":"3"}"#, #""2""#,
            ]
        )
        #expect(other[path: "r/title|r/c"]?.json(.compact) == #"{"n":"2","text":"3"}"#)
        try other.set("x", at: "r/b|r/c/@n")
        #expect(other.json(.compact) == #"{"r":{"b":[{"text":"x"},{"text":"x"}],"c":{"n":"x","text":"3"}}}"#)
    }

    // MARK: Origins

    @Test("A record has its origin under the key")
    func origins() throws {
        for (options, xml, json) in [
            (XMLOptions(), "<r>\n<i n='1'>a</i></r>", #"{"n":"1","text":"a","o":{"name":"i","line":2,"path":"/r/i"}}"#),
            (.xmltodict, "<r><i>a</i></r>", ##"{"#text":"a","o":{"name":"i","line":1,"path":"/r/i"}}"##),
            (.xmltodict, "<r><i/></r>", #"{"o":{"name":"i","line":1,"path":"/r/i"}}"#),
            (XMLOptions(), "<r><i/></r>", #"{"o":{"name":"i","line":1,"path":"/r/i"}}"#),
            (XMLOptions(), "<r><i>a</i></r>", #"{"text":"a","o":{"name":"i","line":1,"path":"/r/i"}}"#),
            (XMLOptions(), "<r><i o='1'/></r>", #"{"o":["1",{"name":"i","line":1,"path":"/r/i"}]}"#),
            (
                XMLOptions().with { $0.textKey = "o" }, "<r><i>a</i></r>",
                #"{"o":["a",{"name":"i","line":1,"path":"/r/i"}]}"#
            ),
            (XMLOptions(), "<r><i><o/><o/></i></r>", #"{"o":[{},{},{"name":"i","line":1,"path":"/r/i"}]}"#),
            (.parker, "<r><i><a/><a/></i></r>", #"{"":[null,null],"o":{"name":"i","line":1,"path":"/r/i"}}"#),
            (
                .jsonml, "<r><i n='1'>a<b/></i></r>",
                #"["i",{"n":"1","o":{"name":"i","line":1,"path":"/r/i"}},"a",["b"]]"#
            ),
            (.jsonml, "<r><i><b/></i></r>", #"["i",{"o":{"name":"i","line":1,"path":"/r/i"}},["b"]]"#),
            (.jsonml, "<r><i/></r>", #"["i",{"o":{"name":"i","line":1,"path":"/r/i"}}]"#),
        ] as [(XMLOptions, String, String)] {
            var options = options
            options.originKey = "o"
            #expect(try records(xml, at: "i", options) == [json], "\(xml)")
            options.select = ["i"]
            #expect(try XMLReader(options).read(.string(xml)).json(.compact) == "[\(json)]", "\(xml)")
        }
    }

    @Test("A record has the elements around it, with their attributes")
    func ancestors() throws {
        let xml = """
            <s:r xmlns:s="u" s:n="007" m=" 1 &lt;"><g><i/><i n="2">x</i></g><h n="3"><i n="4"/></h><i n="5"/></s:r>
            """
        let root = #"{"s:r":{"s:n":"007","m":" 1 <"}}"#
        for (change, path, expected) in [
            (
                { _ in }, "i",
                [
                    #"{"in":[\#(root),{"g":{}}]}"#, #"{"n":"2","text":"x","in":[\#(root),{"g":{}}]}"#,
                    #"{"n":"4","in":[\#(root),{"h":{"n":"3"}}]}"#, #"{"n":"5","in":[\#(root)]}"#,
                ]
            ),
            (
                {
                    $0 = .xmltodict
                    $0.namespaces = .strip
                    $0.infersTypes = true
                    $0.skip = ["r/@n"]
                }, "h/i", [#"{"@n":4,"in":[{"r":{"@m":" 1 <"}},{"h":{"@n":3}}]}"#]
            ),
            (
                {
                    $0.namespaces = .expand
                    $0.attributes = .group("@")
                    $0.originKey = "o"
                }, "h/i/@n",
                [
                    #"{"text":"4","o":{"name":"n","line":1,"path":"/s:r/h/i/@n"},"in":[{"u:r":{"@":{"u:n":"007","m":" 1 <"}}},{"h":{"@":{"n":"3"}}},{"i":{"@":{"n":"4"}}}]}"#
                ]
            ),
            ({ $0 = .jsonml }, "h/i", [#"["i",{"n":"4","in":[\#(root),{"h":{"n":"3"}}]}]"#]),
            ({ $0 = .parker }, "h/i", [#"{"in":[{"s:r":{}},{"h":{}}]}"#]),
        ] as [((inout XMLOptions) -> Void, XMLPath, [String])] {
            var options = XMLOptions().with(change)
            options.ancestorsKey = "in"
            #expect(try records(xml, at: path, options) == expected)
            options.select = [path]
            #expect(try XMLReader(options).read(.string(xml)).json(.compact) == "[\(expected.joined(separator: ","))]")
        }
        #expect(throws: XMLError.self) { try XMLReader(.init { $0.ancestorsKey = "in" }).read(.string(xml)) }
    }

    @Test("The origin of a value has the elements around it")
    func ancestorsOfValues() throws {
        let xml = "<!DOCTYPE r [<!ATTLIST g d CDATA 'D'>]><r><g n='1'><i><k/></i></g></r>"
        var options = XMLOptions()
        var plain = try XMLReader(options).records(at: "i", in: .string(xml))
        #expect(try plain.next()?.origin?.ancestors == .null)
        options.ancestorsKey = "in"
        let expected = #"[{"r":{}},{"g":{"n":"1","d":"D"}}]"#
        var read = try XMLReader(options).records(at: "i", in: .string(xml))
        var record = try #require(try read.next())
        #expect(record.origin?.ancestors.json(.compact) == expected)
        #expect(record["k"]?.origin?.ancestors.json(.compact) == expected)
        record["in"] = nil
        record["new"] = "x"
        #expect(record.origin?.ancestors.json(.compact) == expected)
        #expect(record.json(.compact) == #"{"k":{},"new":{"text":"x"}}"#)
        struct Item: Decodable {
            struct Around: Decodable {
                var g: [String: String]?
            }
            var `in`: [Around]
        }
        var decoded = try XMLDecoder(options).records(of: Item.self, at: "i", in: .string(xml))
        #expect(try decoded.next()?.in.last?.g == ["n": "1", "d": "D"])
        var values = try XMLDecoder(options).records(of: XMLValue.self, at: "i", in: .string(xml))
        // Its attributes have the keys of the decoder.
        #expect(try values.next()?.origin?.ancestors.array?.count == 2)
    }

    @Test("The origin of an attribute has its path")
    func originOfAttribute() throws {
        var options = XMLOptions()
        options.originKey = "o"
        let json = #"{"text":"1","o":{"name":"n","line":1,"path":"/r/i/@n"}}"#
        #expect(try records("<r><i n='1'/></r>", at: "i/@n", options) == [json])
    }

    @Test("Options for records are refused for whole documents")
    func withoutRecords() throws {
        var options = XMLOptions()
        options.originKey = "o"
        let error = #expect(throws: XMLError.self) { try XMLReader(options).read(.string("<a/>")) }
        #expect(error?.code == .invalidOptions)
        #expect(error?.words.description == "originKey needs records or select")
    }
}

extension XMLOptions {
    fileprivate static var expanded: XMLOptions {
        var options = XMLOptions()
        options.namespaces = .expand
        return options
    }
}

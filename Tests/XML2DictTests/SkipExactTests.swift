// SKIP-EXACT: broken records are skipped, and nothing else.

import Foundation
import Synchronization
import Testing
import XML2Dict

@Suite("Broken records")
struct SkipExactTests {
    /// The records and the reported errors of a document, and the error that ends it.
    struct Outcome: Equatable, CustomStringConvertible {
        var records: [String] = []
        var skipped: [String] = []
        var end: String?

        var description: String {
            (records + skipped.map { "skipped " + $0 } + [end ?? "ends"]).joined(separator: "\n")
        }
    }

    private static func outcome(
        _ bytes: [UInt8],
        at path: XMLPath,
        _ options: XMLOptions = .init(),
        chunks size: Int? = nil
    ) throws -> Outcome {
        let skipped = Mutex<[String]>([])
        let policy = XMLOptions.ErrorPolicy.skip { error in skipped.withLock { $0.append("\(error) \(error.path)") } }
        var outcome = Outcome()
        do throws(XMLError) {
            if let size {
                var push = try XMLPushRecords(at: path, options, onError: policy)
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try push.feed(bytes[start..<min(start + size, bytes.count)])
                    while let record = try push.next() { outcome.records.append(record.json(.compact)) }
                }
                push.finish()
                while let record = try push.next() { outcome.records.append(record.json(.compact)) }
            } else {
                var records = try XMLReader(options).records(at: path, in: .bytes(bytes), onError: policy)
                while let record = try records.next() { outcome.records.append(record.json(.compact)) }
            }
        } catch {
            outcome.end = "\(error) \(error.path)"
        }
        outcome.skipped = skipped.withLock { $0 }
        return outcome
    }

    private func outcome(_ xml: String, at path: XMLPath = "i", _ options: XMLOptions = .init()) throws -> Outcome {
        let bytes = Array(xml.utf8)
        let whole = try Self.outcome(bytes, at: path, options)
        for size in [1, 5, 64] {
            #expect(try Self.outcome(bytes, at: path, options, chunks: size) == whole)
        }
        return whole
    }

    @Test("SKIP-EXACT: Reading resumes at the next start tag of a record")
    func goOn() throws {
        for (xml, texts, skipped) in [
            ("<r><i>1</i><i>2 & 3</i><i>4</i></r>", ["1", "4"], ["1:18: a bare & must be written &amp; /r/i"]),
            (
                "<r><i>1</i><i n=2>2</i><i>3</i></r>", ["1", "3"],
                [
                    "1:17: an attribute needs white space before it, a valid name, and the form name=\"value\" /r"
                ]
            ),
            (
                "<r><i><a></i><j>x</j><i>2</i></r>", ["2"],
                [
                    "1:12: mismatched tag: </i> cannot close <a>, which was opened at 1:7 /r/i/a"
                ]
            ),
            (
                "<r><i>1<!-- -- --></i><!-- <i>2</i> --><i>3</i></r>", ["3"],
                [
                    "1:15: a comment cannot contain -- /r/i"
                ]
            ),
            (
                "<r><i>1</i><i><x y='<i>2</i>'/></i><i>3</i></r>", ["1", "2"],
                [
                    "1:21: the quote that was opened at 1:20 is not closed before this; a < in a value must be written &lt; /r/i"
                ]
            ),
            (
                "<r>\n<i>&x;</i>\n<i>é<b></i>\n<i>3</i></r>", ["3"],
                [
                    "2:4: the entity &x; is not declared /r/i",
                    "3:10: mismatched tag: </i> cannot close <b>, which was opened at 3:5 /r/i/b",
                ]
            ),
        ] as [(String, [String], [String])] {
            var options = XMLOptions.xmltodict
            options.skip = ["i/@n"]
            let outcome = try outcome(xml, options)
            #expect(outcome.records == texts.map { "\"\($0)\"" } || xml.contains("y='<i>"), "\(xml)")
            #expect(outcome.skipped == skipped, "\(xml)")
        }
    }

    private func outcome(_ xml: String, _ options: XMLOptions) throws -> Outcome {
        try outcome(xml, at: "i", options)
    }

    @Test("SKIP-EXACT: After a broken record, only elements at the path are records")
    func onlyAtThePath() throws {
        let style = """
            <style><macro><choose><if>1</if><if>2 & 3</if></choose></macro><citation><layout><choose><if>4</if></choose>
            </layout></citation><macro><choose><if>5</if></choose></macro></style>
            """
        for (xml, path, texts) in [
            (style, "/style/macro/choose/if", ["1", "5"]),
            // The end tag of the record, or of an element in it, is broken or missing.
            ("<r><i>1</j><i>2</i><x><i>3</i></x></r>", "/r/i", ["2"]),
            ("<r><i>1</><i>2</i><x><i>3</i></x></r>", "/r/i", ["2"]),
            ("<r><i>&<i>2</i><x><i>3</i></x></r>", "/r/i", []),
            ("<r><i><b>&</c></i><i>2</i></r>", "/r/i", ["2"]),
            ("<r><i n=1>1</i><x n=1><i>2</i></x><x/><i>3</i></r>", "/r/i", ["3"]),
            // An element of the record has the name of one around it.
            ("<r><i><b><r>&</r></b></i><i>2</i></r>", "/r/i", ["2"]),
            ("<r><i><b><r n=1>1</r></b></i><i>2</i></r>", "/r/i", ["2"]),
            // The element around the record has ended.
            ("<r><g><i>&</i></g><h><i>2</i></h><g><i>3</i></g></r>", "/r/g/i", ["3"]),
            ("<r><g><i>&</g><h><i>2</i></h><g><i>3</i></g></r>", "/r/g/i", ["3"]),
            ("<r><g><h><i>&</i></g><h><i>2</i></h><g><h><i>3</i></h></g></r>", "/r/g/h/i", ["3"]),
        ] as [(String, XMLPath, [String])] {
            let outcome = try outcome(xml, at: path, .xmltodict)
            #expect(outcome.records == texts.map { "\"\($0)\"" }, "\(xml)")
            #expect(outcome.skipped.count == 1 && outcome.end == nil, "\(xml): \(outcome)")
        }
    }

    @Test("SKIP-EXACT: Elements of the broken record count for a path")
    func pathsInBrokenRecords() throws {
        let xml = "<r><g><i n='1'/>\n<i n='2'><x>&</x><i n='2a'/></i>\n<i n='3'/><i n='4'/></g></r>"
        for path in ["/r/g/i", "r/g/i", "g/i"] as [XMLPath] {
            let anchored = try outcome(xml, at: path, .withOrigins)
            #expect(
                anchored.records == [
                    #"{"n":"1","o":{"name":"i","line":1,"path":"/r/g/i"}}"#,
                    #"{"n":"3","o":{"name":"i","line":3,"path":"/r/g/i"}}"#,
                    #"{"n":"4","o":{"name":"i","line":3,"path":"/r/g/i"}}"#,
                ]
            )
            #expect(anchored.skipped.count == 1 && anchored.end == nil)
        }
        let nested = try outcome(xml, at: "i", .withOrigins)
        #expect(nested.records[1] == #"{"n":"2a","o":{"name":"i","line":2,"path":"/r/g/i/i"}}"#)
        #expect(nested.records.count == 4 && nested.skipped.count == 1 && nested.end == nil)
        var options = XMLOptions()
        options.skip = ["x"]
        let skipped = try outcome("<r><i><x><y>&</y><i n='1'/></x></i><i n='2'/></r>", at: "i", options)
        #expect(skipped.records == [#"{"n":"2"}"#])
    }

    @Test("After a broken record, the skipped tags have their attributes")
    func ancestors() throws {
        var options = XMLOptions()
        options.ancestorsKey = "in"
        let xml = """
            <r a="1"><g id="1"><i n="1">&</i></g><g id="2&lt;"><i n="2"/><i n="3"><j k="1"/>&<i n="5"/></i></g><h z="1">\
            <i>&</i><k y="2"><l><i n="6"/></l></k><i>&</i><k y=3><l m="4"><i n="7"/></l></k></h></r>
            """
        let r = #"{"r":{"a":"1"}}"#, g = #"{"g":{"id":"2<"}}"#, h = #"{"h":{"z":"1"}}"#
        for (prolog, defaults) in [("", ""), ("<!DOCTYPE r [<!ATTLIST l d CDATA 'D'>]>", #""d":"D""#)] {
            let outcome = try outcome(prolog + xml, at: "i", options)
            #expect(
                outcome.records == [
                    #"{"n":"2","in":[\#(r),\#(g)]}"#, #"{"n":"5","in":[\#(r),\#(g),{"i":{"n":"3"}}]}"#,
                    #"{"n":"6","in":[\#(r),\#(h),{"k":{"y":"2"}},{"l":{\#(defaults)}}]}"#,
                    // A tag that is not well-formed has no attributes, nor have those in it.
                    #"{"n":"7","in":[\#(r),\#(h),{"k":{}},{"l":{}}]}"#,
                ]
            )
            #expect(outcome.skipped.count == 4 && outcome.end == nil)
        }
    }

    @Test("SKIP-EXACT: A refused tag closes or opens the right element")
    func refusedTags() throws {
        for (xml, path, numbers) in [
            // An end tag that names an open element closes it, and all in it.
            ("<r><g><i n='0'/><i n='1'></g></i><i n='2'/><i n='3'/></g></r>", "r/g/i", ["0"]),
            ("<r><g><i n='0'/><i n='1'></g></i><i n='2'/><i n='3'/></g></r>", "i", ["0", "2", "3"]),
            // Another one closes the innermost element.
            ("<r><g><i n='0'/><i n='1'></x></i><i n='2'/><i n='3'/></g></r>", "r/g/i", ["0", "2", "3"]),
            ("<r><g><i n='1'></ii><i n='2'/><i n='3'/></g></r>", "r/g/i", ["2", "3"]),
            ("<r><g><i n='1'><a><b></x></b><i n='1a'/></a></i><i n='2'/></g></r>", "r/g/i", ["2"]),
            // A start tag with an end opens its element; without one it opens nothing.
            ("<r><g><i n=1><i n='1a'/></i><i n='2'/></g></r>", "r/g/i", ["2"]),
            ("<r><g><i n=1/><i n='2'/></g></r>", "r/g/i", ["2"]),
            ("<r><g><i n='<'/><i n='2'/></g></r>", "r/g/i", ["2"]),
            ("<r><g><i n='a<b' m='c'/>\n<i n='2'/></g></r>", "r/g/i", ["2"]),
            ("<r><g><i n='a<b' m='c'>x</i>\n<i n='2'/></g></r>", "r/g/i", ["2"]),
        ] as [(String, XMLPath, [String])] {
            let outcome = try outcome(xml, at: path)
            #expect(outcome.records == numbers.map { #"{"n":"\#($0)"}"# }, "\(xml)")
            #expect(outcome.skipped.count == 1, "\(xml): \(outcome)")
        }
    }

    @Test("Each error in a broken record is reported")
    func faultsInBrokenRecords() throws {
        let twice = try outcome("<r><i>&<i>1</i>&<i>2</i></i><i>3</i></r>", .xmltodict)
        #expect(twice.records == [#""1""#, #""2""#, #""3""#])
        #expect(twice.skipped.map { $0.prefix(5) } == ["1:8: ", "1:17:"] && twice.end == nil)
        let unclosed = try outcome("<r><i>&<i>1</i></r>", .xmltodict)
        #expect(unclosed.records == [#""1""#])
        #expect(
            unclosed.skipped.last == "1:18: mismatched tag: </r> cannot close <i>, which was opened at 1:4 /r/i"
        )
        #expect(unclosed.skipped.count == 2 && unclosed.end == nil)
    }

    @Test("Elements between a broken record and the next count as ancestors")
    func elementsBetween() throws {
        let xml = "<r><i>&</i>\n<x xmlns='u' xml:space='preserve'><i> 2 </i>\n</x><i> 3 </i><i>&</i><y><i/></z></r>"
        var options = XMLOptions.withOrigins
        options.namespaces = .expand
        options.namespaceDeclarations = .drop
        let all = try outcome(xml, at: "i|{u}i", options)
        #expect(
            all.records == [
                #"{"text":" 2 ","o":{"name":"u:i","line":2,"path":"/r/x/i"}}"#,
                #"{"text":"3","o":{"name":"i","line":3,"path":"/r/i"}}"#,
                #"{"o":{"name":"i","line":3,"path":"/r/y/i"}}"#,
            ]
        )
        #expect(all.end == "3:32: mismatched tag: </z> cannot close <y>, which was opened at 3:23 /r/y")
        options.skip = ["{u}x"]
        #expect(try outcome(xml, at: "i|{u}i", options).records == Array(all.records.dropFirst()))
        options.isConcatenated = true
        let series = try outcome("<r><i>&</i></r><r><i>2</i></r>", at: "/r/i", options)
        #expect(series.records == [#"{"text":"2","o":{"name":"i","document":2,"line":1,"path":"/r/i"}}"#])
    }

    @Test("Limits, options and the end of the input can break records")
    func others() throws {
        for (xml, skipped, count) in [
            (
                "<r><i><a><b/></a></i><i/></r>",
                "1:10: elements are nested more than 3 deep; limits[.depth] allows more /r/i/a", 1
            ),
            (
                "<r><i><p:a/></i><i/></r>",
                "1:7: the prefix p of p:a is not declared; namespaces = .keep or .strip reads it all the same /r/i", 1
            ),
            (
                "<r><i/><i><!-- <i/>",
                "1:11: the document ends inside a tag, comment or other construct that begins here, in <i>, which was opened at 1:8 /r/i",
                2
            ),
        ] as [(String, String, Int)] {
            var options = XMLOptions()
            options.limits[.depth] = 3
            options.namespaces = .expand
            let outcome = try outcome(xml, options)
            #expect(outcome.skipped == [skipped], "\(xml)")
            #expect(outcome.records == Array(repeating: "{}", count: count), "\(xml)")
        }
    }

    @Test("An error outside of records ends the document")
    func outside() throws {
        for xml in [
            "<r><i/>&<i/></r>", "<r><i/></x><i/></r>", "<r><i/><j n=1/><i/></r>", "<r><i/></r><i/>", "<i/>&<i/>", "",
            "<r><j><i n=1/></j></r", "<r><i/><i>1",
        ] as [String] {
            let outcome = try outcome(xml, at: "/r/i|/i")
            #expect(outcome.skipped.isEmpty, "\(xml)")
            #expect(outcome.end != nil, "\(xml)")
        }
    }

    @Test("A document that ends after a broken record is an error")
    func cutOff() throws {
        for (xml, skipped, end) in [
            (
                "<r><i>1</i><i>2</i", [],
                "1:16: the document ends inside a tag, comment or other construct that begins here, in <i>, which was opened at 1:12 /r/i"
            ),
            (
                "<r><i>1</i><i>&</i>\n<j/>", ["1:16: a bare & must be written &amp; /r/i"],
                "2:5: the document ends inside <r>, after a broken record /r"
            ),
            (
                "<r><i>1</i><i>&</i></ro></r", ["1:16: a bare & must be written &amp; /r/i"],
                "1:28: the document ends inside <r>, after a broken record /r"
            ),
            ("<r><i>1</i><i>&</i></r >", ["1:16: a bare & must be written &amp; /r/i"], nil),
            (
                "<r><i>1</i><i>2</r>",
                ["1:18: mismatched tag: </r> cannot close <i>, which was opened at 1:12 /r/i"], nil
            ),
            (
                "<i>1</i><i>& ", ["1:13: document 2: a bare & must be written &amp; /i"],
                "1:14: document 2: the document ends inside <i>, after a broken record /i"
            ),
        ] as [(String, [String], String?)] {
            var options = XMLOptions()
            options.isConcatenated = xml.hasPrefix("<i>")
            let outcome = try outcome(xml, options)
            #expect(outcome.records == [#"{"text":"1"}"#], "\(xml)")
            #expect(outcome.skipped == skipped, "\(xml)")
            #expect(outcome.end?.trimmingCharacters(in: .whitespaces) == end, "\(xml)")
        }
    }

    @Test("A broken record before an invalid byte is skipped")
    func invalidBytes() throws {
        let text = "<r>\n<i>1</i>\n<i>&</i><i>3</i>\n"
        let bytes = Self.utf16(text) + [0xDC, 0x00] + Self.utf16("</r>")
        for size in [1, 7, 1_000] {
            let outcome = try Self.outcome([0xFE, 0xFF] + bytes, at: "i", chunks: size)
            #expect(outcome.records == [#"{"text":"1"}"#, #"{"text":"3"}"#])
            #expect(outcome.skipped == ["3:5: a bare & must be written &amp; /r/i"])
            #expect(outcome.end?.hasPrefix("4:1: ") == true)
        }
        let noRecord = Self.utf16("<r>\n<i>&</i>\n") + [0xDC, 0x00]
        let outcome = try Self.outcome([0xFE, 0xFF] + noRecord, at: "i")
        #expect(outcome.skipped == ["2:5: a bare & must be written &amp; /r/i"])
        #expect(outcome.end?.hasPrefix("3:1: ") == true)
    }

    /// A text in UTF-16, the high byte first.
    private static func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    }

    @Test("Markup over the limit of tokens hides no record")
    func longMarkup() throws {
        var options = XMLOptions()
        options.limits[.tokenLength] = 20
        let comment = try outcome("<r><i><!-- <i>x</i> 0123456789 0123456789 --></i><i>3</i></r>", options)
        #expect(comment.records == [#"{"text":"x"}"#, #"{"text":"3"}"#])
        #expect(comment.skipped.count == 1)
        let tag = try outcome("<r><i><i a='0123456789 0123456789'/></i><i>3</i></r>", options)
        #expect(tag.records == [#"{"text":"3"}"#])
    }

    @Test("A byte order mark of a later document is not a column")
    func marks() throws {
        var options = XMLOptions()
        options.isConcatenated = true
        let xml = "\u{FEFF}<r><i>1</i></r>\n\u{FEFF}<r><i>&</i>\n<i>2</i><i><x></i></r>\n"
        let outcome = try outcome(xml, options)
        #expect(outcome.records == [#"{"text":"1"}"#, #"{"text":"2"}"#])
        #expect(outcome.skipped.map { $0.prefix(18) } == ["2:8: document 2: a", "3:17: document 2: "])
        let utf16 = xml.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try Self.outcome(utf16, at: "i", options) == outcome)
        #expect(try Self.outcome(utf16, at: "i", options, chunks: 1) == outcome)
    }

    @Test("An error in an entity can break a record")
    func entities() throws {
        let outcome = try outcome("<!DOCTYPE r [<!ENTITY e '&#60;b'>]><r><i>1</i><i>&e;</i></r>")
        #expect(outcome.records == [#"{"text":"1"}"#])
        #expect(outcome.skipped.count == 1)
        #expect(outcome.end == nil)
    }

    @Test("Chunks do not decide whether a broken tag begins a record")
    func brokenTag() throws {
        var options = XMLOptions()
        options.namespaces = .expand
        let xml = "<r><i n=1 xmlns='u'>1</i><j/><p:i n=2 xmlns:p='u'/><i xmlns='u'>2</i></r>"
        let outcome = try outcome(xml, at: "{u}i", options)
        #expect(outcome.records == [#"{"xmlns":"u","text":"2"}"#])
        #expect(outcome.skipped.map { $0.prefix(5) } == ["1:9: ", "1:37:"])
        #expect(outcome.end == nil)
    }

    @Test("One broken record over the limit ends the document with its error")
    func limit() throws {
        var options = XMLOptions()
        options.limits[.errors] = 2
        let outcome = try outcome("<r><i>&</i><i/><i>&</i><i>&</i><i/></r>", options)
        #expect(outcome.skipped.count == 2)
        #expect(outcome.records == ["{}"])
        #expect(
            outcome.end
                == "1:28: a bare & must be written &amp; (the number of broken records exceeds 2); limits[.errors] allows more /r/i"
        )
        options.limits[.errors] = 0
        #expect(try self.outcome("<r><i>&</i><i/></r>", options).skipped.isEmpty)
    }

    @Test("Entities, default attributes, namespaces and xml:space survive a broken record")
    func context() throws {
        var options = XMLOptions()
        options.namespaces = .expand
        options.namespaceDeclarations = .drop
        let xml = """
            <!-- <r> --><!DOCTYPE r [<!ENTITY e "E">\n<!ATTLIST i d CDATA "D"> <!-- ]> --> <?x ]> ?>]>
            <r xmlns:p='u' xmlns='v' xml:space='preserve'><g><i>1 &x;</i>
             <p:i/><i p:n='2'> &e; </i><i xmlns='w'> </i><i></i></g></r>
            """
        let outcome = try outcome(xml, at: "g/{v}i|{v}g/{v}i", options)
        #expect(
            outcome.records == [
                #"{"u:n":"2","d":"D","text":" E "}"#, #"{"d":"D"}"#,
            ]
        )
        #expect(outcome.skipped == ["3:55: the entity &x; is not declared /r/g/i"])
    }

    @Test("Positions after a broken record are positions in the input")
    func places() throws {
        let xml = "\u{FEFF}<r><i>&</i><i>\r\n</i>\r<j/><i><b></i>é<i/></r>"
        let options = XMLOptions.withOrigins
        for size in [1, 3, 100] {
            let outcome = try Self.outcome(Array(xml.utf8), at: "i", options, chunks: size)
            #expect(
                outcome.records == [
                    #"{"o":{"name":"i","line":1,"path":"/r/i"}}"#, #"{"o":{"name":"i","line":3,"path":"/r/i"}}"#,
                ]
            )
            #expect(
                outcome.skipped == [
                    "1:8: a bare & must be written &amp; /r/i",
                    "3:13: mismatched tag: </i> cannot close <b>, which was opened at 3:8 /r/i/b",
                ]
            )
        }
        var records = try XMLReader().records(at: "i", in: .string(xml), onError: .skip { _ in })
        let places = [try records.next(), try records.next()].map { record in
            record?.origin.map { "\($0.line):\($0.column)" }
        }
        #expect(places == ["1:12", "3:16"])
    }

    @Test("SKIP-EXACT: A record over [.result] is skipped; too many names end input")
    func largeRecords() throws {
        let options = XMLOptions { $0.limits[.result] = 1_000 }
        for (names, isRead) in [(Array(repeating: "<n/>", count: 60), true), ((10..<70).map { "<n\($0)/>" }, false)] {
            let xml = "<r><i><n>1</n></i>\n<i>\(names.joined())</i>\n<i><n>2</n></i></r>"
            let outcome = try outcome(xml, options)
            let first = #"{"n":{"text":"1"}}"#, last = #"{"n":{"text":"2"}}"#
            let more = "more than 1000 bytes; limits[.result] allows more"
            #expect(outcome.records == (isRead ? [first, last] : [first]))
            #expect(outcome.skipped == ["2:1: the result takes \(more) /r/i"])
            #expect(outcome.end?.contains("the different names in all records take \(more)") == (isRead ? nil : true))
        }
    }

    @Test("UTF-16 and series of documents resume after a broken record")
    func encodings() throws {
        var options = XMLOptions()
        options.isConcatenated = true
        let xml = "<r><i>1</i><i>&</i></r><?xml version='1.0'?><r><i>é</i><i>&</i><i>3</i></r>"
        let outcome = try outcome(xml, options)
        #expect(outcome.records == [#"{"text":"1"}"#, #"{"text":"é"}"#, #"{"text":"3"}"#])
        #expect(outcome.skipped.map { $0.prefix(16) } == ["1:16: document 1", "1:60: document 2"])
        let second = "<r><i>1</i></r>\n<r><i>2</i><i>3 & 4</i><i>5</i></r>\n"
        let series = try self.outcome(second, options)
        #expect(series.records == [#"{"text":"1"}"#, #"{"text":"2"}"#, #"{"text":"5"}"#])
        #expect(series.skipped == ["2:18: document 2: a bare & must be written &amp; /r/i"])
        let roots = try self.outcome("<i>1</i><i>&</i><i>3</i>", options)
        #expect(roots.records == [#"{"text":"1"}"#, #"{"text":"3"}"#])
        let utf16 = ("\u{FEFF}" + xml).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try Self.outcome(utf16, at: "i", options) == outcome)
    }

    @Test("LINEAR-TIME: Sections without an end bound how much parsers read again")
    func replay() throws {
        var options = XMLOptions()
        options.limits[.errors] = .max
        let xml = "<r>" + String(repeating: "<i>1<![CDATA[", count: 5_000)
        let outcome = try Self.outcome(Array(xml.utf8), at: "i", options)
        #expect(outcome.records == [])
        #expect(outcome.skipped.count < 3_500)
        #expect(outcome.end?.contains("(too much text was read again after the broken records before)") == true)
    }

    @Test("Comments and sections that never end hide no record after them")
    func endless() throws {
        var options = XMLOptions()
        options.limits[.errors] = .max
        for opening in ["<!--", "<![CDATA[", "<?x ", "<!DOCTYPE r ["] {
            let xml = "<r>" + String(repeating: "<i>&</i>" + opening, count: 500) + "<i>1</i></r>"
            let outcome = try Self.outcome(Array(xml.utf8), at: "i", options)
            #expect(outcome.records == [#"{"text":"1"}"#])
            #expect(outcome.skipped.count == 500)
            #expect(outcome.end == nil)
        }
    }

    @Test("Attributes that are records have broken tags")
    func attributes() throws {
        let outcome = try outcome("<r><i n='1'/><i n='2' n='2'/><i m='3' n='3'/></r>", at: "i/@n")
        #expect(outcome.records == ["\"1\"", "\"3\""])
        #expect(outcome.skipped == ["1:23: the attribute n is in this tag twice /r"])
    }
}

extension XMLOptions {
    fileprivate static var withOrigins: XMLOptions {
        var options = XMLOptions()
        options.originKey = "o"
        return options
    }
}

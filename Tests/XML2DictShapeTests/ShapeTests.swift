// Shapes of values, and their schemas.

import Testing
import XML2Dict

@testable import XML2DictShape

@Suite("Shapes")
struct ShapeTests {
    /// The schema of documents under options, without the descriptions.
    private func schema(
        _ documents: String...,
        options: XMLOptions = .xmlreader,
        recordsAt path: XMLPath? = nil
    ) throws -> String {
        var learner = XMLShape.Learner()
        for document in documents {
            guard let path else {
                try learner.learn(XMLReader(options).read(.string(document)))
                continue
            }
            var records = try XMLReader(options).records(at: path, in: .string(document))
            while let record = try records.next() { try learner.learn(record) }
        }
        return try plain(learner.shape())
    }

    /// The schema of a shape on one line, without the descriptions.
    private func plain(_ shape: XMLShape) throws -> String {
        var schema = try XMLValue(json: shape.json())
        schema["$schema"] = nil
        return withoutDescriptions(schema).json(.compact)
    }

    private func withoutDescriptions(_ value: XMLValue) -> XMLValue {
        if let array = value.array { return XMLValue(array.map(withoutDescriptions)) }
        guard value.kind == .dictionary else { return value }
        let entries = value.entries.filter { $0.key != "description" || $0.value.kind != .string }
        return XMLValue(entries.map { ($0.key, withoutDescriptions($0.value)) })
    }

    @Test("Elements are learned as objects, and text as strings")
    func single() throws {
        #expect(
            try schema("<a id='1'>x</a>") == """
                {"type":"object","required":["a"],"additionalProperties":false,"properties":\
                {"a":{"type":"object","required":["id","text"],"additionalProperties":false,"properties":\
                {"id":{"type":"string"},"text":{"type":"string"}}}}}
                """
        )
    }

    @Test("A name that repeats once is an array everywhere")
    func arrays() throws {
        #expect(
            try schema("<r><a/></r>", "<r><a/><a/></r>", options: .xmltodict) == """
                {"type":"object","required":["r"],"additionalProperties":false,"properties":\
                {"r":{"type":"object","required":["a"],"additionalProperties":false,"properties":\
                {"a":{"type":"array","items":{"type":"null"}}}}}}
                """
        )
    }

    @Test("A key that is missing somewhere is not required")
    func missing() throws {
        #expect(
            try schema("<r><i/><i><a>1</a><a>2</a></i></r>", options: .xmltodict, recordsAt: "i") == """
                {"type":["object","null"],"required":["a"],"additionalProperties":false,"properties":\
                {"a":{"type":"array","items":{"type":"string"}}}}
                """
        )
        #expect(
            try schema("<r><i b='1'/><i><a>1</a><a>2</a></i></r>", options: .xmltodict, recordsAt: "i") == """
                {"type":"object","additionalProperties":false,"properties":\
                {"@b":{"type":"string"},"a":{"type":"array","items":{"type":"string"}}}}
                """
        )
    }

    @Test("A path has a type only if all its texts have it")
    func types() throws {
        for (records, expected) in [
            ("<i>1</i><i>2</i>", #"{"type":"integer","x-xml2dict-types":"inferred"}"#),
            ("<i>1</i><i>2.5</i>", #"{"type":"number","x-xml2dict-types":"inferred"}"#),
            ("<i>123456789012345</i>", #"{"type":"integer","x-xml2dict-types":"inferred"}"#),
            ("<i>1</i><i>1234567890123456</i>", #"{"type":"string"}"#),
            ("<i>1</i><i>007</i>", #"{"type":"string"}"#),
            ("<i>1</i><i>1e5</i>", #"{"type":"string"}"#),
            ("<i>1</i><i/>", #"{"type":["integer","null"],"x-xml2dict-types":"inferred"}"#),
            ("<i>true</i><i>false</i>", #"{"type":"boolean","x-xml2dict-types":"inferred"}"#),
            ("<i>true</i><i>yes</i>", #"{"type":"string"}"#),
            ("<i>true</i><i>1</i>", #"{"type":"string"}"#),
            ("<i>2026-11-23</i><i>2026-11-24</i>", #"{"type":"string","format":"date"}"#),
            ("<i>2026-11-23</i><i>2026-11-24Z</i>", #"{"type":"string"}"#),
            ("<i>2026-11-23T00:00:00Z</i>", #"{"type":"string","format":"date-time"}"#),
            ("<i>2026-11-23T00:00:00</i>", #"{"type":"string"}"#),
            ("<i>http://a.example</i>", #"{"type":"string","format":"uri"}"#),
            ("<i></i>", #"{"type":"null"}"#),
        ] {
            var options = XMLOptions.xmltodict
            options.infersTypes = true
            #expect(try schema("<r>\(records)</r>", options: options, recordsAt: "i") == expected, "\(records)")
        }
    }

    @Test("Requested numbers follow XML Schema, not the rules of inference")
    func requestedNumbers() throws {
        var options = XMLOptions.xmltodict
        options.typesByPath = ["i": .number]
        for (records, expected) in [
            ("<i>1</i><i>12345678901234567890</i>", #"{"type":"number"}"#), ("<i>1e5</i>", #"{"type":"number"}"#),
            ("<i>007</i>", #"{"type":"integer","x-xml2dict-types":"inferred"}"#),
        ] {
            #expect(try schema("<r>\(records)</r>", options: options, recordsAt: "i") == expected, "\(records)")
        }
    }

    @Test("A path with strings and dictionaries is learned as dictionaries")
    func oneForm() throws {
        for (content, expected) in [
            (
                "<p>1</p><p k='x'>y</p>",
                ##"{"type":"object","required":["#text"],"additionalProperties":false,"properties":{"##
                    + ##""@k":{"type":"string"},"#text":{"type":"string"}}}"##
            ),
            (
                "<p>1</p><p><b>2</b></p>",
                ##"{"type":"object","additionalProperties":false,"properties":{"##
                    + ##""b":{"type":"integer","x-xml2dict-types":"inferred"},"##
                    + ##""#text":{"type":"integer","x-xml2dict-types":"inferred"}}}"##
            ),
            (
                "<p>1</p><p/><p k='x'>2.5</p>",
                ##"{"type":["object","null"],"required":["#text"],"additionalProperties":false,"properties":{"##
                    + ##""@k":{"type":"string"},"#text":{"type":"number","x-xml2dict-types":"inferred"}}}"##
            ),
        ] {
            var options = XMLOptions.xmltodict
            options.infersTypes = true
            let list =
                #"{"type":"object","required":["p"],"additionalProperties":false,"properties":{"p":{"type":"array","items":"#
            #expect(
                try schema("<i>\(content)</i>", options: options, recordsAt: "i") == "\(list)\(expected)}}}",
                "\(content)"
            )
        }
    }

    @Test("Without a key for text, a path has strings and dictionaries")
    func twoForms() throws {
        #expect(
            try schema("<i><p>1</p><q>2</q></i>", "<i>3</i>", options: .parker) == """
                {"type":["object","string"],"required":["p","q"],"additionalProperties":false,"properties":\
                {"p":{"type":"string"},"q":{"type":"string"}}}
                """
        )
    }

    @Test("An attribute and an element of one name are an array")
    func collision() throws {
        #expect(
            try schema("<i id='1'><id>2</id></i>", recordsAt: "i") == """
                {"type":"object","required":["id"],"additionalProperties":false,"properties":\
                {"id":{"type":"array","items":{"type":"object","required":["text"],\
                "additionalProperties":false,"properties":{"text":{"type":"string"}}}}}}
                """
        )
    }

    @Test("A nested array has its own item type")
    func nestedArrays() throws {
        #expect(
            try schema("<r><a><i>1</i><i>2</i></a><a><i>3</i><i>4</i></a><b/></r>", options: .parker) == """
                {"type":"object","required":["a","b"],"additionalProperties":false,"properties":\
                {"a":{"type":"array","items":{"type":"array","items":{"type":"string"}}},"b":{"type":"null"}}}
                """
        )
    }

    // MARK: Learning in parts

    /// A document with more content than is observed at once, in each of several ways.
    private static let large: String = {
        let items = (0..<4_000).map { number in
            let extra = number.isMultiple(of: 7) ? "<tag>x</tag><b/><tag>y \(number)</tag>" : ""
            let mark = number.isMultiple(of: 500) ? "<mark/>" : ""
            return "\(mark)<item n='\(number)'><title>T\(number)</title>\(extra)<price>\(number).50</price></item>"
        }
        return
            "<rss v='2'><channel a='b'>\n<title>all</title><list><i>1</i><i>2</i></list>\(items.joined(separator: "\n"))<end/></channel></rss>"
    }()

    @Test("Learning from a stream gives the shape of the value")
    func streamed() throws {
        for options in [XMLOptions.xmlreader, .xmltodict, .parker] as [XMLOptions] {
            for change in [{ _ in }, { $0.orderKey = "#order" }, { $0.select = ["item"] }]
                as [(inout XMLOptions) -> Void]
            {
                var options = options
                change(&options)
                var learner = XMLShape.Learner()
                try learner.learn(try XMLReader(options).read(.string(Self.large)))
                let streamed = try XMLReader(options).shape(of: .string(Self.large))
                #expect(streamed.json() == learner.shape().json(), "\(options)")
            }
        }
    }

    @Test("Several threads learn the same from records")
    func threads() throws {
        for partSize in [1_000, 100_000] {
            var reader = XMLReader()
            let alone = try reader.shape(of: .string(Self.large), recordsAt: "item")
            reader.threads = 3
            reader.readingThreads.partSize = partSize
            let shape = try reader.shape(of: .string(Self.large), recordsAt: "item")
            #expect(shape.json() == alone.json(), "\(partSize)")
        }
    }

    @Test("More paths of elements and attributes than the limit are an error")
    func limit() throws {
        var reader = XMLReader()
        reader.options.limits[.paths] = 3
        _ = try reader.shape(of: .string("<a><b>text</b><c>text</c></a>"))
        let error = #expect(throws: XMLError.self) { try reader.shape(of: .string("<a><b/><c/><d/></a>")) }
        #expect(error?.code == .limit)
        #expect(error?.limit == .paths)
        #expect(
            error?.words.description
                == "the documents have more than 3 different paths"
        )
    }

    @Test("A broken document is an error without a shape")
    func broken() throws {
        let error = #expect(throws: XMLError.self) { try XMLReader().shape(of: .string("<a><b></a>")) }
        #expect(error?.code == .malformed)
    }

    @Test("A deep document has a deep schema")
    func deep() throws {
        var reader = XMLReader(.xmltodict)
        reader.options.limits[.depth] = 3_000
        let depth = 3_000
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let schema = try reader.shape(of: .string(text)).json(.compact)
        #expect(schema.split(separator: "\"additionalProperties\"").count == depth + 1)
    }

    /// Elements of 15 levels, the innermost of which has some content.
    private func nested(_ content: String) -> String {
        (1...15).map { "<d\($0)>" }.joined() + content + (1...15).reversed().map { "</d\($0)>" }.joined()
    }

    @Test("Schemas deeper than 32 levels of JSON are in $defs")
    func definitions() throws {
        let object = { (members: KeyValuePairs<String, String>) in
            let required = members.map { "\"\($0.key)\"" }.joined(separator: ",")
            let properties = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
            return
                #"{"type":"object","required":[\#(required)],"additionalProperties":false,"properties":{\#(properties)}}"#
        }
        let deepest = object([
            "x": ##"{"$ref":"#/$defs/x"}"##, "é": ##"{"$ref":"#/$defs/%C3%A9"}"##, "z": #"{"type":"string"}"#,
        ])
        let nesting = (1...15).reversed().reduce(deepest) { object(["d\($1)": $0]) }
        let array = #"{"type":"array","items":{"type":"null"}}"#
        #expect(
            try schema(nested("<x/><x/><é><x/><x/></é><z>1</z>"), options: .xmltodict)
                == nesting.dropLast() + ##","$defs":{"x":\##(array),"é":\##(object(["x": array]))}}"##
        )
    }

    private func held(to shape: XMLShape) -> XMLOptions {
        var options = XMLOptions.xmltodict
        options.shape = shape
        return options
    }

    @Test("SHAPE-HELD: A deep document is held to its written schema")
    func heldDeep() throws {
        let leaf = nested("<x>1</x><x>2</x><y z='1'>t</y>")
        var reader = XMLReader(.xmltodict)
        reader.options.infersTypes = true
        let learned = try reader.shape(of: .string("<r>\(nested(leaf))\(nested(leaf))</r>"))
        let written = try XMLShape(json: learned.json())
        #expect(written.json() == learned.json())
        for shape in [learned, written] {
            let held = XMLReader(held(to: shape))
            let value = try held.read(.string("<r>\(nested(nested("<x>3</x><y z='2'>t</y>")))</r>"))
            try shape.validate(value)
            let steps = (1...15).map { "/d\($0)" }.joined()
            #expect(value["r"]?["d1"]?.kind == .array)
            let error = #expect(throws: XMLError.self) {
                try held.read(.string("<r>\(nested(nested("<x>t</x><y z='2'>t</y>")))</r>"))
            }
            #expect(
                error?.words.description == "/r\(steps)\(steps)/x is the text 't', where the schema expects an integer"
            )
        }
    }

    @Test("A schema that contains itself is written as a reference")
    func recursion() throws {
        let text = ##"""
            {"type":"object","properties":{"a~/% b":{"$ref":"#/definitions/n"},"c":{"$ref":"#/definitions/n"},"r":{"$ref":"#"}},\##
            "additionalProperties":{"type":"array","items":false},\##
            "definitions":{"n":{"properties":{"n":{"$ref":"#/definitions/n"},"t":true}}}}
            """##
        let written = try JSONSchemaWriter(JSONSchemaReader(XMLValue(json: text)).nodes).schema().json(.compact)
        #expect(
            written == ##"""
                {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":\##
                {"a~/% b":{"$ref":"#/$defs/a~0~1%25%20b"},"c":{"$ref":"#/$defs/a~0~1%25%20b"},"r":{"$ref":"#"}},\##
                "additionalProperties":{"type":"array","items":false},\##
                "$defs":{"a~/% b":{"properties":{"n":{"$ref":"#/$defs/a~0~1%25%20b"},"t":true}}}}
                """##
        )
        #expect(
            try JSONSchemaWriter(JSONSchemaReader(XMLValue(json: written)).nodes).schema().json(.compact) == written
        )
    }

    @Test("A long document gives the shape of its value")
    func longDocument() throws {
        var options = XMLOptions.xmlreader
        (options.commentKey, options.processingInstructionKey, options.cdataKey) = ("#c", "?", "#d")
        // More finished entries than are passed to the learner at once.
        let items = (0..<9000).map { number in
            let extra = number % 100 == 0 ? "<!--c--><?pi d?><![CDATA[t]]>" : ""
            return "<i a='1'><b>x</b><c>1</c></i>\(extra)"
        }
        let xml = "<r><!--first-->\(items.joined())</r>"
        var learner = XMLShape.Learner()
        try learner.learn(XMLReader(options).read(.string(xml)))
        let shape = try XMLReader(options).shape(of: .string(xml))
        #expect(shape.json(.compact, for: options) == learner.shape().json(.compact, for: options))
    }

    @Test("PARALLEL-SAME: After a broken tag between parts, the shape is the same")
    func doubt() throws {
        let items = (0..<200).map { "<i id='\($0)'><n>1</n></i>" }.joined()
        let xml = "<r>\(items)<i><x></i>" + items.replacing("id=", with: "q='5' id=") + "</r>"
        let tables = try [1, 2].map { count in
            let learner = ShapeLearner(pathLimit: 100)
            let plan = try Plan(.xmltodict, recordsAt: "i", onError: .skip { _ in })
            var threads = ReadingThreads(count)
            threads.partSize = 500
            var records = try XMLRecords(plan, .string(xml), threads)
            #expect(try records.observe(by: learner) == 400)
            return XMLDescription(learner, recordsAt: "i", plan.form).description
        }
        #expect(tables[0] == tables[1])
        #expect(tables[0].contains("@q "))
    }
}

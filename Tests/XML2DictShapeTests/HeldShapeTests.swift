// Readers that hold every value to a schema.

import Testing
import XML2Dict
import XML2DictShape

@Suite("Held shapes")
struct HeldShapeTests {
    /// A document under a schema of the value of its root, as JSON.
    private func read(
        _ document: String,
        _ schema: String,
        _ options: XMLOptions = .xmltodict,
        fillsMissingLists: Bool = false
    ) throws -> String {
        var options = options
        options.keepsRoot = false
        options.shape = try XMLShape(json: schema, fillsMissingLists: fillsMissingLists)
        return try XMLReader(options).read(.string(document)).json(.compact)
    }

    @Test("Text gets the type in the schema")
    func texts() throws {
        for (type, text, json) in [
            (#""integer""#, "9007199254740993", "9007199254740993"), (#""integer""#, "007", "7"),
            (#""integer""#, "+1", "1"), (#""integer""#, " 5 ", "5"), (#""integer""#, "1.0", "1.0"),
            (#""integer""#, "1.10", nil), (#""integer""#, "1e400", nil), (#""integer""#, "", nil),
            (#""number""#, "1.10", "1.10"), (#""number""#, ".5", "0.5"), (#""number""#, "1e3", "1e3"),
            (#""number""#, "1e400", nil), (#""number""#, "NaN", nil), (#""number""#, "abc", nil),
            (#""boolean""#, "true", "true"), (#""boolean""#, "0", "false"), (#""boolean""#, "yes", nil),
            (#"["integer","boolean"]"#, "1", "1"), (#"["integer","boolean"]"#, "true", "true"),
            (#"["integer","string"]"#, "1", "1"), (#"["integer","string"]"#, "x", #""x""#),
            (#"["integer","null"]"#, "", "null"), (#"["integer","null"]"#, "x", nil),
            (#""string""#, "007", #""007""#), (#""string""#, "true", #""true""#), (#""null""#, "", "null"),
            (#""object""#, "x", nil), (#""array""#, "x", #"["x"]"#),
            (#"["string","null"],"format":"uri""#, "", "null"), (#"["string","null"],"format":"uri""#, "x", nil),
            (#"["string","array"],"format":"date""#, "2026-11-23", #""2026-11-23""#),
            (#"["string","array"],"format":"date""#, "x", #"["x"]"#),
        ] as [(String, String, String?)] {
            let schema = #"{"properties":{"b":{"type":\#(type)}}}"#
            var options = XMLOptions.xmltodict
            options.empty = .string
            options.trim = .none
            let document = "<a><b>\(text)</b></a>"
            guard let json else {
                let error = #expect(throws: XMLError.self, "\(type)") { try read(document, schema, options) }
                #expect(error?.code == .mismatch, "\(type)")
                continue
            }
            #expect(try read(document, schema, options) == #"{"b":\#(json)}"#, "\(type)")
        }
    }

    /// The records of a document under the schema that another one has, after it was written.
    private func relearned(_ first: String, _ next: String, _ options: XMLOptions = .xmltodict) throws -> [String] {
        var learning = options, applying = options
        learning.infersTypes = true
        let learned = try XMLReader(learning).shape(of: .string("<r>\(first)</r>"), recordsAt: "i")
        applying.shape = try XMLShape(json: learned.json())
        return try records("<r>\(next)</r>", applying)
    }

    @Test("SHAPE-HELD: A learned type accepts only text that inference accepts")
    func inferredTypes() throws {
        for (first, next, result) in [
            ("10001", "2139", "2139"), ("10001", "02139", nil), ("10001", "12345678901234567890", nil),
            ("10001", "1e5", nil), ("10001", "1.0", "1.0"), ("10001", "-0", nil), ("10001", "+1", nil),
            ("10.5", "33.00", "33.00"), ("10.5", "0.12345678901234567", nil), ("10.5", "7", "7"),
            ("true", "false", "false"), ("true", "1", nil), ("true", "0", nil),
        ] as [(String, String, String?)] {
            let read = { try relearned("<i><n>\(first)</n></i>", "<i><n>\(next)</n></i>") }
            guard let result else {
                let error = #expect(throws: XMLError.self, "\(next)") { try read() }
                let type = first == "true" ? "a boolean" : first.contains(".") ? "a number" : "an integer"
                #expect(
                    error?.words.description
                        == "/n is the text '\(next)', where the schema expects \(type); a schema that is learned from this value, too, keeps it"
                )
                continue
            }
            #expect(try read() == [#"{"n":\#(result)}"#], "\(next)")
        }
        var options = XMLOptions.xmltodict
        options.trim = .none
        #expect(try relearned("<i><n> 1 </n></i>", "<i><n>\n2</n></i>", options) == [#"{"n":2}"#])
    }

    @Test("A learned type with a string keeps other text")
    func inferredOrString() throws {
        let types = #"{"type":["number","string"],"x-xml2dict-types":"inferred"}"#
        for (text, json) in [("7", "7"), ("007", #""007""#), ("1.50", "1.50"), ("1e5", #""1e5""#)] {
            #expect(try read("<a><b>\(text)</b></a>", #"{"properties":{"b":\#(types)}}"#) == #"{"b":\#(json)}"#)
        }
    }

    @Test("SHAPE-HELD: A path is always a string or always a dictionary")
    func oneForm() throws {
        let first = "<i><p>1</p><p k='x'>2</p></i>"
        #expect(
            try relearned(first, first + "<i><p>3</p></i>") == [
                ##"{"p":[{"#text":1},{"@k":"x","#text":2}]}"##, ##"{"p":[{"#text":3}]}"##,
            ]
        )
        let error = #expect(throws: XMLError.self) { try relearned(first, "<i><p>y</p></i>") }
        #expect(
            error?.words.description
                == "/p is the text 'y', where the schema expects an integer"
        )
        var options = XMLOptions.xmltodict
        options.commentKey = "#c"
        #expect(
            try relearned("<i>1</i><i>2<!--x--></i><i/>", "<i>3</i><i/>", options) == [##"{"#text":3}"##, "null"]
        )
    }

    @Test("Text becomes a dictionary if the schema allows only objects")
    func textAsDictionary() throws {
        let text = ##""properties":{"#text":{"type":"integer"}}"##
        for (schema, result) in [
            (#"{"type":"object",\#(text)}"#, ##"{"#text":5}"##), (#"{"type":["object","string"],\#(text)}"#, #""5""#),
            (#"{\#(text)}"#, #""5""#), (#"{"type":["object","array"],\#(text)}"#, #"["5"]"#),
            (#"{"type":"array","items":{"type":"object",\#(text)}}"#, ##"[{"#text":5}]"##),
            (#"{"type":"object"}"#, nil), (#"{"type":"object","required":["@k"],\#(text)}"#, nil),
        ] as [(String, String?)] {
            let read = { try self.read("<a><b>5</b></a>", #"{"properties":{"b":\#(schema)}}"#) }
            if let result {
                #expect(try read() == #"{"b":\#(result)}"#, "\(schema)")
            } else {
                #expect(throws: XMLError.self, "\(schema)") { try read() }
            }
        }
    }

    @Test("Text must have the format in the schema")
    func formats() throws {
        for (format, text, fits) in [
            ("date", "2026-11-23", true), ("date", "2026-11-23Z", false), ("date-time", "2026-11-23T12:00:00Z", true),
            ("date-time", "2026-11-23T12:00:00", false), ("uri", "http://a.example/", true), ("uri", "a b", false),
        ] {
            let schema = #"{"properties":{"b":{"type":"string","format":"\#(format)"}}}"#
            let read = { try self.read("<a><b>\(text)</b></a>", schema) }
            if fits {
                #expect(try read() == #"{"b":"\#(text)"}"#, "\(format)")
            } else {
                #expect(throws: XMLError.self, "\(format)") { try read() }
            }
        }
    }

    private static let list = #"{"properties":{"i":{"type":"array","items":{"type":"integer"}}}}"#

    @Test("All properties of an object have their types, however many")
    func propertyCounts() throws {
        for count in 1...20 {
            let names = (1...count).map { "p\($0)" }
            let schema = names.map { #""\#($0)":{"type":"integer"}"# }.joined(separator: ",")
            let elements = names.reversed().map { "<\($0)>007</\($0)>" }.joined()
            let values = names.reversed().map { #""\#($0)":7"# }.joined(separator: ",")
            #expect(try read("<a>\(elements)</a>", #"{"properties":{\#(schema)}}"#) == "{\(values)}", "\(count)")
        }
    }

    @Test("An array may have one, several or no items")
    func arrays() throws {
        #expect(try read("<a><i>1</i></a>", Self.list) == #"{"i":[1]}"#)
        #expect(try read("<a><i>1</i><i>2</i></a>", Self.list) == #"{"i":[1,2]}"#)
        #expect(try read("<a x='1'/>", Self.list) == #"{"@x":"1"}"#)
        #expect(try read("<a x='1'/>", Self.list, fillsMissingLists: true) == #"{"@x":"1","i":[]}"#)
    }

    @Test("AMPLIFY-BOUND: A missing array counts 6 bytes and its key")
    func missingLists() throws {
        let keys = (100..<200).map { "key\($0)" }
        let lists = keys.map { #""\#($0)":{"type":"array"}"# }.joined(separator: ",")
        let found = try read("<a x=''/>", #"{"properties":{\#(lists)}}"#, fillsMissingLists: true)
        #expect(found.utf8.count == #"{"@x":""}"#.utf8.count + 100 * (6 + 6))
    }

    @Test("A required array that is missing can be empty")
    func requiredList() throws {
        let schema = #"{"required":["i","j"],"properties":{"i":{"type":"array"},"j":{"type":["array","null"]}}}"#
        let error = #expect(throws: XMLError.self) { try read("<a x='1'/>", schema, fillsMissingLists: true) }
        #expect(error?.words.description == "the value has no 'j', which the schema requires")
    }

    @Test("A single text can become an array in an array")
    func nested() throws {
        let schema = #"{"properties":{"i":{"type":"array","items":{"type":"array","items":{"type":"integer"}}}}}"#
        #expect(try read("<a><i>1</i></a>", schema) == #"{"i":[[1]]}"#)
        #expect(try read("<a><i>1</i><i>2</i></a>", schema) == #"{"i":[[1],[2]]}"#)
    }

    @Test("A schema of endlessly nested arrays is a mismatch")
    func endless() throws {
        let schema =
            ##"{"properties":{"i":{"$ref":"#/$defs/l"}},"$defs":{"l":{"type":"array","items":{"$ref":"#/$defs/l"}}}}"##
        let error = #expect(throws: XMLError.self) { try read("<a><i>1</i></a>", schema) }
        #expect(error?.words.description == "/i is the text '1', where the schema expects an array")
    }

    @Test("Attributes and elements of one name are one array")
    func sharedName() throws {
        var options = XMLOptions.xmlreader
        options.textOnlyIsString = true
        let schema = #"{"properties":{"id":{"type":"array","items":{"type":"integer"}}}}"#
        #expect(try read("<a id='1'><id>2</id></a>", schema, options) == #"{"id":[1,2]}"#)
        #expect(try read("<a id='1'/>", schema, options) == #"{"id":[1]}"#)
    }

    @Test("Text beside attributes has the type of its key")
    func textBeside() throws {
        let schema = ##"{"properties":{"p":{"properties":{"#text":{"type":"number"}}}}}"##
        #expect(try read("<a><p c='EUR'>1.5</p></a>", schema) == ##"{"p":{"@c":"EUR","#text":1.5}}"##)
        #expect(
            try read(
                "<a><p>1.5</p></a>",
                #"{"properties":{"p":{"properties":{"text":{"type":"number"}}}}}"#,
                .xmlreader
            )
                == #"{"p":{"text":1.5}}"#
        )
    }

    @Test("Inferred numbers become strings if the schema says so")
    func inferred() throws {
        var options = XMLOptions.xmltodict
        options.infersTypes = true
        let schema = #"{"properties":{"b":{"type":"string"},"c":{"type":"boolean"}}}"#
        #expect(try read("<a><b>1.5</b><c>true</c><d>2</d></a>", schema, options) == #"{"b":"1.5","c":true,"d":2}"#)
    }

    // MARK: Mismatches

    @Test("A mismatch of a document has its line")
    func line() throws {
        let schema = #"{"properties":{"b":{"properties":{"c":{"type":"integer"}}}}}"#
        let error = #expect(throws: XMLError.self) { try read("<a>\n<b>\n<c>x</c></b></a>", schema) }
        #expect(error?.line == 3)
        #expect(error?.words.description == "/b/c is the text 'x', where the schema expects an integer")
    }

    private func records(_ document: String, _ options: XMLOptions, skipping: Bool = false) throws -> [String] {
        let policy: XMLOptions.ErrorPolicy = skipping ? .skip { _ in } : .stop
        var records = try XMLReader(options).records(at: "i", in: .string(document), onError: policy)
        var found: [String] = []
        while let record = try records.next() { found.append(record.json(.compact)) }
        return found
    }

    private func options(_ schema: String, _ onMismatch: (@Sendable (XMLError) -> Void)? = nil) throws -> XMLOptions {
        var options = XMLOptions.xmltodict
        options.shape = try XMLShape(json: schema, onMismatch: onMismatch)
        return options
    }

    private static let item =
        #"{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}},"additionalProperties":false}"#

    @Test("A mismatch of a record has the record's line")
    func recordPlace() throws {
        let options = try options(Self.item)
        let error = #expect(throws: XMLError.self) {
            try records("<r>\n<i><n>1</n></i>\n <i><n>x</n></i></r>", options)
        }
        #expect(error?.line == 3)
        #expect(error?.column == 2)
        #expect(error?.path == "/r/i")
        #expect(error?.words.description == "/n is the text 'x', where the schema expects an integer")
    }

    @Test("SHAPE-HELD: A record that does not fit is a broken record")
    func skipped() throws {
        let document = "<r><i><n>1</n></i><i><n>x</n></i><i/><i><n>2</n><m/></i><i><n>3</n></i></r>"
        #expect(try records(document, options(Self.item), skipping: true) == [#"{"n":1}"#, #"{"n":3}"#])
    }

    @Test("One mismatched record over the limit ends the document")
    func tooMany() throws {
        var options = try options(Self.item)
        options.limits[.errors] = 1
        let error = #expect(throws: XMLError.self) { try records("<r><i/><i/></r>", options, skipping: true) }
        #expect(
            error?.words.description
                == "the value is null, where the schema expects an object (the number of broken records exceeds 1); limits[.errors] allows more"
        )
    }

    @Test("Records of an entity come before the error of a later one")
    func entityBeforeError() throws {
        var options = try options(Self.item)
        options.limits[.errors] = 0
        let document = "<!DOCTYPE r [<!ENTITY e '<i><n>1</n></i><i><n>2</n></i><i/><i><n>3</n></i>'>]><r>&e;</r>"
        var records = try XMLReader(options).records(at: "i", in: .string(document), onError: .skip { _ in })
        #expect(try records.next()?.json(.compact) == #"{"n":1}"#)
        #expect(try records.next()?.json(.compact) == #"{"n":2}"#)
        let error = #expect(throws: XMLError.self) { try records.next() }
        #expect(error?.code == .mismatch)
        #expect(try records.next() == nil)
    }

    @Test("Records in the text of an entity are held to the schema")
    func entity() throws {
        let document = "<!DOCTYPE r [<!ENTITY e '<i><n>1</n></i><i><n>2</n></i>'>]><r>&e;<i><n>3</n></i></r>"
        #expect(try records(document, options(Self.item)) == [#"{"n":1}"#, #"{"n":2}"#, #"{"n":3}"#])
    }

    @Test("Attributes that are records are held to the schema")
    func attributes() throws {
        let options = try options(#"{"type":"integer"}"#)
        var records = try XMLReader(options).records(at: "i/@id", in: .string("<r><i id='7'>x</i><i id='+8'/></r>"))
        #expect(try records.next()?.json(.compact) == "7")
        #expect(try records.next()?.json(.compact) == "8")
        #expect(try records.next() == nil)
    }

    @Test("Several threads deliver the same records and the same error")
    func threads() throws {
        let good = (0..<2_000).map { "<i><n>\($0)</n></i>" }.joined(separator: "\n")
        var reader = XMLReader(try options(Self.item))
        reader.threads = 2
        reader.readingThreads.partSize = 4_096
        for document in ["<r>\(good)</r>", "<r>\(good)\n<i><n>x</n></i>\(good)</r>"] {
            var records = try reader.records(at: "i", in: .string(document))
            var count = 0
            do {
                while let record = try records.next() {
                    #expect(record["n"]?.int == count % 2_000)
                    count += 1
                }
            } catch {
                #expect(error.line == 2_001)
            }
            #expect(count == 2_000)
        }
    }

    @Test("Selected elements are an array that is held to the schema")
    func selected() throws {
        var options = try options(#"{"type":"array","items":{"type":"integer"}}"#)
        options.select = ["n"]
        #expect(try XMLReader(options).read(.string("<r><n>1</n><n>2</n></r>")).json(.compact) == "[1,2]")
    }

    // MARK: Delivered mismatches

    @Test("A delivered mismatch is reported once for each position in the schema")
    func warned() throws {
        let reports = Reports()
        let options = try options(
            Self.item,
            { reports.messages.append("\($0.line ?? 0): \($0.words.description)") }
        )
        let found = try records("<r>\n<i><n>x</n></i>\n<i><n>1</n><m>1</m></i>\n<i><n>y</n></i></r>", options)
        #expect(found == [#"{"n":"x"}"#, #"{"n":1,"m":"1"}"#, #"{"n":"y"}"#])
        #expect(
            reports.messages == [
                "2: /n is the text 'x', where the schema expects an integer", "3: /m is not in the schema",
            ]
        )
        #expect(options.shape?.mismatchCount == 3)
    }

    @Test("A reference at the root of the schema is followed")
    func rootReference() throws {
        let schema = ##"{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"n":{"type":"integer"}}}}}"##
        #expect(try read("<a><n>1</n></a>", schema) == #"{"n":1}"#)
        #expect(throws: XMLError.self) { try read("<a><n>x</n></a>", schema) }
        #expect(throws: XMLError.self) { try XMLShape(json: schema).validate(XMLValue(json: #"{"n":"1"}"#)) }
    }

    @Test("A namespace declaration may have the type integer")
    func declaredNumber() throws {
        let schema = #"{"properties":{"@xmlns":{"properties":{"p":{"type":"integer"}}}}}"#
        #expect(try read("<a xmlns:p='5'/>", schema, .badgerfish) == #"{"@xmlns":{"p":5}}"#)
    }

    @Test("Names that only look the same are different")
    func exactNames() throws {
        let schema = "{\"required\":[\"\u{E9}\"]}"
        #expect(throws: XMLError.self) { try read("<a><e\u{301}/></a>", schema) }
        #expect(try read("<a><\u{E9}>x</\u{E9}></a>", schema) == "{\"\u{E9}\":\"x\"}")
    }
}

/// The errors that a shape has reported; one thread uses it.
final class Reports: @unchecked Sendable {
    var messages: [String] = []
}

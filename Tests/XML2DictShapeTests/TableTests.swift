// Records as tables: columns, cells, lists.

import Testing
import XML2Dict
import XML2DictShape

@Suite("Tables")
struct TableTests {
    /// The columns of the records of a document, or the message of the error.
    private func header(
        _ schema: String,
        textKey: String? = "#text",
        _ change: (inout TableFormat) -> Void = { _ in }
    ) throws -> String {
        var format = TableFormat()
        change(&format)
        do throws(XMLReaderError) {
            let header = try format.table(of: JSONSchema(schema), textKey: textKey).header
            return String(decoding: header, as: UTF8.self)
        } catch {
            return error.message
        }
    }

    @Test(
        "Columns are the single values, in the order of the schema",
        arguments: [
            (#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#, "a,b"),
            (
                #"{"type":"object","properties":{"a":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"object","properties":{"z":{"type":"null"}}}}},"b":{"type":"string"}}}"#,
                "a.x,a.y.z,b"
            ),
            (
                ##"{"type":"object","properties":{"p":{"type":["object","string"],"properties":{"@c":{"type":"string"},"#text":{"type":"string"}}}}}"##,
                "p,p.@c"
            ),
            (
                ##"{"type":"object","properties":{"p":{"type":"object","properties":{"@c":{"type":"string"},"#text":{"type":"string"}}}}}"##,
                "p.@c,p"
            ),
            (
                ##"{"type":["object","string"],"properties":{"@c":{"type":"string"},"#text":{"type":"string"}}}"##,
                "#text,@c"
            ),
            (
                ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"x":{"type":"string"}}}}}"##,
                "a.x,b.x"
            ),
            (
                #"{"type":"object","properties":{"a,b":{"type":"string"},"c\"d":{"type":"string"}}}"#,
                "\"a,b\",\"c\"\"d\""
            ),
        ]
    )
    func columns(schema: String, header: String) throws {
        #expect(try self.header(schema) == header + "\r\n")
    }

    @Test(
        "A schema that has no columns is an error",
        arguments: [
            (#"{"type":"string"}"#, "a table needs records that are objects, and the schema has a string"),
            (
                #"{"type":"object","properties":{"t":{"type":"array","items":{"type":"string"}}}}"#,
                "'t' is a list: --explode t makes a line of each item, and --join t=SEP one text of all"
            ),
            (#"{"type":"object"}"#, "the records have no single values, and so a table has no columns"),
            (#"{"type":"object","properties":{"t":true}}"#, "'t' has no type in the schema: add one"),
            (
                #"{"type":"object","additionalProperties":{"type":"string"}}"#,
                "the record can have any key, and columns need names"
            ),
            (
                ##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##,
                "the schema contains itself at 'a', so its columns have no end"
            ),
            (
                #"{"type":"object","properties":{"a.b":{"type":"string"},"a":{"type":"object","properties":{"b":{"type":"string"}}}}}"#,
                "two columns have the name 'a.b': leave one of them out with --skip"
            ),
            (
                #"{"type":["object","array"],"properties":{"a":{"type":"string"}}}"#,
                "a table needs records that are objects, and the schema also has an array"
            ),
            (
                ##"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"$ref":"#/$defs/s"},"$defs":{"s":{"type":"string"}}}"##,
                "the record can have any key, and columns need names"
            ),
        ]
    )
    func refused(schema: String, message: String) throws {
        #expect(try header(schema) == message)
    }

    private static let lists =
        #"{"type":"object","properties":{"t":{"type":"array","items":{"type":"string"}},"u":{"type":"array","items":{"type":"object","properties":{"v":{"type":"array","items":{"type":"array"}}}}},"w":{"type":"string"}}}"#

    @Test("Lists that cannot be lines or one text are errors")
    func refusedLists() throws {
        #expect(
            try header(Self.lists) { $0.joined = ["u": ";", "t": ";"] }
                == "'u' is a list of objects, and --join takes a list of texts"
        )
        #expect(
            try header(Self.lists) { $0.exploded = ["t", "u"] }
                == "--explode 'u' and 't': one list must be inside the other"
        )
        #expect(
            try header(Self.lists) {
                $0.exploded = ["u", "u.v"]; $0.joined = ["t": ";"]
            } == "'u.v' is a list of lists, which needs JSON"
        )
        #expect(
            try header(Self.lists.replacing(#","items":{"type":"array"}"#, with: #","items":{"type":"string"}"#)) {
                $0.exploded = ["u", "u.v"]; $0.joined = ["t": ";", "w": ";"]
            } == "'w' is not a list of the records: it is a single value"
        )
        #expect(
            try header(Self.lists) {
                $0.exploded = ["t", "t"]; $0.joined = ["u": ";"]
            }
                == "'u' is a list of objects, and --join takes a list of texts"
        )
    }

    @Test(
        "Lists that a table would lose values of are errors",
        arguments: [
            (
                #"{"type":"object","properties":{"a":{"type":["array","object"],"items":{"type":"string"}}}}"#, "a",
                "'a' can be a list or an object, and a table needs one of them"
            ),
            (
                #"{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"string"}}}},"a.b":{"type":"array","items":{"type":"string"}}}}"#,
                "a.b", "two lists of a record have the name 'a.b'"
            ),
            (
                #"{"type":"object","properties":{"\u00E9":{"type":"array","items":{"type":"string"}},"e\u0301":{"type":"array","items":{"type":"string"}}}}"#,
                "\u{E9}",
                "'e\u{301}' is a list: --explode e\u{301} makes a line of each item, and --join e\u{301}=SEP one text of all"
            ),
        ]
    )
    func lossyLists(schema: String, exploded: String, message: String) throws {
        #expect(try header(schema) { $0.exploded = [exploded] } == message)
    }

    @Test("An item that can have any key is no text to join")
    func joinedObjects() throws {
        let schema =
            #"{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","additionalProperties":{"type":"string"}}}}}"#
        #expect(
            try header(schema) { $0.joined = ["a": ";"] } == "an item of 'a' can have any key, and columns need names"
        )
    }
}

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
            (#"{"type":"object","properties":{"t":true}}"#, "the schema gives 't' no type, so it can be anything"),
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
                "two values of a record have the name 'a.b'"
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
                == "'u' and 't' are not inside one another: only such lists make lines"
        )
        #expect(
            try header(Self.lists) {
                $0.exploded = ["u", "u.v"]; $0.joined = ["t": ";"]
            } == "'u.v' is a list of lists"
        )
        #expect(
            try header(Self.lists.replacing(#","items":{"type":"array"}"#, with: #","items":{"type":"string"}"#)) {
                $0.exploded = ["u", "u.v"]; $0.joined = ["t": ";", "w": ";"]
            } == "no list of the records is at 'w': it is a single value"
        )
    }
}

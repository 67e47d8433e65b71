// --shape: every output has the shape of a JSON Schema.

import Foundation
import TestSupport
import Testing

@Suite("Holding to a shape")
struct ShapeFlagTests {
    private static let monday: Bytes = "<feed><item><id>1</id><tag>a</tag></item></feed>"
    private static let tuesday: Bytes = """
        <feed><item><id>2</id><tag>a</tag><tag>b</tag></item>
        <item><id>x</id><color>red</color></item></feed>
        """
    private static let schema: Bytes = """
        {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
          "id": {"type": "integer"}, "tag": {"type": "array", "items": {"type": "string"}}}}
        """

    private func folder() throws -> TemporaryFolder {
        try TemporaryFolder(["monday.xml": Self.monday, "tuesday.xml": Self.tuesday, "shape.json": Self.schema])
    }

    private static let records: [Bytes] = ["--convention=xmltodict", "--records=item"]

    private func run(_ arguments: Bytes..., in folder: TemporaryFolder) throws -> CommandResult {
        try BuiltCommand.run(arguments: Self.records + arguments, in: folder)
    }

    @Test("A single value is an array, and a text a number")
    func shape() throws {
        #expect(try run("--shape=shape.json", "monday.xml", in: folder()) == .success(#"{"id":1,"tag":["a"]}"# + "\n"))
    }

    @Test("SHAPE-HELD: what does not fit is an error with its place")
    func mismatch() throws {
        let result = try run("--shape=shape.json", "tuesday.xml", in: folder())
        #expect(result.ending == .exited(65))
        #expect(result.output == "{\"id\":2,\"tag\":[\"a\",\"b\"]}\n")
        #expect(
            result.errors == """
                xml2dict: tuesday.xml:2:1: error: /id is the text 'x'; the schema expects an integer
                    <item><id>x</id><color>re
                    ^
                    in /feed/item

                """
        )
    }

    @Test("A record that does not fit can be skipped")
    func skipped() throws {
        let result = try run("--shape=shape.json", "--on-error=skip", "tuesday.xml", in: folder())
        #expect(result.ending == .exited(65))
        #expect(result.output == "{\"id\":2,\"tag\":[\"a\",\"b\"]}\n")
        #expect(result.errors.lines.last == "xml2dict: tuesday.xml: 1 record written, 1 skipped")
    }

    @Test("What does not fit can be written with a warning")
    func warned() throws {
        let result = try run("--shape=shape.json", "--on-mismatch=warn", "tuesday.xml", in: folder())
        #expect(result.ending == .exited(0))
        #expect(result.output == "{\"id\":2,\"tag\":[\"a\",\"b\"]}\n{\"id\":\"x\",\"color\":\"red\"}\n")
        #expect(
            result.errors.lines.filter { $0.text?.hasPrefix("xml2dict") == true } == [
                "xml2dict: tuesday.xml:2:1: warning: /id is the text 'x'; the schema expects an integer",
                "xml2dict: tuesday.xml:2:1: warning: /color is not in the schema",
                "xml2dict: 2 values do not fit the schema",
            ]
        )
    }

    @Test("Missing lists can be empty")
    func missing() throws {
        let result = try run("--shape=shape.json", "--missing=list", "--on-mismatch=warn", "tuesday.xml", in: folder())
        #expect(result.output.lines.last == #"{"id":"x","color":"red","tag":[]}"#)
    }

    @Test("A whole document has the shape that was described")
    func described() throws {
        let folder = try folder()
        let schema = try BuiltCommand.run("--describe=json-schema", "--types", "-oall.json", "tuesday.xml", in: folder)
        #expect(schema == .success(""))
        let result = try BuiltCommand.run("--shape=all.json", "-c", "monday.xml", in: folder)
        #expect(
            result
                == .success(
                    #"{"feed":{"item":[{"id":{"text":"1"},"tag":[{"text":"a"}]}]}}"# + "\n"
                )
        )
    }

    @Test("A mismatch of a whole document has its line")
    func document() throws {
        let folder = try TemporaryFolder([
            "a.xml": "<a>\n\n<b>x</b></a>", "s.json": #"{"properties":{"a":{"properties":{"b":{"type":"integer"}}}}}"#,
        ])
        let result = try BuiltCommand.run("--convention=xmltodict", "--shape=s.json", "a.xml", in: folder)
        #expect(
            result == .failure(65, "xml2dict: a.xml:3: error: /a/b is the text 'x'; the schema expects an integer\n")
        )
    }

    @Test(
        "Flags for shapes need one another",
        arguments: [
            (["--missing=list"], "--missing needs --shape"),
            (
                ["--shape=shape.json", "--convention=jsonml"],
                "--shape needs elements as dictionaries, and not as arrays (--elements, --convention jsonml)"
            ),
            (["--shape=shape.json", "--describe"], "--shape has no meaning with --describe"),
            (["--shape=shape.json", "-x"], "--shape has no meaning with --to-xml"),
            (["--shape=/dev/zero"], "--shape: /dev/zero is larger than 1 GiB, the limit for such a file"),
            (["--shape=none.json"], "--shape: cannot read none.json: No such file or directory"),
            (
                ["--shape=bad.json"],
                "--shape: bad.json: the keyword enum is not supported: a schema has type, properties, items, required, additionalProperties, format, minItems, $ref, $defs, definitions, and keywords that only describe, such as title (at #/enum)"
            ),
            (["--shape=monday.xml"], "--shape: monday.xml:1:1: this looks like XML or HTML, not JSON"),
        ] as [([Bytes], String)]
    )
    func refused(arguments: [Bytes], message: String) throws {
        let folder = try folder()
        try folder.write(#"{"enum": []}"#, to: "bad.json")
        let result = try BuiltCommand.run(arguments: arguments + ["monday.xml"], in: folder)
        #expect(result.errors.lines.first?.text == "xml2dict: \(message)")
        #expect(result.ending == .exited(message.contains("cannot read") ? 66 : 64))
    }
}

// --shape: every output has the shape of a JSON Schema.

import TestSupport
import Testing

@Suite("Holding to a shape")
struct ShapeFlagTests {
    @Test("SHAPE-HELD: what does not fit is an error with its place")
    func mismatch() throws {
        let document: Bytes = """
            <feed><item><id>2</id><tag>a</tag><tag>b</tag></item>
            <item><id>x</id><color>red</color></item></feed>
            """
        let schema: Bytes = """
            {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
              "id": {"type": "integer"}, "tag": {"type": "array", "items": {"type": "string"}}}}
            """
        let folder = try TemporaryFolder(["tuesday.xml": document, "shape.json": schema])
        let flags: [Bytes] = ["--convention=xmltodict", "--records=item", "--shape=shape.json"]
        let errors: Bytes = """
            xml2dict: tuesday.xml:2:1: error: /id is the text 'x'; the schema expects an integer
                <item><id>x</id><color>re
                ^
                in /feed/item

            """
        let result = try BuiltCommand.run(arguments: flags + ["tuesday.xml"], in: folder)
        #expect(result == .failure(65, errors, output: "{\"id\":2,\"tag\":[\"a\",\"b\"]}\n"))
    }
}

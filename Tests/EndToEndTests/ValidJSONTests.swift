// The output of the command, read by other programs.

import TestSupport
import Testing

@Suite("JSON for other readers")
struct ValidJSONTests {
    /// A program that reads JSON from its standard input and writes it again.
    struct Reader: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let executable: Bytes
        let arguments: [Bytes]
    }

    private static let python = InstalledProgram.python.map { python in
        Reader(
            testDescription: "Python",
            executable: python,
            arguments: [
                "-c",
                """
                import json, sys
                def once(pairs):
                    assert len({key for key, _ in pairs}) == len(pairs), "a key stands twice"
                    return dict(pairs)
                value = json.loads(sys.stdin.buffer.read().decode("utf-8", "strict"), object_pairs_hook=once)
                print(json.dumps(value, separators=(",", ":")))
                """,
            ]
        )
    }

    private static let jq = InstalledProgram.jq.map { jq in
        Reader(testDescription: "jq", executable: jq, arguments: ["-ac", "."])
    }

    private static let node = InstalledProgram.node.map { node in
        let script: Bytes = #"""
            const bytes = require("fs").readFileSync(0);
            const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
            const escape = (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0");
            console.log(JSON.stringify(JSON.parse(text)).replace(/[\u0080-\uffff]/g, escape));
            """#
        return Reader(testDescription: "Node", executable: node, arguments: ["-e", script])
    }

    private static let readers = [python, jq, node].compactMap(\.self)

    private static let document: Bytes = """
        <!DOCTYPE r [<!ATTLIST r d CDATA 'default'>]>
        <r xmlns:p="u" é="1" e\u{301}="2"><text>&#9;&#10;&#13; "\\/&#x85;\u{2028}😀</text><text/>a<p:b k="&lt;">
        <__proto__>1.50</__proto__></p:b><n>-12</n><n>true</n><n>1e400</n><n>007</n>&amp;<é/></r>
        """

    /// The document's value as each of the readers writes it.
    private static let value = #"""
        {"r":{"xmlns:p":"u","\u00e9":[1,{}],"e\u0301":2,"d":"default",\#
        "text":[{"text":"\"\\/\u0085\u2028\ud83d\ude00"},{},"a&"],\#
        "p:b":{"k":"<","__proto__":{"text":1.5}},\#
        "n":[{"text":-12},{"text":true},{"text":"1e400"},{"text":"007"}]}}
        """#

    @Test(
        "VALID-JSON: jq, Python and Node read the same value in every format",
        .enabled(if: !readers.isEmpty, "none of jq, python3 and node is installed"),
        arguments: readers
    )
    func values(_ reader: Reader) throws {
        let formats: [[Bytes]] = [["-c"], [], ["--tab"], ["--ascii"], ["--indent=1", "--color=never"]]
        var texts = try formats.map { flags in
            let json = try CalledCommand.run(arguments: flags + ["--types"], input: .bytes(Self.document))
            #expect((json.ending, json.errors) == (.exited(0), ""))
            return json.output.text ?? ""
        }
        let lines = try CalledCommand.run("--records=text", "--ascii", input: .bytes(Self.document)).output.lines
        #expect(lines.count == 2)
        texts += lines.map { $0.text ?? "" }
        // The items of one array, so that a reader runs once.
        let read = try ChildProcess(executable: reader.executable, arguments: reader.arguments)
            .run(input: .bytes("[\(texts.joined(separator: ","))]"))
        let records = [#"{"text":"\"\\/\u0085\u2028\ud83d\ude00"}"#, "{}"]
        let values = Array(repeating: Self.value, count: formats.count) + records
        #expect(read == .success(Bytes("[\(values.joined(separator: ","))]\n")))
    }
}

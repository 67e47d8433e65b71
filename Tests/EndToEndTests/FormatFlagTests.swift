// The flags that say how the JSON looks: each one, each value, and which of several wins.

import TestSupport
import Testing

@Suite("Flags for the look of the JSON")
struct FormatFlagTests {
    private static let document: Bytes = "<b><z>1</z><a x=\"2\"/><a/></b>"

    private static let twoSpaces: Bytes = """
        {
          "b": {
            "z": {
              "text": "1"
            },
            "a": [
              {
                "x": "2"
              },
              {}
            ]
          }
        }
        """
    private static let compact: Bytes = #"{"b":{"z":{"text":"1"},"a":[{"x":"2"},{}]}}"#
    private static let oneSpace: Bytes =
        "{\n \"b\": {\n  \"z\": {\n   \"text\": \"1\"\n  },\n  \"a\": [\n   {\n    \"x\": \"2\"\n   },\n   {}\n  ]\n }\n}"
    private static let tabs: Bytes =
        "{\n\t\"b\": {\n\t\t\"z\": {\n\t\t\t\"text\": \"1\"\n\t\t},\n\t\t\"a\": [\n\t\t\t{\n\t\t\t\t\"x\": \"2\"\n\t\t\t},\n\t\t\t{}\n\t\t]\n\t}\n}"

    @Test("By default, JSON has two spaces of indentation and one line feed")
    func usualFormat() throws {
        let result = try BuiltCommand.run(input: .bytes(Self.document))
        #expect(result == .success(Self.twoSpaces + "\n"))
    }

    @Test(
        "Each flag for indentation works, in its long, short and abbreviated form",
        arguments: [
            FlagExample("-c", document: document, json: compact),
            FlagExample("--compact", document: document, json: compact),
            FlagExample("--compa", document: document, json: compact),
            FlagExample("--indent", "0", document: document, json: compact),
            FlagExample("--indent=0", document: document, json: compact),
            FlagExample("--indent", "1", document: document, json: oneSpace),
            FlagExample("--indent=1", document: document, json: oneSpace),
            FlagExample("--inden=1", document: document, json: oneSpace),
            FlagExample("--inden", "1", document: document, json: oneSpace),
            FlagExample("--indent=2", document: document, json: twoSpaces),
            FlagExample("--indent", "64", document: "<a b='1'/>", json: indentedBy64),
            FlagExample("--tab", document: document, json: tabs),
        ]
    )
    func indentation(_ example: FlagExample) throws {
        try example.check()
    }

    private static let indentedBy64: Bytes =
        "{\n" + Bytes(" ") * 64 + "\"a\": {\n" + Bytes(" ") * 128 + "\"b\": \"1\"\n" + Bytes(" ") * 64 + "}\n}"

    @Test(
        "Of several flags for indentation, the last one wins",
        arguments: [
            FlagExample("-c", "--tab", document: document, json: tabs),
            FlagExample("--tab", "-c", document: document, json: compact),
            FlagExample("--tab", "--indent=1", document: document, json: oneSpace),
            FlagExample("--indent=1", "--tab", document: document, json: tabs),
            FlagExample("-c", "--indent=1", document: document, json: oneSpace),
            FlagExample("--indent=1", "-c", document: document, json: compact),
            FlagExample("--indent=1", "--indent=0", document: document, json: compact),
            FlagExample("--indent=0", "--indent=2", document: document, json: twoSpaces),
        ]
    )
    func lastIndentationWins(_ example: FlagExample) throws {
        try example.check()
    }

    private static let unsorted: Bytes =
        "<é b='1' Z='2' a='3'><y><d/><c/></y><y/><x><f><h/><g/></f><e/></x>t</é>"
    private static let sorted: Bytes =
        #"{"é":{"Z":"2","a":"3","b":"1","text":"t","x":{"e":{},"f":{"g":{},"h":{}}},"y":[{"c":{},"d":{}},{}]}}"#

    @Test(
        "Keys are sorted by scalars at every depth; arrays keep their order",
        arguments: [
            FlagExample("-S", "-c", document: unsorted, json: sorted),
            FlagExample("--sort-keys", "-c", document: unsorted, json: sorted),
            FlagExample("--sort", "-c", document: unsorted, json: sorted),
            FlagExample("-cS", document: unsorted, json: sorted),
            FlagExample("-Sc", document: unsorted, json: sorted),
            FlagExample(
                "-Sc",
                document: "<a><가/><z/><é/><e\u{301}/><日/></a>",
                json: "{\"a\":{\"e\u{301}\":{},\"z\":{},\"é\":{},\"日\":{},\"가\":{}}}"
            ),
        ]
    )
    func sortedKeys(_ example: FlagExample) throws {
        try example.check()
    }

    @Test("Without --sort-keys, keys are in the order of the document")
    func unsortedKeys() throws {
        let result = try BuiltCommand.run("-c", input: .bytes(Self.unsorted))
        #expect(
            result
                == .success(
                    #"{"é":{"b":"1","Z":"2","a":"3","y":[{"d":{},"c":{}},{}],"x":{"f":{"h":{},"g":{}},"e":{}},"text":"t"}}"#
                        + "\n"
                )
        )
    }

    private static let beyondASCII: Bytes = "<é 日=\"𝄞\u{7F}\"><b>\u{80}ÿĀ\u{FFFD}\u{10000}\u{10FFFF}~</b></é>"
    private static let escaped: Bytes =
        #"{"\u00e9":{"\u65e5":"\ud834\udd1e"# + "\u{7F}"
        + #"","b":{"text":"\u0080\u00ff\u0100\ufffd\ud800\udc00\udbff\udfff~"}}}"#

    @Test(
        "--ascii escapes all other characters, with surrogate pairs beyond U+FFFF",
        arguments: [
            FlagExample("--ascii", "-c", document: beyondASCII, json: escaped),
            FlagExample("--asc", "-c", document: beyondASCII, json: escaped),
            FlagExample("--ascii", "-cS", document: "<a é='1' z='2'/>", json: #"{"a":{"z":"2","\u00e9":"1"}}"#),
            FlagExample("--ascii", "-c", "--text-key", "ß", document: "<a>t</a>", json: #"{"a":{"\u00df":"t"}}"#),
            FlagExample(
                "-c",
                document: beyondASCII,
                json: "{\"é\":{\"日\":\"𝄞\u{7F}\",\"b\":{\"text\":\"\u{80}ÿĀ\u{FFFD}\u{10000}\u{10FFFF}~\"}}}"
            ),
        ]
    )
    func ascii(_ example: FlagExample) throws {
        try example.check()
    }

    @Test("What JSON must escape is escaped, and nothing else is")
    func escapes() throws {
        let result = try BuiltCommand.run(
            "-c",
            input: "<a b='&#9;&#10;&#13;\"\\/' >\u{2028}e\u{301}\"\u{301}\u{7F}</a>"
        )
        #expect(
            result
                == .success(
                    #"{"a":{"b":"\t\n\r\"\\/","text":""# + "\u{2028}e\u{301}\\\"\u{301}\u{7F}" + #""}}"# + "\n"
                )
        )
    }
}

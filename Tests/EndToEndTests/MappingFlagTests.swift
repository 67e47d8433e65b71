// The flags that say what XML becomes: each one, each value, and which of several wins.

import TestSupport
import Testing

@Suite("Flags for what XML becomes")
struct MappingFlagTests {
    private static let document: Bytes = #"<a id="1"><b>x</b><c/><d k="v"> y </d></a>"#
    private static let merged: Bytes = #"{"a":{"id":"1","b":{"text":"x"},"c":{},"d":{"k":"v","text":"y"}}}"#
    private static let prefixed: Bytes = #"{"a":{"@id":"1","b":{"text":"x"},"c":{},"d":{"@k":"v","text":"y"}}}"#
    private static let grouped: Bytes =
        #"{"a":{"@attributes":{"id":"1"},"b":{"text":"x"},"c":{},"d":{"@attributes":{"k":"v"},"text":"y"}}}"#
    private static let discarded: Bytes = #"{"a":{"b":{"text":"x"},"c":{},"d":{"text":"y"}}}"#

    @Test(
        "Attributes are merged, prefixed, grouped or discarded",
        arguments: [
            FlagExample("-c", document: document, json: merged),
            FlagExample("-c", "--attributes", "merge", document: document, json: merged),
            FlagExample("-c", "--attributes=prefix", document: document, json: prefixed),
            FlagExample("-c", "--attributes", "group", document: document, json: grouped),
            FlagExample("-c", "--attributes=discard", document: document, json: discarded),
            FlagExample("-c", "--attributes=discard", document: document, json: discarded),
        ]
    )
    func attributes(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "Choosing a prefix or a group's key also chooses that form",
        arguments: [
            FlagExample("-c", "--attr-prefix", "@", document: document, json: prefixed),
            FlagExample("-c", "--attr-prefix=ä_", document: "<a b='1'/>", json: #"{"a":{"ä_b":"1"}}"#),
            FlagExample("-c", "--attr-pre=-", document: "<a b='1'/>", json: #"{"a":{"-b":"1"}}"#),
            FlagExample("-c", "--attr-prefix", "-", document: "<a b='1'/>", json: #"{"a":{"-b":"1"}}"#),
            FlagExample("-c", "--attr-prefix=", document: document, json: merged),
            FlagExample("-c", "--attr-group", "@attributes", document: document, json: grouped),
            FlagExample(
                "-c",
                "--attr-group=$",
                document: "<a b='1' c='2'>t</a>",
                json: #"{"a":{"$":{"b":"1","c":"2"},"text":"t"}}"#
            ),
            FlagExample("-c", "--attr-gr=$", document: "<a b='1'/>", json: #"{"a":{"$":{"b":"1"}}}"#),
            FlagExample("-c", "--attr-group=\"\n", document: "<a b='1'/>", json: #"{"a":{"\"\n":{"b":"1"}}}"#),
        ]
    )
    func attributeKeys(_ example: FlagExample) throws {
        try example.check()
    }

    @Test("A prefix can stand beside the mode that it is for")
    func prefixWithMode() throws {
        let example = FlagExample(
            "-c",
            "--attr-prefix=_",
            "--attributes=prefix",
            document: "<a b='1'/>",
            json: #"{"a":{"_b":"1"}}"#
        )
        try example.check()
    }

    @Test(
        "Flags for attributes that contradict one another are refused",
        arguments: [
            ("--attributes=discard", "--attr-prefix=@", "--attributes discard and --attr-prefix contradict each other"),
            ("--attr-prefix=@", "--attributes=merge", "--attributes merge and --attr-prefix contradict each other"),
            ("--attributes=group", "--attr-prefix=", "--attributes group and --attr-prefix contradict each other"),
            ("--attributes=prefix", "--attr-group=g", "--attributes prefix and --attr-group contradict each other"),
            (
                "--attr-prefix=@", "--attr-group=x",
                "--attr-prefix and --attr-group cannot be given together: attributes are prefixed or grouped"
            ),
        ] as [(Bytes, Bytes, Bytes)]
    )
    func contradictions(one: Bytes, other: Bytes, message: Bytes) throws {
        #expect(try BuiltCommand.run(one, other) == .misuse(message))
    }

    @Test(
        "Text is under the key that is chosen",
        arguments: [
            FlagExample(
                "-c",
                "--text-key",
                "#text",
                document: "<a b='1'>t</a>",
                json: ##"{"a":{"b":"1","#text":"t"}}"##
            ),
            FlagExample("-c", "--text-key=$t", document: "<a>t</a>", json: #"{"a":{"$t":"t"}}"#),
            FlagExample("-c", "--text-k=$t", document: "<a>t</a>", json: #"{"a":{"$t":"t"}}"#),
            FlagExample("-c", "--text-key=", document: "<a>t</a>", json: #"{"a":{"":"t"}}"#),
            FlagExample("-c", "--text-key=\u{1B}\"", document: "<a>t</a>", json: #"{"a":{"\u001b\"":"t"}}"#),
            FlagExample("-c", "--text-key=x", "--text-key=y", document: "<a>t</a>", json: #"{"a":{"y":"t"}}"#),
        ]
    )
    func textKey(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "What shares a key becomes an array, whatever made the key",
        arguments: [
            FlagExample("-c", document: "<a b='1'><b/></a>", json: #"{"a":{"b":["1",{}]}}"#),
            FlagExample(
                "-c",
                document: "<a text='1'><text>2</text>3</a>",
                json: #"{"a":{"text":["1",{"text":"2"},"3"]}}"#
            ),
            FlagExample("-c", "--text-key=b", document: "<a b='1'>2<b/></a>", json: #"{"a":{"b":["1",{},"2"]}}"#),
            FlagExample("-c", "--attr-group=b", document: "<a c='1'><b/></a>", json: #"{"a":{"b":[{"c":"1"},{}]}}"#),
            FlagExample("-c", "--attr-prefix=b", document: "<a c='1'><bc/></a>", json: #"{"a":{"bc":["1",{}]}}"#),
        ]
    )
    func sharedKeys(_ example: FlagExample) throws {
        try example.check()
    }

    private static let strings: Bytes = #"{"a":{"id":"1","b":"x","c":{},"d":{"k":"v","text":"y"}}}"#

    @Test(
        "An element with nothing but text is a dictionary or a string",
        arguments: [
            FlagExample("-c", "--text-only", "dictionary", document: document, json: merged),
            FlagExample("-c", "--text-only", "string", document: document, json: strings),
            FlagExample("-c", "--text-only=string", document: document, json: strings),
            FlagExample("-c", "--text-on=string", document: document, json: strings),
            FlagExample("-c", "--text-only=string", document: "<a> t </a>", json: #"{"a":"t"}"#),
            FlagExample("-c", "--text-only=string", "--text-only=dictionary", document: document, json: merged),
            FlagExample(
                "-c",
                "--text-only=string",
                "--attributes=discard",
                document: document,
                json: #"{"a":{"b":"x","c":{},"d":"y"}}"#
            ),
        ]
    )
    func textOnly(_ example: FlagExample) throws {
        try example.check()
    }

    private static let empties: Bytes = "<a><b/><c></c><d> </d><e><f/></e><g h=''/>t</a>"

    @Test(
        "An empty element is a dictionary, null, a string or nothing",
        arguments: [
            FlagExample(
                "-c",
                document: empties,
                json: #"{"a":{"b":{},"c":{},"d":{},"e":{"f":{}},"g":{"h":""},"text":"t"}}"#
            ),
            FlagExample(
                "-c",
                "--empty",
                "dictionary",
                document: empties,
                json: #"{"a":{"b":{},"c":{},"d":{},"e":{"f":{}},"g":{"h":""},"text":"t"}}"#
            ),
            FlagExample(
                "-c",
                "--empty",
                "null",
                document: empties,
                json: #"{"a":{"b":null,"c":null,"d":null,"e":{"f":null},"g":{"h":""},"text":"t"}}"#
            ),
            FlagExample(
                "-c",
                "--empty=string",
                document: empties,
                json: #"{"a":{"b":"","c":"","d":"","e":{"f":""},"g":{"h":""},"text":"t"}}"#
            ),
            FlagExample("-c", "--empty=omit", document: empties, json: #"{"a":{"g":{"h":""},"text":"t"}}"#),
            FlagExample("-c", "--empty=null", document: "<a/>", json: #"{"a":null}"#),
            FlagExample("-c", "--empty=string", document: "<a/>", json: #"{"a":""}"#),
            FlagExample("-c", "--empty=omit", document: "<a/>", json: #"{"a":{}}"#),
            FlagExample("-c", "--empty=omit", document: "<a><b><c/></b></a>", json: #"{"a":{}}"#),
            FlagExample("-c", "--empty=null", "--attributes=discard", document: "<a b='1'/>", json: #"{"a":null}"#),
            FlagExample("-c", "--empty=omit", "--empty=null", document: "<a/>", json: #"{"a":null}"#),
        ]
    )
    func empty(_ example: FlagExample) throws {
        try example.check()
    }

    private static let spaces: Bytes = "<a>\t<b> x  y\n</b>\u{A0}<c xml:space='preserve'> z <d> </d></c></a>"

    @Test(
        "XML white space around text is trimmed or kept",
        arguments: [
            FlagExample(
                "-c",
                document: spaces,
                json: #"{"a":{"b":{"text":"x  y"},"c":{"xml:space":"preserve","d":{"text":" "},"text":" z "},"text":""#
                    + "\u{A0}\"}}"
            ),
            FlagExample(
                "-c",
                "--trim",
                "ends",
                document: spaces,
                json: #"{"a":{"b":{"text":"x  y"},"c":{"xml:space":"preserve","d":{"text":" "},"text":" z "},"text":""#
                    + "\u{A0}\"}}"
            ),
            FlagExample("-c", "--trim=none", document: spaces, json: untrimmed),
            FlagExample("-c", "--tri=none", document: spaces, json: untrimmed),
            FlagExample("-c", "--trim=none", "--trim=ends", document: "<a> t </a>", json: #"{"a":{"text":"t"}}"#),
            FlagExample("-c", "--trim=ends", "--trim=none", document: "<a> t </a>", json: #"{"a":{"text":" t "}}"#),
        ]
    )
    func trimming(_ example: FlagExample) throws {
        try example.check()
    }

    private static let untrimmed: Bytes =
        #"{"a":{"b":{"text":" x  y\n"},"c":{"xml:space":"preserve","d":{"text":" "},"text":" z "},"text":"\t"#
        + "\u{A0}\"}}"
}

// The flags of the limits.

import TestSupport
import Testing

@Suite("Flags for limits")
struct LimitFlagTests {
    /// A flag, its value, a document that is over it by one, what the message says, and the JSON when the flag allows one more.
    struct Example: Sendable, CustomTestStringConvertible {
        let flag: String
        let value: Int
        let document: Bytes
        let message: String
        let json: Bytes

        var testDescription: String { "--\(flag) \(value)" }

        init(_ flag: String, _ value: Int, _ document: Bytes, _ message: String, _ json: Bytes) {
            self.flag = flag
            self.value = value
            self.document = document
            self.message = message
            self.json = json
        }
    }

    private static let examples = [
        Example(
            "max-depth",
            1,
            "<a><b/></a>",
            "1:4: error: elements are nested more than 1 deep",
            #"{"a":{"b":{}}}"#
        ),
        Example(
            "max-token-length",
            11,
            "<a><b c='456'/></a>",
            "1:4: error: a tag, comment, processing instruction or declaration is longer than 11 bytes",
            #"{"a":{"b":{"c":"456"}}}"#
        ),
        Example(
            "max-name-length",
            3,
            "<a abcd='e'/>",
            "1:1: error: a name is longer than 3 bytes",
            #"{"a":{"abcd":"e"}}"#
        ),
        Example(
            "max-namespace-length",
            3,
            "<a><b xmlns='abcd'/></a>",
            "1:4: error: the URI of a namespace is longer than 3 bytes",
            #"{"a":{"b":{"xmlns":"abcd"}}}"#
        ),
        Example(
            "max-attributes",
            1,
            "<a b='' c=''/>",
            "1:1: error: a tag has more than 1 attributes",
            #"{"a":{"b":"","c":""}}"#
        ),
        Example(
            "max-entities",
            0,
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "1:25: error: the document declares more than 0 entities",
            #"{"a":{"text":"c"}}"#
        ),
        Example(
            "max-entity-depth",
            1,
            "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;'>]><a>&d;</a>",
            "1:40: error: entities refer to one another more than 1 deep",
            #"{"a":{"text":"c"}}"#
        ),
        Example(
            "max-entity-length",
            3,
            "<!DOCTYPE a [<!ENTITY b 'cdef'>]><a>&b;</a>",
            "1:25: error: the text of an entity is longer than 3 bytes",
            #"{"a":{"text":"cdef"}}"#
        ),
        Example(
            "max-attribute-declarations",
            0,
            "<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>",
            "1:34: error: the document declares more than 0 attributes",
            #"{"a":{"b":"c"}}"#
        ),
    ]

    @Test(
        "Each limit's message names its flag, and the flag allows more",
        arguments: examples
    )
    func limits(_ example: Example) throws {
        let flag = Bytes("--\(example.flag)")
        let result = try BuiltCommand.run("-c", flag, Bytes("\(example.value)"), input: .bytes(example.document))
        #expect((result.ending, result.output) == (.exited(65), ""))
        let first = result.errors.text?.split(separator: "\n").first.map(String.init)
        #expect(first == "xml2dict: <stdin>:\(example.message); --\(example.flag) N allows more")
        let more = try BuiltCommand.run("-c", flag + Bytes("=\(example.value + 1)"), input: .bytes(example.document))
        #expect(more == .success(example.json + "\n"))
        let form =
            example.flag.hasSuffix("-length")
            ? "a number of bytes, such as 4096, 64K or 20M" : "a whole number, 0 or more"
        for wrong in ["-1", "x", "", "1.5", "99999999999999999999", "K", "1T", "9999999999G"] {
            let misuse = try BuiltCommand.run(flag + Bytes("=\(wrong)"), input: "<a/>")
            #expect(misuse == .misuse(Bytes("--\(example.flag) takes \(form), not '\(wrong)'")))
        }
    }

    @Test(
        "Bytes can have the units K, M and G, powers of 1024",
        arguments: [("1K", 1 << 10), ("2k", 2 << 10), ("1M", 1 << 20), ("0G", 0)]
    )
    func units(_ value: String, _ length: Int) throws {
        let flag = Bytes("--max-token-length=\(value)")
        // The tag <a b=''/> has nine bytes without the value.
        let document = Bytes("<a b='") + Bytes("x") * max(0, length - 9) + "'/>"
        let longer = Bytes("<a b='") + Bytes("x") * max(0, length - 8) + "'/>"
        if length > 0 {
            let result = try BuiltCommand.run("-c", "--skip", "a/@b", flag, input: .bytes(document))
            #expect(result == .success("{\"a\":{}}\n"))
        }
        let refused = try BuiltCommand.run(flag, input: .bytes(longer))
        #expect((refused.ending, refused.output) == (.exited(65), ""))
        #expect(refused.errors.text?.contains("is longer than \(length) bytes; --max-token") == true)
    }

    @Test("AMPLIFY-BOUND: The command refuses what grows a hundredfold, and --max-amplification allows it")
    func amplification() throws {
        let long = Bytes("x") * 50_000
        let document = Bytes("<!DOCTYPE r [<!ENTITY e '") + long + "'>]><r>" + Bytes("&e;") * 400 + "</r>"
        let result = try BuiltCommand.run("-c", input: .bytes(document))
        #expect((result.ending, result.output) == (.exited(65), ""))
        #expect(
            result.errors.text?.contains(
                "error: entities, default attributes or namespaces make the document more than 100 times as long as it is"
                    + "; --max-amplification N allows more\n"
            ) == true
        )
        let more = try BuiltCommand.run("-c", "--max-amplification", "500", input: .bytes(document))
        let isSame = more == .success(#"{"r":{"text":""# + long * 400 + "\"}}\n")
        #expect(isSame, "\(more.ending), \(more.errors)")
    }
}

// The flags of the limits: units, and a document that entities make long; the cases of limits have the rest.

import TestSupport
import Testing

@Suite("Flags for limits")
struct LimitFlagTests {
    @Test("Bytes can have the units K, M and G, powers of 1024")
    func units() throws {
        for (value, length) in [("1K", 1 << 10), ("2k", 2 << 10), ("1M", 1 << 20), ("0G", 0)] {
            let flags: [Bytes] = ["-c", "--skip=a/@b", "--max-token-length=\(value)"]
            // The tag <a b=''/> has nine bytes without the value.
            func result(_ length: Int) throws -> CommandResult {
                let document = Bytes("<a b='") + Bytes("x") * max(0, length - 9) + "'/>"
                return try CalledCommand.run(arguments: flags, input: .bytes(document))
            }
            if length > 0 { #expect(try result(length) == .success("{\"a\":{}}\n")) }
            let refused = try result(length + 1)
            #expect((refused.ending, refused.output) == (.exited(65), ""))
            #expect(refused.errors.text?.contains("is longer than \(length) bytes; --max-token") == true)
        }
    }

    @Test("AMPLIFY-BOUND: Names that grow a hundredfold in XML are refused", arguments: [100, 2_000, 4_000])
    func names(count: Int) throws {
        let long = Bytes("p") * 49_000, items = Bytes("0,") * (count - 1) + "0"
        let prefixed = #"{"a":{"xmlns:"# + long + #"":"u","u:b":["# + items + "]}}"
        let listed = #"{"a":{""# + long + #"":["# + items + "]}}"
        for (flags, json) in [(["--namespaces", "expand"], prefixed), ([], listed)] as [([Bytes], Bytes)] {
            let result = try CalledCommand.run(arguments: ["-x"] + flags, input: .bytes(json))
            #expect((result.ending, result.output) == (.exited(65), ""))
            let message = """
                error: the names of elements make the XML more than 100 times as long as the value; \
                --max-amplification N allows more

                """
            #expect(result.errors.text?.contains(message) == true)
        }
        guard count == 100 else { return }
        let more = try CalledCommand.run("-x", "--max-amplification", "10000", input: .bytes(listed))
        #expect(more.ending == .exited(0) && more.output.values.count > 98_000 * count)
    }

    @Test("AMPLIFY-BOUND: The command refuses hundredfold growth, unless --max-amplification allows it")
    func amplification() throws {
        let long = Bytes("x") * 50_000
        let document = Bytes("<!DOCTYPE r [<!ENTITY e '") + long + "'>]><r>" + Bytes("&e;") * 400 + "</r>"
        let result = try CalledCommand.run("-c", input: .bytes(document))
        #expect((result.ending, result.output) == (.exited(65), ""))
        let message = """
            error: entities, default attributes, namespaces, origins or ancestors make the document more than 100 times as long as it is; \
            --max-amplification N allows more

            """
        #expect(result.errors.text?.contains(message) == true)
        let more = try CalledCommand.run("-c", "--max-amplification", "500", input: .bytes(document))
        #expect(more == .success(#"{"r":{"text":""# + long * 400 + "\"}}\n"))
    }
}

// Colours: on a terminal whose owner wants them, and when asked for.

import TestSupport
import Testing

@Suite("Colour")
struct ColorTests {
    private let document: StandardInput = "<a b='1'><c/><c/></a>"
    private let plain: Bytes = #"{"a":{"b":"1","c":[null,null]}}"# + "\n"
    private let colored: Bytes =
        "{\u{1B}[34;1m\"a\"\u{1B}[0m:{\u{1B}[34;1m\"b\"\u{1B}[0m:\u{1B}[32m\"1\"\u{1B}[0m,"
        + "\u{1B}[34;1m\"c\"\u{1B}[0m:[\u{1B}[90mnull\u{1B}[0m,\u{1B}[90mnull\u{1B}[0m]}}\n"

    private func run(
        _ flags: Bytes...,
        output: StandardOutput = .collected,
        environment: [String: String?] = [:]
    ) throws -> CommandResult {
        try BuiltCommand.run(
            arguments: ["-c", "--empty=null"] + flags,
            input: document,
            output: output,
            environment: environment
        )
    }

    @Test("A pipe gets colours only when they are asked for")
    func pipe() throws {
        #expect(try run() == .success(plain))
        #expect(try run("--color=auto") == .success(plain))
        #expect(try run("--color=never") == .success(plain))
        #expect(try run("-C") == .success(colored))
        #expect(try run("--color") == .success(colored))
        #expect(try run("--col") == .success(colored))
        #expect(try run("--color=always") == .success(colored))
    }

    @Test("The short flag takes its value behind an equals sign as well")
    func shortFlagWithValue() throws {
        #expect(try run("-C=always") == .success(colored))
        #expect(try run("-C=auto") == .success(plain))
        #expect(try run("-C=never") == .success(plain))
    }

    @Test("A terminal gets colours unless they are refused")
    func terminal() throws {
        #expect(try run(output: .terminal) == .success(colored))
        #expect(try run("--color=auto", output: .terminal) == .success(colored))
        #expect(try run("--color=always", output: .terminal) == .success(colored))
        #expect(try run("--color=never", output: .terminal) == .success(plain))
    }

    @Test("Of several flags for colour, the last one wins")
    func lastFlagWins() throws {
        #expect(try run("-C", "--color=never") == .success(plain))
        #expect(try run("--color=never", "-C") == .success(colored))
        #expect(try run("--color=never", "--color=auto", output: .terminal) == .success(colored))
    }

    @Test("NO_COLOR and TERM=dumb are honoured, unless colours are asked for")
    func environment() throws {
        #expect(try run(output: .terminal, environment: ["NO_COLOR": "1"]) == .success(plain))
        #expect(try run(output: .terminal, environment: ["NO_COLOR": ""]) == .success(colored))
        #expect(try run(output: .terminal, environment: ["TERM": "dumb"]) == .success(plain))
        #expect(try run(output: .terminal, environment: ["TERM": nil]) == .success(colored))
        #expect(try run("--color=auto", output: .terminal, environment: ["NO_COLOR": "1"]) == .success(plain))
        #expect(try run("-C", environment: ["NO_COLOR": "1"]) == .success(colored))
        #expect(try run("-C", output: .terminal, environment: ["NO_COLOR": "1", "TERM": "dumb"]) == .success(colored))
    }

    @Test("A file gets colours only on request, even beside a terminal")
    func file() throws {
        let folder = try TemporaryFolder()
        let usual = try BuiltCommand.run(
            "-c",
            "--empty=null",
            "-o",
            "out",
            input: document,
            output: .terminal,
            in: folder
        )
        #expect(usual == .success(""))
        #expect(try folder.content(of: "out") == plain)
        let asked = try BuiltCommand.run("-cC", "--empty=null", "-o", "out", input: document, in: folder)
        #expect(asked == .success(""))
        #expect(try folder.content(of: "out") == colored)
    }

    @Test("A terminal gets characters that control it as escapes")
    func controls() throws {
        let xml = "<a t='\u{7F}\u{9B}31m'>1\u{202E}2\u{2066}\u{200F}\u{61C}\u{85}é\u{2028}\u{1F600}\"</a>"
        let plain = xml.dropFirst(6).prefix { $0 != "'" }
        let text = "1\u{202E}2\u{2066}\u{200F}\u{61C}\u{85}é\u{2028}\u{1F600}\\\""
        let escaped = #"1\u202e2\u2066\u200f\u061c\u0085é"# + "\u{2028}\u{1F600}" + #"\""#
        let flags: [Bytes] = ["-c", "--color=never"]
        let document = StandardInput.bytes(Bytes(xml))
        #expect(
            try BuiltCommand.run(arguments: flags, input: document)
                == .success(Bytes("{\"a\":{\"t\":\"\(plain)\",\"text\":\"\(text)\"}}\n"))
        )
        let shown = Bytes(#"{"a":{"t":"\u007f\u009b31m","text":""# + escaped + "\"}}\n")
        #expect(try BuiltCommand.run(arguments: flags, input: document, output: .terminal) == .success(shown))
        // The key is not ASCII alone, and the output is ASCII.
        let ascii = try BuiltCommand.run(
            arguments: flags + ["--ascii", "--attr-prefix=\u{202E}\u{7F}"],
            input: "<é a=''/>",
            output: .terminal
        )
        #expect(ascii == .success(#"{"\u00e9":{"\u202e\u007fa":""}}"# + "\n"))
        let key = try BuiltCommand.run(
            arguments: flags + ["--attr-prefix=\u{7F}"],
            input: "<é a=''/>",
            output: .terminal
        )
        #expect(key == .success(#"{"é":{"\u007fa":""}}"# + "\n"))
    }

    @Test("Messages on a terminal are the same as elsewhere")
    func messages() throws {
        let result = try BuiltCommand.run(input: "<a", errors: .terminal)
        #expect(
            result
                == .failure(
                    65,
                    """
                    xml2dict: <stdin>:1:1: error: the document ends inside a tag, comment or other construct that begins here
                        <a
                        ^

                    """
                )
        )
    }
}

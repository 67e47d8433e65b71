// Colors and control characters on a terminal. The case format/color has the colors that a flag asks for.

import TestSupport
import Testing

@Suite("Color")
struct ColorTests {
    private let document: StandardInput = "<a b='1'><c/><c/></a>"
    private let plain: Bytes = #"{"a":{"b":"1","c":[null,null]}}"# + "\n"
    private let colored: Bytes =
        "{\u{1B}[34;1m\"a\"\u{1B}[0m:{\u{1B}[34;1m\"b\"\u{1B}[0m:\u{1B}[32m\"1\"\u{1B}[0m,"
        + "\u{1B}[34;1m\"c\"\u{1B}[0m:[\u{1B}[90mnull\u{1B}[0m,\u{1B}[90mnull\u{1B}[0m]}}\n"

    @Test("A terminal gets colors unless a flag or the environment disables them")
    func terminal() throws {
        for (flags, environment, isColored) in [
            (["--color=never"], [:], false), (["--color=never", "--color=auto"], ["TERM": nil], true),
            ([], ["NO_COLOR": "1"], false), ([], ["NO_COLOR": ""], true), ([], ["TERM": "dumb"], false),
            (["-C"], ["NO_COLOR": "1", "TERM": "dumb"], true),
        ] as [([Bytes], [String: String?], Bool)] {
            let arguments = ["-c", "--empty=null"] + flags
            let result = try BuiltCommand.run(
                arguments: arguments,
                input: document,
                output: .terminal,
                environment: environment
            )
            #expect(result == .success(isColored ? colored : plain), "\(flags) \(environment)")
        }
    }

    @Test("A file gets no colors, even beside a terminal")
    func file() throws {
        let folder = try TemporaryFolder()
        let flags: [Bytes] = ["-c", "--empty=null", "-o", "out"]
        let result = try BuiltCommand.run(arguments: flags, input: document, output: .terminal, in: folder)
        #expect(result == .success(""))
        #expect(try folder.content(of: "out") == plain)
    }

    @Test("Control characters are escaped on a terminal")
    func controls() throws {
        let value = "\u{7F}\u{9B}31m", text = "1\u{202E}2\u{2066}\u{200F}\u{61C}\u{85}é\u{2028}\u{1F600}\""
        let document = StandardInput.bytes("<é a='\(value)'>\(text)</é>")
        let flags: [Bytes] = ["-c", "--color=never", "--attr-prefix=\u{7F}"]
        let plain: Bytes = "{\"é\":{\"\u{7F}a\":\"\(value)\",\"text\":\"\(text.replacing("\"", with: "\\\""))\"}}\n"
        #expect(try CalledCommand.run(arguments: flags, input: document) == .success(plain))
        let escaped = #"1\u202e2\u2066\u200f\u061c\u0085é"# + "\u{2028}\u{1F600}" + #"\""#
        let shown = Bytes(#"{"é":{"\u007fa":"\u007f\u009b31m","text":""# + escaped + "\"}}\n")
        #expect(try BuiltCommand.run(arguments: flags, input: document, output: .terminal) == .success(shown))
        // The key is not ASCII alone, and the output is ASCII.
        let ascii = try BuiltCommand.run(
            arguments: flags + ["--ascii", "--attr-prefix=\u{202E}\u{7F}"],
            input: "<é a=''/>",
            output: .terminal
        )
        #expect(ascii == .success(#"{"\u00e9":{"\u202e\u007fa":""}}"# + "\n"))
    }

    @Test("Messages are the same on a terminal and in a file")
    func messages() throws {
        let elsewhere = try BuiltCommand.run(input: "<a>&e;</a>")
        let message: Bytes = "xml2dict: <stdin>:1:4: error: the entity &e; is not declared"
        #expect(elsewhere.errors.lines.first == message)
        #expect(try BuiltCommand.run(input: "<a>&e;</a>", errors: .terminal) == elsewhere)
    }
}

// Addresses: what curl is told, and what is told of curl. A small script stands where curl would.

import Foundation
import TestSupport
import Testing

@Suite("Addresses")
struct FetchTests {
    /// Runs the command with a script in place of curl, or with none.
    private func run(_ arguments: Bytes..., curl script: String?) throws -> CommandResult {
        try run(arguments, curl: script)
    }

    private func run(_ words: [String], curl script: String?) throws -> CommandResult {
        try run(words.map { Bytes($0) }, curl: script)
    }

    private func run(_ arguments: [Bytes], curl script: String?) throws -> CommandResult {
        let folder = try TemporaryFolder()
        if let script {
            try folder.write(Bytes("#!/bin/sh\n" + script), to: "curl")
            try folder.setMode(0o755, of: "curl")
        }
        let path = script == nil ? "/nonexistent" : "\(folder.path.text ?? ""):/usr/bin:/bin"
        return try BuiltCommand.run(arguments: arguments, in: folder, environment: ["PATH": path])
    }

    @Test("curl gets the address as one argument, and only HTTP and HTTPS")
    func arguments() throws {
        let address: Bytes = "HTTP://127.0.0.1/a b?c=[1-9]&d={e};$(f)"
        let script = """
            printf '<r>'
            for word; do printf '<w><![CDATA[%s]]></w>' "$word"; done
            printf '</r>'
            """
        let words: [Bytes] = [
            "--disable", "--silent", "--show-error", "--fail", "--location", "--max-redirs", "20", "--compressed",
            "--globoff",
            "--no-buffer", "--proto", "=http,https", "--proto-redir", "=http,https", "--url", address,
        ]
        let expected = words.reduce(into: Bytes("")) { lines, word in lines = lines + "\"" + word + "\"\n" }
        #expect(try run("--records=w", "--text-only=string", address, curl: script) == .success(expected))
    }

    @Test("A failed fetch is status 66 with curl's message, without output")
    func failure() throws {
        let script = "echo '<r><i/>'; echo 'curl: (18) end of response with 3 bytes missing' >&2; exit 18"
        let message: Bytes = "xml2dict: http://x/: error: curl: (18) end of response with 3 bytes missing\n"
        #expect(try run("http://x/", curl: script) == .failure(66, message))
        #expect(try run("--records=i", "http://x/", curl: script) == .failure(66, message, output: "{}\n"))
    }

    @Test("A complete document counts only if curl reports success")
    func lateFailure() throws {
        let script = "echo '<r/>'; echo 'curl: (56) reset' >&2; exit 56"
        #expect(try run("https://x/", curl: script) == .failure(66, "xml2dict: https://x/: error: curl: (56) reset\n"))
    }

    @Test("Broken XML is told as such, and curl does not go on")
    func brokenDocument() throws {
        let script = "printf '<r></s>'; exec sleep 1000"
        let result = try run("http://x/", curl: script)
        #expect(result.ending == .exited(65))
        let message = "xml2dict: http://x/:1:6: error: mismatched tag: </s> cannot close <r>"
        #expect(result.errors.text?.hasPrefix(message) == true)
    }

    @Test("curl that says nothing is told by its status")
    func silence() throws {
        #expect(
            try run("http://x/", curl: "exit 7")
                == .failure(66, "xml2dict: http://x/: error: curl ended with status 7\n")
        )
    }

    @Test("No message shows the password of an address")
    func password() throws {
        let script = "for word; do :; done; echo \"curl: (6) $word: login of user:geheim, geheim\" >&2; exit 6"
        let message: Bytes = "curl: (6) https://user:***@x/?a: login of user:***, ***\n"
        #expect(
            try run("https://user:geheim@x/?a", curl: script)
                == .failure(66, "xml2dict: https://user:***@x/?a: error: " + message)
        )
        #expect(
            try run("https://token@x/", curl: "exit 7")
                == .failure(66, "xml2dict: https://***@x/: error: curl ended with status 7\n")
        )
        // The slash ends the authority, and the password with it.
        #expect(
            try run("https://user:ge/heim@x/", curl: "exit 3")
                == .failure(66, "xml2dict: https://user:***@x/: error: curl ended with status 3\n")
        )
        let broken = try run("https://user:geheim@x/", curl: "printf '<r></s>'")
        #expect(broken.errors.lines.first?.text?.hasPrefix("xml2dict: https://user:***@x/:1:6: error: mis") == true)
        #expect(
            try run("https://x/@user", curl: "exit 7")
                == .failure(66, "xml2dict: https://x/@user: error: curl ended with status 7\n")
        )
    }

    @Test(
        "No message about the command line shows the password of an address",
        arguments: [
            (["--records", "ADDRESS"], "--records: 'SHOWN' is not a path: a name is missing. PATHS"),
            (["--select", "a|ADDRESS"], "--select: 'a|SHOWN' is not a path: a name is missing. PATHS"),
            (["@ADDRESS"], "@SHOWN: cannot read SHOWN: No such file or directory"),
            (["--foo=ADDRESS"], "unknown flag '--foo=SHOWN'; did you mean --root?"),
            (["--recrods=ADDRESS"], "unknown flag '--recrods=SHOWN'; did you mean --records?"),
            (["--re=ADDRESS"], "'--re=SHOWN' could be --records or --require-match"),
            (["--encoding", "ADDRESS"], "--encoding: 'SHOWN' is not an encoding that is known here"),
            (["--indent", "ADDRESS"], "--indent takes a whole number from 0 to 64, not 'SHOWN'"),
            (["--type", "ADDRESS"], "--type takes TYPES, not 'SHOWN'"),
            (["--type", "a=ADDRESS"], "--type takes TYPES; a type is string, number or boolean, not 'SHOWN'"),
            (["--type", "ADDRESS=number"], "--type: 'SHOWN' is not a path: a name is missing. PATHS"),
            (["--namespace", "a=ADDRESS"], "--namespace: 'SHOWN' is not a prefix"),
            (["--shape", "ADDRESS"], "--shape: cannot read SHOWN: No such file or directory"),
            (["--root", "ADDRESS"], "--root SHOWN needs --to-xml; otherwise --root takes keep or drop"),
            (["-x", "--root", "ADDRESS"], "'SHOWN' (--root NAME) is not a name of XML"),
            (
                ["--records=a", "--part", "ADDRESS"],
                "--part: 'http' is not JSON; a string must be in double quotes: it takes a line of --plan"
            ),
        ]
    )
    func passwordInArguments(words: [String], message: String) throws {
        let address = "http://user:geheim@h/x"
        let result = try run(words.map { $0.replacing("ADDRESS", with: address) }, curl: nil)
        let expected = message.replacing("SHOWN", with: "http://user:***@h/x")
            .replacing("PATHS", with: "Paths look like channel/item, /rss/channel/item or */item")
            .replacing("TYPES", with: "PATH=TYPE, such as item/price=number or item/@id=string")
        #expect(result.errors.text == "xml2dict: \(expected)\nTry 'xml2dict --help'.\n")
    }

    @Test(
        "No message about a file shows the password of an address",
        arguments: [
            (["-o", "http://user:geheim@h/x"], "http://user:***@h/x: error: cannot create: No such file or directory"),
            (
                ["ftp://user:geheim@h/x"],
                "ftp://user:***@h/x: error: cannot open: No such file or directory; only addresses with http and https "
                    + "are fetched; others arrive by a pipe, as in curl -sS ADDRESS | xml2dict"
            ),
            (
                ["/dev/null", "a http://user:geheim@h/x"],
                "a http://user:***@h/x: error: cannot open: No such file or directory"
            ),
        ]
    )
    func passwordInFileNames(words: [String], message: String) throws {
        let errors = try run(words, curl: nil).errors
        #expect(errors.lines.last?.text == "xml2dict: \(message)")
    }

    @Test("No flag shows the password of an address that is its value")
    func passwordInFlags() throws {
        let help = try BuiltCommand.run("--help").output.text ?? ""
        let flags = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(flags.count > 60)
        for flag in flags {
            let errors = try run(["\(flag)=n=http://user:geheim@h/x"], curl: nil).errors
            #expect(errors.text?.contains("geheim") == false, "\(flag)")
        }
    }

    @Test("A name that is not UTF-8 hides its password, too")
    func passwordInBytes() throws {
        let name = "http://user:geheim@h/" + Bytes([0xFF])
        #expect(
            try run(name, curl: nil)
                == .failure(66, "xml2dict: http://user:***@h/\\xFF: error: cannot open: No such file or directory\n")
        )
    }

    @Test("curl with many messages does not wait for their reader")
    func manyMessages() throws {
        let script = "head -c 300000 /dev/zero >&2 2>/dev/null; echo '<r/>'"
        #expect(try run("-c", "http://x/", curl: script) == .success("{\"r\":{}}\n"))
    }

    @Test("Without curl the message says what to install")
    func missing() throws {
        let message: Bytes = """
            xml2dict: http://x/: error: cannot run curl, which fetches addresses (on Debian: apt-get install curl): \
            No such file or directory

            """
        #expect(try run("http://x/", curl: nil) == .failure(66, message))
    }

    @Test("Other names with a colon are files")
    func files() throws {
        #expect(
            try run("ftp://x/", curl: "exit 7")
                == .failure(
                    66,
                    "xml2dict: ftp://x/: error: cannot open: No such file or directory; "
                        + "only addresses with http and https are fetched; "
                        + "others arrive by a pipe, as in curl -sS ADDRESS | xml2dict\n"
                )
        )
        #expect(
            try run("file:///x.xml", curl: "exit 7")
                == .failure(
                    66,
                    "xml2dict: file:///x.xml: error: cannot open: No such file or directory; "
                        + "the name of a file is its path, without file://\n"
                )
        )
    }
}

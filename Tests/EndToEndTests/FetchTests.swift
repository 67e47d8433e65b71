// URLs: the arguments of curl, and the messages about it. A script replaces curl.

import Foundation
import TestSupport
import Testing

@Suite("URLs")
struct FetchTests {
    /// Runs the command with a script in place of curl.
    private func run(_ arguments: [Bytes], curl script: String) throws -> CommandResult {
        let folder = try TemporaryFolder()
        let environment = try folder.environment(withPrograms: ["curl": script])
        return try BuiltCommand.run(arguments: arguments, in: folder, environment: environment)
    }

    @Test("curl gets the URL as one argument, and only HTTP and HTTPS")
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
        #expect(try run(["--records=w", "--text-only=string", address], curl: script) == .success(expected))
    }

    @Test("A failed fetch is status 66 with curl's message, without its document")
    func failures() throws {
        // The script gets the URL last. It does not wait for a reader of its many messages.
        let script = """
            for word; do :; done
            case $word in
                */cut) echo '<r><i/>'; echo 'curl: (18) end of response with 3 bytes missing' >&2; exit 18;;
                */late) echo '<r/>'; echo 'curl: (56) reset' >&2; exit 56;;
                */silent) exit 7;;
                */noisy) head -c 300000 /dev/zero >&2 2>/dev/null; echo '<r/>';;
                */broken) printf '<r></s>'; exec sleep 1000;;
            esac
            """
        let addresses: [Bytes] = ["cut", "late", "silent", "broken", "noisy"].map { "http://user:geheim@x/\($0)" }
        let errors: Bytes = """
            xml2dict: http://user:***@x/cut: error: curl: (18) end of response with 3 bytes missing
            xml2dict: http://user:***@x/late: error: curl: (56) reset
            xml2dict: http://user:***@x/silent: error: curl ended with status 7
            xml2dict: http://user:***@x/broken:1:6: error: mismatched tag: </s> cannot close <r>, which was opened at 1:1
                in /r

            """
        let result = try run(["-c"] + addresses, curl: script)
        #expect(result == .failure(66, errors, output: "{\"r\":{}}\n"))
        let records = try run(["--records=i", addresses[0]], curl: script)
        #expect(records == .failure(66, errors.lines[0] + "\n", output: "{}\n"))
    }

    @Test("No message of curl shows the password of a URL")
    func password() throws {
        let script = """
            for word; do :; done
            case $word in
                *\\?*) echo "curl: (6) $word: login of user:geheim, geheim" >&2; exit 6;;
                *) exit 7;;
            esac
            """
        // The slash ends the authority, and the password with it.
        let errors: Bytes = """
            xml2dict: https://user:***@x/?a: error: curl: (6) https://user:***@x/?a: login of user:***, ***
            xml2dict: https://***@x/: error: curl ended with status 7
            xml2dict: https://user:***@x/: error: curl ended with status 7
            xml2dict: https://x/@user: error: curl ended with status 7

            """
        let addresses: [Bytes] = [
            "https://user:geheim@x/?a", "https://token@x/", "https://user:ge/heim@x/", "https://x/@user",
        ]
        let result = try run(addresses, curl: script)
        #expect(result == .failure(66, errors))
    }

    @Test("No message about a flag shows the password of its URL")
    func passwordInFlags() throws {
        let help = try CalledCommand.run("--help").output.text ?? ""
        let flags = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(flags.count > 60)
        for flag in flags {
            let errors = try CalledCommand.run("\(flag)=n=http://user:geheim@h/x").errors
            #expect(errors.text?.contains("geheim") == false, "\(flag)")
        }
    }

    @Test("Without curl, the message names the package to install")
    func missing() throws {
        let message: Bytes = """
            xml2dict: http://x/: error: cannot run curl, which fetches addresses (on Debian: apt-get install curl): \
            No such file or directory

            """
        #expect(try BuiltCommand.run("http://x/", environment: ["PATH": "/nonexistent"]) == .failure(66, message))
    }
}

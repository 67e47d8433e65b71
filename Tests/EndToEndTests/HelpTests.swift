// What --help and --version print.

import TestSupport
import Testing

@Suite("Help and version")
struct HelpTests {
    @Test("--help shows every flag in at most 80 columns", arguments: ["-h", "--help", "--hel"])
    func help(_ flag: String) throws {
        let result = try BuiltCommand.run(Bytes(flag), "missing.xml")
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        #expect(text.hasPrefix("Usage: xml2dict [options] [file ...]\n"))
        #expect(text.hasSuffix(".\n"))
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let flags = [
            "      --records PATH ", "  -o, --output FILE ", "  -c, --compact ", "      --indent N ", "      --tab ",
            "  -S, --sort-keys ", "      --ascii ", "  -C, --color[=WHEN] ", "      --convention NAME ",
            "      --attributes ", "      --attr-prefix P ", "      --attr-group KEY ", "      --text-only ",
            "      --force-text PATH ", "      --empty ", "      --force-list PATH ",
            "      --siblings ", "      --elements ", "      --root ",
            "      --text-key KEY ", "      --trim ", "      --xml-space ",
            "      --text-separator S ", "      --cdata-key KEY ", "      --comment-key KEY ", "      --pi-key KEY ",
            "      --doctype-key KEY ", "      --xml-declaration ", "      --namespaces ",
            "      --namespace URI=PREFIX ",
            "      --xmlns ", "      --prefix-separator S ", "      --keys ",
            "      --types ", "      --type PATH=TYPE ", "      --nil ", "      --select PATH ", "      --skip PATH ",
            "      --require-match ", "      --on-error ", "      --origin KEY ",
            "      --concatenated ",
            "      --max-errors N ",
            "      --encoding NAME ", "      --decompress WHEN ", "      --entities ", "  -j, --threads N ",
            "      --plan ", "      --part-size SIZE ", "      --part JSON ", "      --max-depth N ",
            "      --max-token-length N ", "      --max-name-length N ", "      --max-namespace-length N ",
            "      --max-attributes N ", "      --max-entities N ", "      --max-entity-depth N ",
            "      --max-entity-length N ", "      --max-attribute-declarations N ", "      --max-amplification N ",
            "  -x, --to-xml ", "      --order-key KEY ", "      --item NAME ", "      --attribute-name KEY ",
            "      --declare ", "      --empty-tags ",
            "      --describe[=FORMAT] ", "      --max-paths N ", "      --shape FILE ", "      --missing ",
            "      --on-mismatch ",
            "      --no-progress ", "      --generate KIND ",
            "  -h, --help ",
            "      --version ",
        ]
        for flag in flags { #expect((text.replacing("\n", with: " \n")).contains("\n" + flag), "\(flag)") }
        // And no others: a new flag is to be tested, too.
        #expect(text.split(separator: "\n").count { $0.contains(#/^  (-.,|   ) --/#) } == flags.count)
    }

    @Test("--help shows groups of flags, then examples and exit statuses")
    func groups() throws {
        let text = try #require(try BuiltCommand.run("--help").output.text)
        let headings = text.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
        #expect(
            headings == [
                "Output:", "Mapping:", "Text, comments and declarations:", "Names and namespaces:", "Types:",
                "Writing XML:", "Parts of a document:", "Describing:", "Shapes:",
                "Input:", "Limits:", "Other:", "Examples:",
            ]
        )
        #expect(
            text.contains(
                """
                Examples:
                  xml2dict menu.xml                          pretty JSON on the terminal
                  curl -s "$url" | xml2dict | jq .rss        a document from the network
                  xml2dict -c --text-only string *.xml       one line for each document
                  xml2dict -o menu.json menu.xml             a file, complete or not at all
                  xml2dict --records channel/item feed.xml   one line for each item

                Exit status: 0 done,
                """
            )
        )
    }

    @Test("--version says the version of the command and of the parser", arguments: ["--version", "--ver"])
    func version(_ flag: String) throws {
        let result = try BuiltCommand.run("missing.xml", Bytes(flag))
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        #expect(text.wholeMatch(of: #/xml2dict \d+\.\d+\.\d+ \(expat_\d+\.\d+\.\d+\)\n/#) != nil, "\(text)")
    }

    @Test("Help that cannot be written is no success", arguments: ["--help", "--version"])
    func unwritable(_ flag: String) throws {
        let closed = try BuiltCommand.run(Bytes(flag), output: .closed)
        #expect(closed == .failure(74, "xml2dict: <stdout>: error: cannot write: Bad file descriptor\n"))
        #if os(Linux)
            let full = try BuiltCommand.run(Bytes(flag), output: .file("/dev/full"))
            #expect(full == .failure(74, "xml2dict: <stdout>: error: cannot write: No space left on device\n"))
        #endif
    }
}

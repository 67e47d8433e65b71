import XML2Dict

/// The text of `--help`, made from the flag table.
///
/// It fits 80 columns.
enum Help {
    /// The form of a command line after the command's name.
    static let usage = "[options] [file ...]"

    /// The purpose of the command, in paragraphs.
    static let description = [
        """
        Converts XML to JSON: elements become objects, repeated siblings become arrays. \
        Without a file, or with "-", it reads standard input. It fetches an http or https address with curl. \
        @FILE stands for the arguments in FILE, one a line.
        """
    ]

    /// Command lines and their purposes.
    static let examples = [
        ("xml2dict menu.xml", "pretty JSON on the terminal"),
        (#"curl -s "$url" | xml2dict | jq .rss"#, "a document from the network"),
        ("xml2dict -c --text-only string *.xml", "one line for each document"),
        ("xml2dict -o menu.json menu.xml", "a file, complete or not at all"),
        ("xml2dict --records channel/item feed.xml", "one line for each item"),
    ]

    private static let indentation = 26
    private static let width = 80

    static var text: String {
        let head = "Usage: xml2dict \(usage)\n\n" + description.map { wrapped($0, at: 0) + "\n\n" }.joined()
        let groups = Flag.groups.map { group in "\(group.title):\n" + group.flags.map(line).joined() }
        let longest = examples.map(\.0.count).max() ?? 0
        let lines = examples.map { command, purpose in
            "  \(command)\(String(repeating: " ", count: longest + 3 - command.count))\(purpose)\n"
        }
        let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
        return head + groups.joined(separator: "\n") + "\nExamples:\n" + lines.joined() + "\n"
            + wrapped("Exit status: \(statuses).", at: 0) + "\n"
    }

    /// Wraps words into lines of at most 80 columns, and indents all but the first line.
    private static func wrapped(_ text: String, at indentation: Int) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if indentation + last.count + word.count + 1 > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }

    private static func line(_ flag: Flag) -> String {
        let names = "  " + (flag.letter.map { "-\($0), " } ?? "    ") + flag.usage
        let first =
            names.count < indentation - 1
            ? names + String(repeating: " ", count: indentation - names.count)
            : names + "\n" + String(repeating: " ", count: indentation)
        return first + wrapped(flag.help, at: indentation) + "\n"
    }
}

extension GeneratedText {
    /// The complete text.
    var content: String {
        switch self {
        case .man: ManualPage.text
        case .bash: Completions.bash
        case .zsh: Completions.zsh
        case .fish: Completions.fish
        case .markdown: MarkdownTables.text
        case .help: Help.text
        case .version: "xml2dict \(Version.number) (\(XMLReader.parserVersion))\n"
        }
    }
}

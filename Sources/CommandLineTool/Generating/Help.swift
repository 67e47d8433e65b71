import XML2Dict

/// Makes the text of `--help` from the flag table, and the text of `-h` from `tasks`, both for 80 columns.
enum Help {
    static let usage = "[options] [file ...]"

    static let description = """
        Converts XML to JSON: elements become objects, repeated siblings become arrays. \
        Without a file, or with "-", it reads standard input. It fetches http and https URLs with curl. \
        @FILE stands for the arguments in FILE, one a line.
        """

    static let tasks: [(title: String, examples: [(command: String, purpose: String)], flags: [(String, String)])] = [
        (
            "Convert",
            [
                ("xml2dict feed.xml", "pretty JSON"),
                ("curl -s https://xkcd.com/rss.xml | xml2dict | jq .rss", "a pipe"),
            ],
            [
                ("-o, --output FILE", "after an error, the old file stays"), ("-c, --compact", "one line"),
                ("-q, --quiet", "no warnings, no progress"),
            ]
        ),
        (
            "Choose the form of the JSON",
            [("xml2dict --text-only string --force-list item feed.xml", "simple values")],
            [
                ("--convention NAME", "the JSON of xmltodict, badgerfish, ..."),
                ("--types", "numbers and booleans"), ("--namespaces strip", "no prefixes"),
            ]
        ),
        (
            "Pick elements, or read a large file in constant memory",
            [
                ("xml2dict --records channel/item feed.xml", "a line for each item"),
                ("xml2dict --select item/title feed.xml", "an array of titles"),
            ],
            [("--skip PATH", "leave elements out"), ("--on-error skip", "leave broken records out")]
        ),
        (
            "Learn what is inside, and give all files one shape",
            [
                ("xml2dict --describe feed.xml", "a table of the paths"),
                ("xml2dict --describe=json-schema -o schema.json feed.xml", "for --shape"),
            ],
            [("--shape FILE", "arrays, numbers and booleans as the schema says")]
        ),
        (
            "Edit values or delete elements, and change no other byte",
            [("xml2dict --set item/title=Tea feed.xml", "Tea in each title")],
            [("--delete PATH", "elements or an attribute"), ("--in-place", "replace each input file that changes")]
        ),
        (
            "Write XML",
            [("xml2dict --convention faithful feed.xml | xml2dict -x --convention faithful", "the same document")],
            [("-x --convention xmltodict", "for JSON of other programs")]
        ),
    ]

    static var page: String {
        let usage = "Usage: xml2dict \(usage)"
        let hint = "all flags: --help"
        let head = usage + String(repeating: " ", count: width - usage.count - hint.count) + hint
        let tasks = tasks.map { task in
            let rows =
                task.examples.map { row($0.command, $0.purpose, at: 60) } + task.flags.map { row($0, $1, at: 30) }
            return "\n\(task.title):\n" + rows.joined()
        }
        return head + "\n\nXML to JSON, and back with -x. Reads standard input, files, http and https URLs.\n"
            + tasks.joined()
    }

    private static func row(_ name: String, _ text: String, at column: Int) -> String {
        let isLong = name.count + text.count + 4 > width
        let gap = String(repeating: " ", count: isLong ? column : max(2, column - name.count - 2))
        return "  " + name + (isLong ? "\n" : "") + gap + text + "\n"
    }

    private static let width = 80

    static var text: String {
        let head = "Usage: xml2dict \(usage)\n\n" + wrapped(description, at: 0) + "\n\n"
        let groups = Flag.groups.map { group in
            // The names of limits are long, and their texts short.
            let column = group.title.hasPrefix("Limits") ? 38 : 26
            return "\(group.title):\n" + group.flags.map { line($0, at: column) }.joined()
        }
        let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
        return head + groups.joined(separator: "\n") + "\n" + wrapped("Exit status: \(statuses).", at: 0) + "\n"
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

    private static func line(_ flag: Flag, at indentation: Int) -> String {
        let names = "  " + (flag.letter.map { "-\($0), " } ?? "    ") + flag.usage
        let first =
            names.count < indentation - 1
            ? names + String(repeating: " ", count: indentation - names.count)
            : names + "\n" + String(repeating: " ", count: indentation)
        return first + wrapped(flag.help, at: indentation) + "\n"
    }
}

extension GeneratedText {
    var content: String {
        switch self {
        case .man: ManualPage.text
        case .bash: Completions.bash
        case .zsh: Completions.zsh
        case .fish: Completions.fish
        case .markdown: MarkdownTables.text
        case .help: Help.text
        case .tasks: Help.page
        case .version: "xml2dict \(Version.number) (\(XMLReader.parserVersion))\n"
        }
    }
}

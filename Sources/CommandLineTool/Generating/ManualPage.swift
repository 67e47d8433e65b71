/// The manual page xml2dict(1), made from the flag table, in the macros of man(7).
enum ManualPage {
    static var text: String {
        let sections = [
            head, section("DESCRIPTION", Help.description.map(escape).joined(separator: "\n.PP\n")), options, paths,
            output,
            statuses, environment, examples, section("SEE ALSO", ".BR curl (1),\n.BR jq (1),\n.BR xmllint (1)"),
        ]
        return sections.joined(separator: "\n") + "\n"
    }

    private static let head = """
        .\\" Made by xml2dict --generate man from the table of its flags.
        .TH XML2DICT 1 "" "xml2dict \(Version.number)" "User Commands"
        .nh
        .SH NAME
        xml2dict \\- convert XML to JSON
        .SH SYNOPSIS
        .B xml2dict
        .RI [ options ]
        .RI [ file \\~.\\|.\\|.]
        """

    // MARK: Flags

    private static var options: String {
        let groups = Flag.groups.map { group in
            ".SS \(escape(group.title))\n" + group.flags.map(entry).joined(separator: "\n")
        }
        return section("OPTIONS", usage + "\n" + groups.joined(separator: "\n"))
    }

    private static let usage = """
        Flags and files may stand in any order;
        .B \\-\\-
        ends the flags. A long name may be cut short as long as it is clear, and written with low lines in place of hyphens.
        """

    private static func entry(_ flag: Flag) -> String {
        let names = [flag.letter.map { "-\($0)" }, "--\(flag.name)"].compactMap(\.self).map { "\\fB\(escape($0))\\fR" }
        let value =
            switch flag.value {
            case .none: ""
            case .required(let word, _): " " + values(word)
            case .optional(let word, _): "[=" + values(word) + "]"
            }
        return ".TP\n\(names.joined(separator: ", "))\(value)\n\(escape(flag.help))."
    }

    /// The words for a flag's values, such as `URI=PREFIX`.
    private static func values(_ words: String) -> String {
        words.split(separator: "=").map { "\\fI\(escape(String($0)))\\fR" }.joined(separator: "=")
    }

    // MARK: Sections

    private static let paths = section(
        "PATHS",
        """
        A path such as
        .B channel/item
        leads to every element whose own path ends so;
        .B /rss/channel/item
        begins at the root, and
        .B *
        is any one name. Where attributes are possible, a last step
        .B @id
        is one. Names are those of the document, with their prefix, or what
        .B \\-\\-namespaces
        makes of them; expanded, they are written
        .BR {http://www.w3.org/2005/Atom}entry .
        """
    )

    private static let output = section(
        "OUTPUT",
        """
        Nothing is written of a document that is not whole. With
        .BR \\-\\-output ,
        the file is replaced when all has gone well, and stays as it was otherwise. With
        .BR \\-\\-records ,
        each record is a line, written as soon as it is complete.
        .PP
        A message is
        .IR file : line : column ": error:"
        and what is wrong; lines and columns begin at 1, and columns count characters. The line and the path of the elements follow.
        """
    )

    private static var statuses: String {
        let rows = ExitStatus.allCases.map {
            ".TP\n.B \($0.rawValue)\n\(escape($0.meaning.prefix(1).uppercased() + $0.meaning.dropFirst()))."
        }
        return section(
            "EXIT STATUS",
            rows.joined(separator: "\n")
                + "\n.PP\nOf several inputs, all are read, and the greatest status is returned. "
                + "That no element is at a path is no fault: a warning names the paths that may be meant."
        )
    }

    private static let environment = section(
        "ENVIRONMENT",
        """
        .TP
        .B NO_COLOR
        When it is set and not empty, there is no colour but with
        .BR \\-\\-color .
        .TP
        .B TERM
        On the terminal
        .B dumb
        there is no colour.
        .PP
        An address is fetched with
        .BR curl (1),
        for which
        .B https_proxy
        and the like hold.
        """
    )

    private static var examples: String {
        section(
            "EXAMPLES",
            Help.examples.map { command, purpose in
                ".TP\n.B \(escape(command))\n\(escape(purpose.prefix(1).uppercased() + purpose.dropFirst()))."
            }
            .joined(separator: "\n")
        )
    }

    private static func section(_ title: String, _ text: String) -> String {
        ".SH \(title)\n\(text)"
    }

    /// Text that is what it is to groff: hyphens that can be copied, backslashes, and no line that is a request.
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}

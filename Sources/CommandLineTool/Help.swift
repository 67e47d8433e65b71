/// The text of `--help`, made from the flag table.
///
/// It fits 80 columns.
enum Help {
    private static let head = """
        Usage: xml2dict [options] [file ...]

        Converts XML to JSON: elements become objects, repeated siblings become arrays.
        Without a file, or with "-", it reads standard input. An http or https address
        is fetched with curl.


        """

    private static let tail = """

        Examples:
          xml2dict menu.xml                          pretty JSON on the terminal
          curl -s "$url" | xml2dict | jq .rss        an answer from the network
          xml2dict -c --text-only string *.xml       one line for each document
          xml2dict -o menu.json menu.xml             a file, whole or not at all
          xml2dict --records channel/item feed.xml   one line for each item

        Exit status: 0 done, 64 wrong usage, 65 broken XML or over a limit, 66 input
        cannot be opened, 70 a defect, 73 output cannot be created, 74 a read or
        write failed.

        """

    private static let indentation = 26
    private static let width = 80

    static var text: String {
        let groups = Flag.Group.allCases.map { group in
            "\(group.rawValue):\n" + Flag.all.filter { $0.group == group }.map(line).joined()
        }
        return head + groups.joined(separator: "\n") + tail
    }

    private static func line(_ flag: Flag) -> String {
        let value =
            switch flag.value {
            case .none: ""
            case .required(let word): " \(word)"
            case .optional(let word): "[=\(word)]"
            }
        let names = "  " + (flag.letter.map { "-\($0), " } ?? "    ") + "--\(flag.name)\(value)"
        var lines = [""]
        for word in flag.help.split(separator: " ") {
            let last = lines[lines.count - 1]
            if indentation + last.count + word.count + 1 > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
            }
        }
        let margin = String(repeating: " ", count: indentation)
        let first =
            names.count < indentation - 1
            ? names + String(repeating: " ", count: indentation - names.count)
            : names + "\n" + margin
        return first + lines.joined(separator: "\n" + margin) + "\n"
    }
}

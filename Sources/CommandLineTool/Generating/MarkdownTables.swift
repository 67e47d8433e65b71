/// Makes the tables of the article Flags, which show the Swift members and the effect of each flag.
enum MarkdownTables {
    static var text: String {
        Flag.groups.map { group in
            "## \(group.title)\n\n| flag | in Swift | effect |\n|---|---|---|\n"
                + group.flags.map(row).joined() + "\n"
        }
        .joined()
    }

    private static func row(_ flag: Flag) -> String {
        let names = (flag.names.dropLast() + [flag.usage]).map { "`\($0)`" }
        let members = flag.isInSwift ? flag.members.map { "`\($0)`" } : []
        let cells = [names.joined(separator: ", "), members.joined(separator: ", "), marked(flag.help)]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }

    private static func marked(_ text: String) -> String {
        text.split(separator: " ").map { word in
            guard word.hasPrefix("--") else { return String(word) }
            let mark = word.last?.isPunctuation == true ? word.suffix(1) : ""
            return "`\(word.dropLast(mark.count))`\(mark)"
        }
        .joined(separator: " ")
    }
}

import XML2Dict

extension XMLDescription: CustomStringConvertible {
    /// The description as a table for people: one line for each path, then the likely records.
    ///
    ///     name     count
    ///     menu         1
    ///       item       2
    ///         @id      2
    public var description: String { table(\.inOneLine) }

    /// The table; a function escapes the text of documents, which must not end a line.
    package func table(_ escape: (String) -> String) -> String {
        let titles = ["name", "count", "per parent", "without", "text", "longest", "example"]
        let text = Self.table(titles, numbers: [1, 2, 3, 5]) { body in
            forEachNode { body(row($0, $1, $2, escape)) }
        }
        return text + recordLines(escape)
    }

    /// A table with the rows that a function visits; the columns of numbers are on the right.
    static func table(
        _ titles: [String],
        numbers: Set<Int>,
        _ forEachRow: ((_ cells: [String]) -> Void) -> Void
    ) -> String {
        var widths = titles.map(\.count)
        // Rows are made twice, as all of them would take several times the memory of the shape.
        forEachRow { cells in
            for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        // A long name would make all lines long.
        widths[0] = min(widths[0], widestName)
        var text = line(titles, widths, numbers)
        forEachRow { text += line($0, widths, numbers) }
        return text
    }

    private static let widestName = 80

    private static func line(_ row: [String], _ widths: [Int], _ numbers: Set<Int>) -> String {
        var line = ""
        for (column, cell) in row.enumerated() {
            let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
            line += (column > 0 ? "  " : "") + (numbers.contains(column) ? padding + cell : cell + padding)
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private func row(_ node: Int, _ level: Int, _ steps: [String], _ escape: (String) -> String) -> [String] {
        let item = item(node, at: steps.last ?? ""), range = item.perParent
        let margin = String(repeating: "  ", count: min(level, ShapeNode.shownLevels) - 1)
        let label = level > ShapeNode.shownLevels ? "[level \(level)] " : ""
        var forms = Self.forms(of: item)
        if item.isInterleaved { forms = ["interleaved", forms].filter { !$0.isEmpty }.joined(separator: "; ") }
        if item.isMixed { forms = ["mixed", forms].filter { !$0.isEmpty }.joined(separator: "; ") }
        let share = Self.share(item.parentsWithout, of: item.parentCount)
        return [
            margin + label + escape(item.path), Self.grouped(item.count),
            item.isAttribute || node == root
                ? ""
                : range.lowerBound == range.upperBound
                    ? Self.grouped(range.lowerBound)
                    : "\(Self.grouped(range.lowerBound))-\(Self.grouped(range.upperBound))",
            item.parentsWithout == 0 ? "" : share, forms, item.longestText > 0 ? Self.grouped(item.longestText) : "",
            escape(Self.oneLine(item.example)),
        ]
    }

    /// The forms of texts with their shares, the most frequent first.
    private static func forms(of item: Item) -> String {
        let total = item.texts.reduce(0) { $0 + $1.count }
        let sorted = item.texts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        if sorted.count == 1 { return sorted[0].element.form }
        return sorted.map { "\($0.element.form) \(share($0.element.count, of: total))" }.joined(separator: ", ")
    }

    /// A share in percent, which is 0 % or 100 % only where it is exactly that.
    private static func share(_ count: Int, of total: Int) -> String {
        guard total > 0 else { return "" }
        let permille = Double(count) / Double(total) * 1000
        if count > 0, permille < 1 { return "<0.1%" }
        if count < total, permille > 999 { return ">99.9%" }
        let rounded = Int(permille.rounded())
        return rounded.isMultiple(of: 10) ? "\(rounded / 10)%" : "\(rounded / 10).\(rounded % 10)%"
    }

    private static func grouped(_ number: Int) -> String {
        var text = String(number)
        var place = text.count - 3
        while place > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: place))
            place -= 3
        }
        return text
    }

    private static func oneLine(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : Character($0) })
    }

    private func recordLines(_ escape: (String) -> String) -> String {
        let likely = likelyRecords(first: 5)
        var text = likely.isEmpty ? "" : "\nElements that look like records, for --records:\n"
        for item in likely { text += "  \(escape(item.path))  \(Self.grouped(item.count))\n" }
        let flags = flagLines.flags
        guard !flags.isEmpty else { return text }
        text += "\nFlags for arrays and types that are the same everywhere; --describe=flags writes them for @FILE:\n"
        for flag in flags { text += "  \(escape(Self.quoted(flag)))\n" }
        return text
    }

    /// A word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "-_./:@=,+%".unicodeScalars.contains($0)
        }
        return isPlain && !word.isEmpty
            ? word : "'" + word.replacing(byte: "'", with: "'\\''") + "'"
    }
}

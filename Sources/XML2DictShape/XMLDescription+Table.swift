import XML2Dict

extension XMLDescription: CustomStringConvertible {
    /// A table for people: a line for each path, then the likely records.
    ///
    ///     name     count
    ///     menu         1
    ///       item       2
    ///         @id      2
    package var description: String { table(\.inOneLine) }

    /// Returns the table, and calls `escape` to make each text from a document one line.
    ///
    /// For a schema, the table shows the content of a type once. Other elements of this type refer to the first path:
    ///
    ///     shop
    ///       part   1-many
    ///         price     1  number
    ///       spare     0-1          see shop/part
    package func table(_ escape: (String) -> String) -> String {
        let titles =
            documentCount == nil
            ? ["name", "occurs", "text", "content"]
            : ["name", "count", "per parent", "without", "text", "longest", "example"]
        let numericColumns = Set(titles.indices.filter { Self.numericTitles.contains(titles[$0]) })
        var widths = titles.map(\.count)
        // Makes each row twice, because all rows together would take several times the memory of the shape.
        forEachRow { item, level, _, shownAt in
            for (column, cell) in cells(item, level, shownAt, escape).enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        // A long name would make all lines long.
        widths[0] = min(widths[0], Self.widestName)
        var text = Self.line(titles, widths, numericColumns)
        forEachRow { text += Self.line(cells($0, $1, $3, escape), widths, numericColumns) }
        return text + recordLines(escape)
    }

    private static let numericTitles: Set = ["count", "per parent", "without", "longest", "occurs"]
    private static let widestName = 80

    private static func line(_ row: [String], _ widths: [Int], _ numericColumns: Set<Int>) -> String {
        var line = ""
        for (column, cell) in row.enumerated() {
            let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
            line += (column > 0 ? "  " : "") + (numericColumns.contains(column) ? padding + cell : cell + padding)
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private func cells(_ item: Item, _ level: Int, _ shownAt: String?, _ escape: (String) -> String) -> [String] {
        let margin = String(repeating: "  ", count: min(level, ShapeNode.shownLevels) - 1)
        let label = level > ShapeNode.shownLevels ? "[level \(level)] " : ""
        let name = margin + label + escape(item.path)
        if documentCount == nil {
            return [name, occurrences(of: item), words(of: item), shownAt.map { "see \(escape($0))" } ?? ""]
        }
        return [
            name, Self.grouped(item.count), item.isAttribute ? "" : occurrences(of: item),
            item.parentsWithout == 0 ? "" : Self.share(item.parentsWithout, of: item.parentCount), words(of: item),
            item.longestText > 0 ? Self.grouped(item.longestText) : "", escape(Self.oneLine(item.example)),
        ]
    }

    private func occurrences(of item: Item) -> String {
        guard item.parentCount > 0, item.path != Self.recordPath else { return "" }
        let range = item.perParent, least = Self.grouped(range.lowerBound)
        let most = range.upperBound == .max ? "many" : Self.grouped(range.upperBound)
        return least == most ? least : "\(least)-\(most)"
    }

    /// The forms of the texts: for documents, the most frequent form first, and each form with a percentage.
    private func words(of item: Item) -> String {
        let total = item.texts.reduce(0) { $0 + $1.count }
        let sorted = item.texts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        let forms =
            documentCount == nil || sorted.count == 1
            ? item.texts.map(\.form).joined(separator: " or ")
            : sorted.map { "\($0.element.form) \(Self.share($0.element.count, of: total))" }.joined(separator: ", ")
        return [item.isMixed ? "mixed" : "", item.isInterleaved ? "interleaved" : "", forms].filter { !$0.isEmpty }
            .joined(separator: "; ")
    }

    /// A share in percent, which is `0%` only if `count` is 0, and `100%` only if `count` is `total`.
    private static func share(_ count: Int, of total: Int) -> String {
        guard total > 0 else { return "" }
        let permille = Double(count) / Double(total) * 1000
        if count > 0, permille < 1 { return "<0.1%" }
        if count < total, permille > 999 { return ">99.9%" }
        let rounded = Int(permille.rounded())
        return rounded.isMultiple(of: 10) ? "\(rounded / 10)%" : "\(rounded / 10).\(rounded % 10)%"
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number), count = digits.count
        return digits.enumerated().reduce(into: "") { text, digit in
            text += (digit.offset > 0 && (count - digit.offset).isMultiple(of: 3) ? "," : "") + String(digit.element)
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : Character($0) })
    }

    private func recordLines(_ escape: (String) -> String) -> String {
        let likely = likelyRecords(first: 5)
        var text = likely.isEmpty ? "" : "\nElements that look like records, for --records:\n"
        for item in likely { text += "  \(escape(item.path))  \(Self.grouped(item.count))\n" }
        return text
    }
}

extension String {
    /// Escapes control characters such as a line feed (`\u{A}`), line breaks of Unicode, and format characters, such as
    /// characters that change the direction of text.
    ///
    /// Joiners stay, because words of Persian and of Indian languages have them.
    var inOneLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .format where scalar.properties.isJoinControl: line.append(scalar)
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}

import XML2Dict

extension XMLDescription {
    /// Flags of the command, as a file that `xml2dict @FILE` reads: a flag with its value in a line.
    ///
    /// Elements of which a parent has several are arrays everywhere. Texts that are always numbers, or always booleans,
    /// have that type. The flags for records and namespaces are not among them. A comment at the end names each flag
    /// that is left out, because a line cannot hold its path.
    public var flags: String {
        let found = flagLines
        let comments = found.leftOut.map { "# Left out, because a line cannot hold the path: \($0)" }
        return (found.flags + comments).map { $0 + "\n" }.joined()
    }

    /// Each flag with its value, and those whose paths a line cannot hold, escaped.
    var flagLines: (flags: [String], leftOut: [String]) {
        var lists: [String] = [], types: [String] = [], leftOut: [String] = []
        forEachItem { item in
            let isList = item.perParent.upperBound > 1 && !item.isAttribute && item.path != Self.recordPath
            let type = type(of: item)
            guard isList || type != nil else { return }
            for path in paths(of: item) {
                let list = isList ? ["--force-list=\(path)"] : []
                let typed = type.map { ["--type=\(path)=\($0)"] } ?? []
                guard Self.isLine(path) else {
                    leftOut += (list + typed).map(\.inOneLine)
                    continue
                }
                lists += list
                types += typed
            }
        }
        return (lists + types, leftOut)
    }

    /// Whether a line of a file of arguments can hold a path, and the command accepts it.
    ///
    /// The namespace of a document's author can be any text, and must not become another argument.
    private static func isLine(_ path: String) -> Bool {
        path == path.inOneLine && path.last?.isWhitespace == false
            && (try? XMLPath(path).check(allowsAttribute: true)) != nil
    }

    /// The paths of an element as the flags take them, from the root or from the path of the records.
    private func paths(of item: Item) -> [String] {
        guard let records else { return ["/" + item.path] }
        if item.path == Self.recordPath { return records.alternatives.map(\.text) }
        // Attributes have nothing inside.
        return records.alternatives.filter { $0.attribute == nil }.map { "\($0.text)/\(item.path)" }
    }

    /// The type of all texts; `nil` for several types, and in mixed content, whose pieces make one text.
    private func type(of item: Item) -> String? {
        guard !item.isMixed else { return nil }
        return switch item.forms.common {
        case .integer, .number: "number"
        case .boolean: "boolean"
        default: nil
        }
    }
}

extension String {
    /// The text with `\u{A}` for a line feed, and likewise for all other control characters and line ends of Unicode.
    var inOneLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}

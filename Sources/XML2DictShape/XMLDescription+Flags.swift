import XML2Dict

extension XMLDescription {
    /// Flags of the command, as a file that `xml2dict @FILE` reads: a flag with its value in a line.
    ///
    /// Elements of which a parent has several are arrays everywhere. Texts that are always numbers, or always booleans,
    /// have that type. The flags for records and namespaces are not among them. A path with more than 32 names, or with
    /// more than 1,000 bytes, is only its end, if all paths that end so have the same flags. A comment at the end names
    /// each flag that is left out, because a line cannot hold its path.
    public var flags: String {
        let found = flagLines
        let comments = found.leftOut.map { "# Left out, because a line cannot hold the path: \($0)" }
        return (found.flags + comments).map { $0 + "\n" }.joined()
    }

    /// The flags that elements or attributes need.
    private struct Flags: Hashable {
        var isList = false
        var type: String?
    }

    /// Each flag with its value, and those whose paths a line cannot hold, escaped.
    var flagLines: (flags: [String], leftOut: [String]) {
        // What the elements and attributes with each end of a path need.
        var needs: [[UInt8]: Set<Flags>] = [:], given: Set<[UInt8]> = []
        forEachNode { node, _, steps in
            for end in Self.ends(of: steps) { needs[Array(end.utf8), default: []].insert(flags(of: node)) }
        }
        var lists: [String] = [], types: [String] = [], leftOut: [String] = []
        forEachNode { node, _, steps in
            let flags = flags(of: node)
            guard flags != Flags() else { return }
            var paths = paths(of: node, steps)
            if paths == nil, let end = Self.ends(of: steps).first(where: { needs[Array($0.utf8)]?.count == 1 }) {
                paths = given.insert(Array(end.utf8)).inserted ? [end] : []
            }
            for path in paths ?? ["…/\(steps.last?.prefix(60) ?? "")"] {
                let list = flags.isList ? ["--force-list=\(path)"] : []
                let typed = flags.type.map { ["--type=\(path)=\($0)"] } ?? []
                guard paths != nil, Self.isLine(path) else {
                    leftOut += (list + typed).map(\.inOneLine)
                    continue
                }
                lists += list
                types += typed
            }
        }
        return (lists + types, leftOut)
    }

    private func flags(of node: Int) -> Flags {
        let item = item(node, at: "")
        return Flags(isList: item.perParent.upperBound > 1 && !item.isAttribute && node != root, type: type(of: item))
    }

    /// Whether a line of a file of arguments can hold a path, and the command accepts it.
    ///
    /// The namespace of a document's author can be any text, and must not become another argument.
    private static func isLine(_ path: String) -> Bool {
        path == path.inOneLine && path.last?.isWhitespace == false && XMLPath(path).isOfDocument
    }

    private static let longestPath = 1_000

    /// The ends of a path that flags can have in its place: its last name, and its last two.
    private static func ends(of steps: [String]) -> [String] {
        [1, 2].map { steps.suffix($0).joined(separator: "/") }.filter { $0.utf8.count <= longestPath }
    }

    /// The paths of an element as the flags take them, from the root or from the path of the records.
    ///
    /// - Returns: The paths; `nil` if they are too long, as all paths together would grow with the square of the depth.
    private func paths(of node: Int, _ steps: [String]) -> [String]? {
        let isShort = steps.count <= ShapeNode.shownLevels && steps.reduce(0) { $0 + $1.utf8.count } <= Self.longestPath
        guard isShort else { return nil }
        let path = steps.joined(separator: "/")
        guard let records else { return ["/" + path] }
        if node == root { return records.alternatives.map(\.text) }
        // Attributes have nothing inside.
        return records.alternatives.filter { $0.attribute == nil }.map { "\($0.text)/\(path)" }
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

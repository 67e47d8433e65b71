import XML2Dict

extension XMLDescription {
    /// Flags of the command, as a file that `xml2dict @FILE` reads: an argument a line.
    ///
    /// Elements of which a parent has several are arrays everywhere. Texts that are always numbers, or always booleans,
    /// have that type. The flags for records and namespaces are not among them.
    public var flags: String {
        flagLines.map { $0.joined(separator: "\n") + "\n" }.joined()
    }

    /// Each flag and its value.
    var flagLines: [[String]] {
        var lists: [[String]] = [], types: [[String]] = []
        forEachItem { item in
            let paths = paths(of: item)
            if item.perParent.upperBound > 1, !item.isAttribute, item.path != Self.recordPath {
                lists += paths.map { ["--force-list", $0] }
            }
            if let type = type(of: item) { types += paths.map { ["--type", "\($0)=\(type)"] } }
        }
        return lists + types
    }

    /// The paths of an element as the flags take them, from the root or from the path of the records.
    private func paths(of item: Item) -> [String] {
        guard let records else { return ["/" + item.path] }
        if item.path == Self.recordPath { return records.alternatives.map(\.written) }
        // Attributes have nothing inside.
        return records.alternatives.filter { $0.attribute == nil }.map { "\($0.written)/\(item.path)" }
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

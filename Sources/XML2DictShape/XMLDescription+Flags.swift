import XML2Dict

extension XMLDescription {
    /// The flags of the command that give all values one form, as a file that `xml2dict @FILE` reads: an argument a line.
    ///
    /// Elements of which a parent has several are arrays everywhere. Texts that are always numbers, or always booleans,
    /// have that type.
    public var flags: String {
        flagLines.map { $0.joined(separator: "\n") + "\n" }.joined()
    }

    /// Each flag and its value.
    var flagLines: [[String]] {
        let items = items.filter { $0.path != "." }
        let lists = items.filter { $0.perParent.upperBound > 1 && !Self.isAttribute($0) }
        var flags = lists.flatMap { item in paths(of: item).map { ["--force-list", $0] } }
        for item in items {
            guard let type = type(of: item) else { continue }
            flags += paths(of: item).map { ["--type", "\($0)=\(type)"] }
        }
        return flags
    }

    private static func isAttribute(_ item: Item) -> Bool { item.path.split(separator: "/").last?.first == "@" }

    /// The paths of an element as the flags take them, from the root or from the path of the records.
    private func paths(of item: Item) -> [String] {
        guard let records else { return ["/" + item.path] }
        return records.alternatives.map { "\($0.written)/\(item.path)" }
    }

    private func type(of item: Item) -> String? {
        var forms = TextForms()
        for text in item.texts {
            if let form = TextForm(rawValue: text.form) { forms[form] = text.count }
        }
        return switch forms.common {
        case .integer, .number: "number"
        case .boolean: "boolean"
        default: nil
        }
    }
}

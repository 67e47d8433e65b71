import XML2Dict

/// Flags of the command for elements and attributes: a line for each in a file that `xml2dict @FILE` reads.
struct FlagLines {
    /// The flags that an element or an attribute needs.
    struct Flags: Hashable {
        var isList = false
        var type: String?
    }

    private var lists: [String] = []
    private var types: [String] = []
    private var comments: [String] = []
    private var given: Set<[UInt8]> = []

    /// Each flag with its value.
    var flags: [String] { lists + types }
    /// The flags, and then comments that name those that are left out.
    var file: String { (flags + comments).map { $0 + "\n" }.joined() }

    private static let longestPath = 1_000
    private static let noLine = "a line cannot hold the path"

    /// Adds what a path needs, once; a comment if a line cannot hold the path.
    mutating func add(_ flags: Flags, at path: String) {
        guard Self.isLine(path) else { return leaveOut(flags, at: path) }
        if flags.isList { add("--force-list=\(path)", to: \.lists) }
        if let type = flags.type { add("--type=\(path)=\(type)", to: \.types) }
    }

    /// Adds comments that name the flags of an element or attribute, escaped.
    mutating func leaveOut(_ flags: Flags, at path: String, because reason: String = noLine) {
        var lines = FlagLines()
        if flags.isList { lines.lists.append("--force-list=\(path)") }
        if let type = flags.type { lines.types.append("--type=\(path)=\(type)") }
        for flag in lines.flags { add("# Left out, because \(reason): \(flag.inOneLine)", to: \.comments) }
    }

    private mutating func add(_ line: String, to lines: WritableKeyPath<FlagLines, [String]>) {
        if given.insert(Array(line.utf8)).inserted { self[keyPath: lines].append(line) }
    }

    /// Whether a line of a file of arguments can hold a path, and the command accepts it.
    ///
    /// The namespace of a document's author can be any text, and must not become another argument.
    private static func isLine(_ path: String) -> Bool {
        path == path.inOneLine && path.last?.isWhitespace == false && XMLPath(path).isOfDocument
    }

    /// The last names of a path as flags have them in its place; `nil` if they are too long.
    static func end(_ steps: some Collection<String>) -> String? {
        let end = steps.joined(separator: "/")
        return end.utf8.count <= longestPath ? end : nil
    }

    /// The end of a path for a comment.
    static func shown(_ name: String) -> String { "…/\(name.prefix(60))" }

    /// The paths of an element as the flags take them, from the root or from the path of the records.
    ///
    /// - Returns: The paths; `nil` if they are too long, as all paths together would grow with the square of the depth.
    static func paths(_ steps: some Collection<String>, _ records: XMLPath?, isRecord: Bool) -> [String]? {
        let isShort = steps.count <= ShapeNode.shownLevels && steps.reduce(0) { $0 + $1.utf8.count } <= longestPath
        guard isShort else { return nil }
        let path = steps.joined(separator: "/")
        guard let records else { return ["/" + path] }
        if isRecord { return records.alternatives.map(\.text) }
        // Attributes have nothing inside.
        return records.alternatives.filter { $0.attribute == nil }.map { "\($0.text)/\(path)" }
    }
}

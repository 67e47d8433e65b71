// The checks of options: contradictions, and invalid paths.

/// A path of the options without `|`, and the options that have it.
struct MarkedPath {
    let path: XMLPath.Alternative
    let marks: PathMarks
    /// The member of the options that has it.
    let option: String
}

extension XMLOptions {
    /// Checks that the options do not contradict each other.
    ///
    /// - Throws: The errors of `checkedPaths`.
    package func check() throws(XMLError) { _ = try checkedPaths(recordsAt: nil) }

    /// Checks that the options do not contradict each other, nor the reading of records at a path.
    ///
    /// - Returns: All paths of the options, and then the path of the records if there is one.
    /// - Throws: An `XMLError` with the code `invalidPath` for an invalid path, otherwise `invalidOptions`.
    func checkedPaths(recordsAt path: XMLPath?) throws(XMLError) -> [MarkedPath] {
        let records = path?.alternatives ?? []
        let marked = try markedPaths() + records.map { MarkedPath(path: $0, marks: .record, option: "records") }
        if namespaces != .expand, let path = marked.map(\.path).first(where: \.isExpanded) {
            throw XMLError(
                .invalidPath,
                "'\(path.text)' names a namespace, and names have theirs only where namespaces are expanded (\(setting: "namespaces", ".expand"))"
            )
        }
        if path != nil, !select.isEmpty {
            throw XMLError(
                .invalidOptions,
                "\(option: "records") and \(option: "select") cannot be given together: each says what is written"
            )
        }
        for (name, key) in [("originKey", originKey), ("ancestorsKey", ancestorsKey)] where key != nil {
            guard path == nil, select.isEmpty else { continue }
            throw XMLError(.invalidOptions, "\(option: name) needs \(option: "records") or \(option: "select")")
        }
        if let contradiction { throw XMLError(.invalidOptions, contradiction) }
        return marked
    }

    private func markedPaths() throws(XMLError) -> [MarkedPath] {
        let options: [(name: String, paths: [(XMLPath, PathMarks)], allowsAttribute: Bool)] = [
            ("forceList", forceList.map { ($0, .list) }, false),
            ("forceText", forceText.map { ($0, .dictionary) }, false),
            ("select", select.map { ($0, .record) }, true),
            ("skip", skip.map { ($0, .skip) }, true),
            ("typesByPath", typesByPath.map { ($0.key, $0.value.mark) }, true),
        ]
        var marked: [MarkedPath] = []
        for (name, paths, allowsAttribute) in options {
            for (path, marks) in paths {
                do throws(XMLError) {
                    try path.check(allowsAttribute: allowsAttribute)
                    marked += path.alternatives.map { MarkedPath(path: $0, marks: marks, option: name) }
                } catch {
                    throw error.about(option: name)
                }
            }
        }
        // Of several types the last one counts.
        let types = marked.filter { !$0.marks.isDisjoint(with: .types) }
        return marked.filter { $0.marks.isDisjoint(with: .types) }
            + types.sorted { $0.path.isLessSpecific(than: $1.path) }
    }

    /// The prefix that an XML Schema declares for each namespace that paths name with it.
    ///
    /// Names in these namespaces have the prefix in paths, whatever prefix the document declares.
    func schemaPrefixes(_ paths: [MarkedPath]) -> [String: String] {
        guard let shaper = shaping?.shaper, namespaces != .strip else { return [:] }
        var prefixes: [String: String] = [:]
        for case .name(let name) in paths.flatMap(\.path.names) {
            guard let uri = shaper.namespace(ofName: name), namespacePrefixes[uri] == nil else { continue }
            prefixes[uri] = String(decoding: name.utf8.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        }
        return prefixes
    }

    /// The first two options with the same key.
    private var optionsOfOneKey: (one: String, other: String)? {
        let keys = [
            ("textKey", textKey), ("cdataKey", cdataKey), ("commentKey", commentKey),
            ("processingInstructionKey", processingInstructionKey), ("doctypeKey", doctypeKey),
            ("originKey", originKey), ("ancestorsKey", ancestorsKey), ("attributes", attributeGroupKey),
            ("orderKey", orderKey),
        ]
        for (index, (name, key)) in keys.enumerated() where key != nil {
            if let other = keys[..<index].first(where: { $0.1 == key }) { return (other.0, name) }
        }
        return nil
    }

    /// Whether a document is an array of its nodes: the root, and comments and other nodes beside it.
    var listsNodes: Bool {
        let keys = [commentKey, processingInstructionKey, doctypeKey]
        return elements == .array && !keepsRoot && select.isEmpty && keys.contains { $0 != nil }
    }

    /// The message for the first contradiction.
    private var contradiction: ErrorMessage? {
        let isOrdered = elements == .array
        let isGrouped = if case .group = attributes { true } else { false }
        let shared = optionsOfOneKey, followsElements = shaping?.shaper.followsElements == true
        return switch true {
        case followsElements && unwrapsSiblings:
            "an array cannot replace an element with siblings in it (\(option: "unwrapsSiblings")) where an XML Schema says what is an array (\(option: "shape")); use \(setting: "unwrapsSiblings", "false")"
        case followsElements && infersTypes:
            "types cannot be inferred (\(option: "infersTypes")) where an XML Schema gives types (\(option: "shape")); give paths other types (\(option: "typesByPath"))"
        case isOrdered && isGrouped:
            "attributes cannot be grouped (\(option: "attributes")) where elements are arrays (\(option: "elements")): there they have a place of their own"
        case attributes == .group(""):
            "attributes cannot be grouped under an empty key (\(option: "attributes"))"
        case isOrdered && !forceList.isEmpty:
            "lists cannot be forced (\(option: "forceList")) where elements are arrays (\(option: "elements")): nothing folds there"
        case isOrdered && (!forceText.isEmpty || !textSeparator.isEmpty):
            "forced text (\(option: "forceText")) and separators (\(option: "textSeparator")) have no meaning where elements are arrays (\(option: "elements")): text is in its place"
        case isOrdered && nilIsNull:
            "null (\(option: "nilIsNull")) cannot replace elements where they are arrays (\(option: "elements")): their names would be lost"
        case !isOrdered && textKey == nil && (textOnly == .dictionary || !forceText.isEmpty):
            "an element with only text cannot be a dictionary (\(option: "textOnly"), \(option: "forceText")) without a key for text (\(option: "textKey"))"
        case orderKey != nil && isOrdered:
            "a key of order (\(option: "orderKey")) has no meaning where elements are arrays (\(option: "elements")): they keep their order"
        case orderKey != nil && shared != nil:
            "one key cannot have two meanings (\(option: shared?.one ?? ""), \(option: shared?.other ?? "")) where the order of keys is kept (\(option: "orderKey"))"
        case orderKey != nil && !textSeparator.isEmpty:
            "a separator (\(option: "textSeparator")) joins text, and a key of order (\(option: "orderKey")) keeps texts apart"
        case !keepsRoot && doctypeKey != nil && !isOrdered:
            "the document type declaration (\(option: "doctypeKey")) has no place where the root is dropped (\(option: "keepsRoot"))"
        case attributes == .discard && ![.keep, .drop].contains(namespaceDeclarations):
            "namespace declarations cannot be kept (\(option: "namespaceDeclarations")) where attributes are discarded (\(option: "attributes"))"
        case namespacePrefixes.keys.contains(""):
            "the empty URI (\(option: "namespacePrefixes")) is no namespace, and cannot get a prefix"
        case !namespacePrefixes.values.allSatisfy(Self.isPrefix):
            "a prefix (\(option: "namespacePrefixes")) has no colon, slash or space in it"
        default: nil
        }
    }

    /// Whether a text can be a prefix; an empty text can.
    package static func isPrefix(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let path = XMLPath(text)
        let isOneName = path.alternatives.count == 1 && path.alternatives[0].names == [.name(text)]
        return !text.utf8.contains(UInt8(ascii: ":")) && path.isValid && isOneName && !text.hasPrefix("/")
    }
}

extension XMLOptions.TextType {
    fileprivate var mark: PathMarks {
        switch self {
        case .string: .string
        case .number: .number
        case .boolean: .boolean
        }
    }
}

extension XMLPath.Alternative {
    /// Whether another path decides about a type when both match; the order is total, so that equal options agree.
    fileprivate func isLessSpecific(than other: XMLPath.Alternative) -> Bool {
        let (one, two) = (rank, other.rank)
        return one == two ? text.utf8.lexicographicallyPrecedes(other.text.utf8) : one < two
    }

    private var rank: (Int, Int, Int) {
        let anyCount = names.count { $0 == .any }
        return (names.count - anyCount, -anyCount, isAnchored ? 1 : 0)
    }
}

/// The options whose paths lead to an element or an attribute.
struct PathMarks: OptionSet {
    let rawValue: UInt8

    /// A record, or an element that `select` names.
    static let record = PathMarks(rawValue: 1)
    /// Left out.
    static let skip = PathMarks(rawValue: 2)
    /// An array even when it is the only element of its name.
    static let list = PathMarks(rawValue: 4)
    /// A dictionary even when it holds only text.
    static let dictionary = PathMarks(rawValue: 8)
    /// Text or an attribute of this type.
    static let string = PathMarks(rawValue: 16)
    static let number = PathMarks(rawValue: 32)
    static let boolean = PathMarks(rawValue: 64)
    /// Its text and its empty form follow the shape of the options.
    static let shaped = PathMarks(rawValue: 128)

    static let types: PathMarks = [.string, .number, .boolean]
}

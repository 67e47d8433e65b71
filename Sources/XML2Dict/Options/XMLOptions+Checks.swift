struct MarkedPath {
    let path: XMLPath.Alternative
    let marks: Marks
    let option: String
}

extension XMLOptions {
    package func check() throws(XMLError) { _ = try checkedPaths(recordsAt: nil) }

    /// Checks that the options contradict neither each other nor the reading of records at a path.
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
        let options: [(name: String, paths: [(XMLPath, Marks)], allowsAttribute: Bool)] = [
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
        // The last mark of a type counts, so the most specific path comes last.
        let types = marked.filter { !$0.marks.isDisjoint(with: .types) }
        return marked.filter { $0.marks.isDisjoint(with: .types) }
            + types.sorted { $0.path.isLessSpecific(than: $1.path) }
    }

    /// Returns the prefixes in `paths` that the XML Schema declares, by namespace URI.
    func schemaPrefixes(_ paths: [MarkedPath]) -> [String: String] {
        guard let shaper = shaping?.shaper, namespaces != .strip else { return [:] }
        var prefixes: [String: String] = [:]
        for case .name(let name) in paths.flatMap(\.path.names) {
            guard let uri = shaper.namespace(ofName: name), namespacePrefixes[uri] == nil else { continue }
            prefixes[uri] = String(decoding: name.utf8.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        }
        return prefixes
    }

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

    /// Whether a document is an array of its nodes: the root, and comments and other nodes beside the root.
    var listsNodes: Bool {
        let keys = [commentKey, processingInstructionKey, doctypeKey]
        return elementsAreArrays && !keepsRoot && select.isEmpty && keys.contains { $0 != nil }
    }

    private var contradiction: ErrorMessage? { Self.contradictions.lazy.compactMap { $0(self) }.first }

    private var followsElements: Bool { shaping?.shaper.followsElements == true }

    /// Functions that return an error message if options contradict each other.
    private static let contradictions: [@Sendable (XMLOptions) -> ErrorMessage?] = [
        {
            $0.followsElements && $0.unwrapsSiblings
                ? "an array cannot replace an element with siblings in it\(command: " (\(option: "unwrapsSiblings"))") where an XML Schema says what is an array (\(option: "shape"))\(command: "; use \(setting: "unwrapsSiblings", "false")")"
                : nil
        },
        {
            $0.followsElements && $0.infersTypes
                ? "types cannot be inferred (\(option: "infersTypes")) where an XML Schema gives types (\(option: "shape")); give paths other types (\(option: "typesByPath"))"
                : nil
        },
        {
            $0.elementsAreArrays && $0.attributeGroupKey != nil
                ? "attributes cannot be grouped (\(option: "attributes")) where elements are arrays\(command: " (\(option: "elementsAreArrays"))"): there they have a place of their own"
                : nil
        },
        {
            $0.attributes == .group("")
                ? "attributes cannot be grouped under an empty key (\(option: "attributes"))" : nil
        },
        {
            $0.elementsAreArrays && !$0.forceList.isEmpty
                ? "lists cannot be forced (\(option: "forceList")) where elements are arrays\(command: " (\(option: "elementsAreArrays"))"): nothing folds there"
                : nil
        },
        {
            $0.elementsAreArrays && (!$0.forceText.isEmpty || !$0.textSeparator.isEmpty)
                ? "forced text (\(option: "forceText")) and separators\(command: " (\(option: "textSeparator"))") have no meaning where elements are arrays\(command: " (\(option: "elementsAreArrays"))"): text is in its place"
                : nil
        },
        {
            $0.elementsAreArrays && $0.nilIsNull
                ? "null (\(option: "nilIsNull")) cannot replace elements where they are arrays\(command: " (\(option: "elementsAreArrays"))"): their names would be lost"
                : nil
        },
        {
            !$0.elementsAreArrays && $0.textKey == nil && (!$0.textOnlyIsString || !$0.forceText.isEmpty)
                ? "an element with only text cannot be a dictionary (\(option: "textOnlyIsString"), \(option: "forceText")) without a key for text (\(option: "textKey"))"
                : nil
        },
        {
            $0.orderKey != nil && $0.elementsAreArrays
                ? "a key of order (\(option: "orderKey")) has no meaning where elements are arrays\(command: " (\(option: "elementsAreArrays"))"): they keep their order"
                : nil
        },
        {
            $0.orderKey != nil && $0.optionsOfOneKey != nil
                ? "one key cannot have two meanings (\(option: $0.optionsOfOneKey?.one ?? ""), \(option: $0.optionsOfOneKey?.other ?? "")) where the order of keys is kept (\(option: "orderKey"))"
                : nil
        },
        {
            $0.orderKey != nil && !$0.textSeparator.isEmpty
                ? "a separator\(command: " (\(option: "textSeparator"))") joins text, and a key of order (\(option: "orderKey")) keeps texts apart"
                : nil
        },
        {
            !$0.keepsRoot && $0.doctypeKey != nil && !$0.elementsAreArrays
                ? "the document type declaration (\(option: "doctypeKey")) has no place where the root is dropped (\(option: "keepsRoot"))"
                : nil
        },
        {
            $0.attributes == .discard && ![.keep, .drop].contains($0.namespaceDeclarations)
                ? "namespace declarations cannot be kept (\(option: "namespaceDeclarations")) where attributes are discarded (\(option: "attributes"))"
                : nil
        },
        {
            $0.namespacePrefixes.keys.contains("")
                ? "the empty URI (\(option: "namespacePrefixes")) is no namespace, and cannot get a prefix" : nil
        },
        {
            !$0.namespacePrefixes.values.allSatisfy(XMLOptions.isPrefix)
                ? "a prefix (\(option: "namespacePrefixes")) has no colon, slash or space in it; it comes after its URI"
                : nil
        },
    ]

    package static func isPrefix(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let path = XMLPath(unchecked: text)
        let isOneName = path.alternatives.count == 1 && path.alternatives[0].names == [.name(text)]
        return !text.utf8.contains(UInt8(ascii: ":")) && path.isValid && isOneName && !text.hasPrefix("/")
    }
}

extension XMLOptions.TextType {
    fileprivate var mark: Marks {
        switch self {
        case .string: .string
        case .number: .number
        case .boolean: .boolean
        }
    }
}

extension XMLPath.Alternative {
    /// Whether `other` takes precedence if both paths match: the order is total, because `typesByPath` has no order.
    fileprivate func isLessSpecific(than other: XMLPath.Alternative) -> Bool {
        let (one, two) = (rank, other.rank)
        return one == two ? text.utf8.lexicographicallyPrecedes(other.text.utf8) : one < two
    }

    private var rank: (Int, Int, Int) {
        let anyCount = names.count { $0 == .any }
        return (names.count - anyCount, -anyCount, isAnchored ? 1 : 0)
    }
}

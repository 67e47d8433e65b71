// What options cannot be together, and what their paths say.

/// A path of the options, and what it says of what it leads to.
struct MarkedPath {
    let path: XMLPath
    let marks: PathMarks
}

extension XMLReader.Options {
    /// Checks that the options make sense together.
    ///
    /// - Throws: What does not, with the code `invalidOptions`, and paths that are none, with the code `invalidPath`.
    package func check() throws(XMLReaderError) {
        _ = try checkedPaths(recordsAt: nil)
    }

    /// Checks that the options make sense, together and for reading the records at a path.
    ///
    /// - Returns: All paths of the options, and that of the records if there is one, in the order in which they are given.
    func checkedPaths(recordsAt path: XMLPath?) throws(XMLReaderError) -> [MarkedPath] {
        let marked = try markedPaths() + [path].compactMap(\.self).map { MarkedPath(path: $0, marks: .record) }
        if namespaces != .expanded, let path = marked.map(\.path).first(where: \.isExpanded) {
            throw .namesNamespace(path)
        }
        if path != nil, !select.isEmpty {
            throw XMLReaderError(
                .invalidOptions,
                "records and selected elements (select, --select) cannot both be asked for"
            )
        }
        for (isWrong, message) in contradictions where isWrong {
            throw XMLReaderError(.invalidOptions, message)
        }
        if let encoding, let refusal = Self.refusal(ofEncoding: encoding) {
            throw XMLReaderError(.invalidOptions, "'\(encoding)' (encoding) \(refusal)")
        }
        return marked
    }

    private func markedPaths() throws(XMLReaderError) -> [MarkedPath] {
        var marked: [MarkedPath] = []
        for (paths, marks) in [(forceList, .list), (forceText, .dictionary), (select, .record)]
            as [([String], PathMarks)]
        {
            for path in paths { marked.append(MarkedPath(path: try XMLPath(path), marks: marks)) }
        }
        for path in skip {
            marked.append(MarkedPath(path: try XMLPath(path, allowsAttribute: true), marks: .skip))
        }
        for typed in typesByPath {
            marked.append(MarkedPath(path: try XMLPath(typed.path, allowsAttribute: true), marks: typed.type.mark))
        }
        return marked
    }

    /// What contradicts itself, and whether it is so.
    private var contradictions: [(isWrong: Bool, message: String)] {
        let isOrdered = elements == .arrays
        let isGrouped = if case .grouped = attributes { true } else { false }
        return [
            (
                isGrouped && isOrdered,
                "attributes cannot be grouped (attributes, --attributes) where elements are arrays (elements, --elements): there they have a place of their own"
            ),
            (attributes == .grouped(""), "attributes cannot be grouped under an empty key (attributes, --attributes)"),
            (
                isOrdered && (forcesAllLists || !forceList.isEmpty),
                "lists cannot be forced (forceList, --force-list) where elements are arrays (elements, --elements): nothing folds there"
            ),
            (
                isOrdered && (!forceText.isEmpty || !textSeparator.isEmpty),
                "forced text (forceText, --force-text) and separators (textSeparator, --text-separator) have no meaning where elements are arrays (elements, --elements): text stands in its place"
            ),
            (
                isOrdered && nilIsNull,
                "null (nilIsNull, --nil) cannot stand for elements where they are arrays (elements, --elements): their names would be lost"
            ),
            (
                textKey == nil && (textOnly == .dictionary || !forceText.isEmpty) && !isOrdered,
                "an element with only text cannot be a dictionary (textOnly, --text-only, forceText, --force-text) without a key for text (textKey, --text-key)"
            ),
            (
                root == .dropped && doctypeKey != nil,
                "the document type declaration (doctypeKey, --doctype-key) has no place where the root is dropped (root, --root)"
            ),
            (
                attributes == .discarded && namespaceDeclarations != .attributes && namespaceDeclarations != .discarded,
                "namespace declarations cannot be kept (namespaceDeclarations, --xmlns) where attributes are discarded (attributes, --attributes)"
            ),
            (
                namespacePrefixes.keys.contains(""),
                "the empty URI (namespacePrefixes, --namespace) is no namespace, and cannot get a prefix"
            ),
            (
                namespacePrefixes.values.contains { !Self.isPrefix($0) },
                "a prefix (namespacePrefixes, --namespace) has no colon, slash or space in it"
            ),
        ]
    }

    /// Why a name is not that of an encoding, as the rest of a sentence that begins with it; `nil` when it is.
    package static func refusal(ofEncoding name: String) -> String? {
        XMLEncoding.Forced(name: name) == nil ? XMLEncoding.refusal(of: name) : nil
    }

    /// Whether a text could be a prefix, or none at all.
    package static func isPrefix(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        guard !text.utf8.contains(UInt8(ascii: ":")), let path = try? XMLPath(text) else { return false }
        return path.steps == [.name(text)] && !path.isAnchored
    }
}

extension XMLReader.TextType {
    var mark: PathMarks {
        switch self {
        case .string: .string
        case .number: .number
        case .boolean: .boolean
        }
    }
}

extension XMLReaderError {
    /// A path that could lead nowhere.
    static func namesNamespace(_ path: XMLPath) -> XMLReaderError {
        XMLReaderError(
            .invalidPath,
            "'\(path.description)' names a namespace, and names have theirs only where namespaces are expanded (--namespaces expand)"
        )
    }
}

/// Reads a part of a document by a parser of its own.
struct PartReader: ~Copyable {
    private var feed: ParserFeed
    private let part: DocumentPart

    /// A reader of a part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - checked: The options for parts.
    ///   - source: What the origins of all records share.
    ///   - isUTF8: Whether the bytes of the document are UTF-8, whatever they declare.
    /// - Returns: `nil` when the part must not be read by itself.
    init?(_ part: DocumentPart, _ checked: CheckedOptions, _ source: RecordSource, isUTF8: Bool) {
        // Only the first part has a declaration.
        guard var feed = try? ParserFeed(checked, source: source, isUTF8: isUTF8 || !part.isFirst) else { return nil }
        guard feed.open(part.context, at: part.place, byteCount: part.bytes.count) else { return nil }
        self.feed = feed
        self.part = part
    }

    /// Reads the part up to its end.
    ///
    /// - Parameter takeRecord: Takes a record that has ended.
    /// - Returns: Whether the part is well-formed between its context and that of the next part.
    mutating func read<Result>(
        _ takeRecord: (borrowing ExpatParser) throws -> Void,
        _ takeResult: (borrowing ExpatParser) throws -> Result
    ) -> Result? {
        do {
            let bytes = CollectionSource(part.bytes)
            while try feed.step(bytes, isLast: part.isLast) {
                if feed.parser.hasRecord { try takeRecord(feed.parser) }
            }
            if !part.isLast { try feed.flush() }
            guard !feed.parser.hasRecord else { return nil }
            let result = try takeResult(feed.parser)
            guard part.isLast || feed.ends(with: part.endTags) else { return nil }
            return result
        } catch {
            return nil
        }
    }
}

extension PartCutter {
    /// A cutter of a document, if it can be read in parts at all.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - checked: The options.
    ///   - sizes: How large parts are.
    ///   - isUTF8: Whether the bytes are UTF-8, whatever they declare.
    ///   - needsLines: Whether the caller needs the lines of elements.
    convenience init?(
        _ source: any InputSource,
        _ checked: CheckedOptions,
        _ sizes: Sizes = Sizes(),
        isUTF8: Bool,
        needsLines: Bool
    ) {
        guard checked.canBeReadInParts else { return nil }
        let hasWholes = checked.selects || !checked.options.skip.isEmpty
        self.init(
            source,
            sizes,
            countsLines: needsLines || checked.options.keepsLines || checked.options.originKey != nil,
            depthAroundWhole: hasWholes ? { tags in Self.depthAroundWhole(tags, checked) } : nil
        )
        guard let (bytes, isAll) = firstBytes(), isUTF8 || Self.areUTF8(bytes, isAll: isAll) else { return nil }
    }

    /// How many elements are open around one that must be in a single part, after some start tags; `nil` when none is.
    ///
    /// When that cannot be found out, it is the root, so that there is one part.
    private static func depthAroundWhole(_ tags: [UInt8], _ checked: CheckedOptions) -> Int? {
        let parser = try? ExpatParser(
            CheckedOptions(partsOf: checked),
            source: RecordSource(),
            isUTF8: true,
            from: TextStart()
        )
        guard var parser, parser.open(tags, at: TextPlace(), byteCount: 0) else { return 0 }
        return parser.depthAroundWhole
    }

    /// Whether the document is UTF-8 by its first bytes.
    private static func areUTF8(_ bytes: UnsafeRawBufferPointer, isAll: Bool) -> Bool {
        let first = Array(bytes.prefix(XMLEncoding.longestDeclaration))
        let isAll = isAll && first.count == bytes.count
        guard XMLEncoding.detectForeign(first, isAll: isAll) == nil else { return false }
        guard case .found(let encoding, _) = XMLEncoding.detect(first, isAll: isAll) else { return false }
        return !encoding.isTranscoded && encoding != .declaredASCII
    }
}

extension CheckedOptions {
    /// Whether some elements are taken out of the document: records, or those that the options select.
    var selects: Bool { records != nil || !options.select.isEmpty }

    /// Whether a part of a document gives what the whole document does.
    ///
    /// A part does not know what the document declares for other parts: entities, attributes. Of an element around it,
    /// it does not know the content before.
    fileprivate var canBeReadInParts: Bool {
        guard !isConcatenated, encoding == nil, options.input.entities != .html, ExpatParser.checksAllUTF8 else {
            return false
        }
        if selects { return true }
        return options.elements == .dictionary && options.orderKey == nil && options.textSeparator.isEmpty
            && options.onCollision != .error
    }
}

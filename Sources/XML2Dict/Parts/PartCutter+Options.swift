/// Deciding whether and where a document can be cut, by the options and its first bytes.
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

    /// After some start tags: how many elements are open around an element that must not be cut; `nil` when no such
    /// element is open.
    ///
    /// When expat refuses the tags, it is 0: then nothing after them is cut.
    private static func depthAroundWhole(_ tags: [UInt8], _ checked: CheckedOptions) -> Int? {
        var parser = ExpatParser(
            CheckedOptions(partsOf: checked),
            source: RecordSource(),
            isUTF8: true,
            from: TextStart()
        )
        guard parser.open(tags, at: TextPlace(), byteCount: 0) else { return 0 }
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

/// Reading a whole document in parts, on several threads.
enum PartedDocument {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - checked: The options.
    ///   - origin: What the origins of all selected elements share.
    ///   - threads: How many threads read.
    ///   - sizes: How large parts are.
    ///   - isUTF8: Whether the bytes are UTF-8, whatever they declare.
    ///   - hasRead: Hears how many bytes have been read.
    /// - Returns: The value; `nil` when one parser must read the document, also to find its error.
    static func read(
        _ source: any InputSource,
        _ checked: CheckedOptions,
        _ origin: RecordSource,
        threads: Int,
        _ sizes: PartCutter.Sizes = PartCutter.Sizes(),
        isUTF8: Bool,
        hasRead: (Int) -> Void = { _ in }
    ) -> XMLValue? {
        guard let cutter = PartCutter(source, checked, sizes, isUTF8: isUTF8, needsLines: false),
            let first = cutter.next(), !first.isLast
        else { return nil }
        let joiner = DocumentJoiner(checked)
        let ofParts = CheckedOptions(partsOf: checked)
        let work = OrderedWork(cutter.parts(from: first)) { part -> (built: BuiltPart, byteCount: Int, end: Int)? in
            guard var reader = PartReader(part, ofParts, origin, isUTF8: isUTF8) else { return nil }
            reader.prepare { joiner.prepare(&$0) }
            let built = reader.read(
                { _ in },
                { parser in
                    try parser.results { builder throws(BuildError) in try joiner.take(&builder) }
                }
            )
            return built.flatMap { $0 }.map {
                ($0, reader.resultByteCounts.largest, part.place.bytes + part.bytes.count)
            }
        }
        defer { work.end() }
        guard work.start(threads: threads) else { return nil }
        // The parts together take at least as much as the document does.
        let most = checked.options.input.limits.value(of: .result)
        var byteCount = 0
        while let result = work.next() {
            guard let result, (try? joiner.join(result.built)) != nil else { return nil }
            byteCount += result.byteCount
            guard byteCount <= most else { return nil }
            hasRead(result.end)
        }
        guard !cutter.hasDoubt, joiner.hasFoundAll(checked), joiner.resultByteCount <= most - byteCount else {
            return nil
        }
        return try? joiner.takeDocument()
    }
}

/// Runs of text that are noted before the element's content is known.
extension TextCollector {
    /// Finishes the collected text as it is.
    ///
    /// - Returns: Where its bytes are.
    mutating func takeRaw() -> (offset: Int, length: Int) {
        let taken = (offset: start, length: bytes.count - start)
        finish()
        return taken
    }

    /// Forgets all finished text but that of runs, which moves to the beginning with the text that is being collected.
    mutating func forgetFinished(but runs: inout GrowableBuffer<ContentOrder.Run>) {
        var end = 0
        for index in 0..<runs.count {
            move(runs[index].offset, runs[index].length, to: end)
            runs[index].offset = end
            end += runs[index].length
        }
        let collected = bytes.count - start
        move(start, collected, to: end)
        bytes.count = end
        finish()
        bytes.count += collected
    }

    /// Moves bytes toward the beginning.
    private mutating func move(_ offset: Int, _ count: Int, to target: Int) {
        guard offset != target else { return }
        (bytes.base + target).update(from: bytes.base + offset, count: count)
    }

    /// Whether a run is left out: only white space, which is trimmed.
    func isLeftOut(_ run: ContentOrder.Run, of element: OpenElement) -> Bool {
        trims(element) && bytes[run.offset..<run.offset + run.length].allSatisfy(XMLWhitespace.contains)
    }

    /// Finishes a run that was noted.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - isFirst: Whether it is the beginning of its element's content.
    ///   - isLast: Whether it is the end of the content.
    ///   - element: The element.
    ///   - key: The key of the text.
    /// - Returns: The text; `nil` when no text is left.
    /// - Throws: `BuildError.tooMany` for a text that is too long.
    mutating func finish(
        _ run: ContentOrder.Run,
        isFirst: Bool,
        isLast: Bool,
        of element: OpenElement,
        under key: Int
    ) throws(BuildError) -> Entry? {
        var first = run.offset, end = run.offset + run.length
        if trims(element) {
            XMLWhitespace.trim(bytes.base, &first, &end)
            if !isFirst { first = run.offset }
            if !isLast { end = run.offset + run.length }
            if rules.collapses { XMLWhitespace.collapse(bytes.base, first, &end) }
        }
        guard first < end else { return nil }
        guard end - first <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: .string, length: end - first, offset: first)
    }

    /// Joins runs that were noted, which nothing separates, into one.
    mutating func join(_ runs: UnsafeBufferPointer<ContentOrder.Run>) -> ContentOrder.Run? {
        guard let first = runs.first, runs.count > 1 else { return runs.first }
        let offset = bytes.count
        for run in runs {
            bytes.reserve(run.length)
            bytes.append(bytes.base + run.offset, count: run.length)
        }
        finish()
        return ContentOrder.Run(depth: first.depth, place: first.place, offset: offset, length: bytes.count - offset)
    }
}

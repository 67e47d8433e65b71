/// Holding complete records and documents to the shape of the options.
extension ValueBuilder {
    /// Gives a record or a document its shape.
    ///
    /// - Parameters:
    ///   - value: The record or the document.
    ///   - record: The element of a record; `nil` for a document.
    ///   - attribute: The number of the attribute's name; `nil` for an element.
    /// - Returns: The value; `nil` for a record that is left out.
    /// - Throws: `BuildError.mismatch` for a value that is refused.
    mutating func shaped(
        _ value: Entry,
        record: OpenElement? = nil,
        attribute: Int? = nil
    ) throws(BuildError) -> Entry? {
        guard let session = shapingSession else { return value }
        let (shaped, found) = Self.shape(value, session, &entries, &text.bytes, &names, textKey: keys.text)
        guard !found.isEmpty else { return shaped }
        let path = record.map { self.path(to: $0, attribute: attribute) } ?? ""
        var faults: [Mismatch] = []
        for mismatch in found {
            let line = record == nil ? line(of: mismatch.entries) : nil
            faults.append(
                Mismatch(
                    message: mismatch.message,
                    place: record?.place,
                    path: path,
                    line: line,
                    waitingCount: records.count
                )
            )
        }
        guard shapingOutcome != .error else { throw .mismatch(faults[0]) }
        mismatches += faults
        return shapingOutcome == .skip ? nil : shaped
    }

    private static func shape(
        _ value: Entry,
        _ session: any ShapingSession,
        _ entries: UnsafeMutablePointer<GrowableBuffer<Entry>>,
        _ bytes: UnsafeMutablePointer<GrowableBuffer<UInt8>>,
        _ names: UnsafeMutablePointer<NameInterner>,
        textKey: Int
    ) -> (value: Entry, mismatches: [ShapeMismatch]) {
        var space = ShapingSpace(entries, bytes, names, textKey: textKey)
        return session.shape(value, in: &space)
    }

    /// The first line that is known.
    private func line(of entries: [Entry]) -> Int? {
        for entry in entries {
            if let line = lines.line(of: entry) { return line }
        }
        return nil
    }

    /// Takes the mismatches that are to be reported.
    mutating func takeMismatches() -> [Mismatch] {
        defer { mismatches = [] }
        // The content of a record that was left out.
        if records.isEmpty { forgetContent() }
        return mismatches
    }
}

/// The session that gives values their shape, and what it has found.
struct RecordShaping {
    let session: any ShapingSession
    let outcome: Shaping.Fault
    /// What did not fit and is to be reported.
    var mismatches: [Mismatch] = []

    /// - Parameter shaping: The shaper of the options; one that only reports has no session.
    init?(_ shaping: Shaping?) {
        guard let shaping, let shaper = shaping.shaper as? any ValueShaper else { return nil }
        outcome = shaping.outcome
        session = shaper.makeSession(isStrict: outcome != .shaper)
    }
}

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
        guard let shaping else { return value }
        let textKey = rules.keys.text
        let (shaped, found) = Self.shape(value, shaping.session, &entries, &text.bytes, &names, textKey: textKey)
        guard !found.isEmpty else { return shaped }
        let path = record.map { self.path(to: $0, attribute: attribute) } ?? ""
        let faults = found.map { mismatch in
            Mismatch(
                message: mismatch.message,
                place: record?.place,
                path: path,
                line: record == nil ? line(of: mismatch.entries) : nil,
                waitingCount: records.count
            )
        }
        guard shaping.outcome != .error else { throw .mismatch(faults[0]) }
        self.shaping?.mismatches += faults
        return shaping.outcome == .skip ? nil : shaped
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

    /// Whether something did not fit.
    var hasMismatches: Bool { shaping?.mismatches.isEmpty == false }

    /// Takes the mismatches that are to be reported.
    mutating func takeMismatches() -> [Mismatch] {
        defer { shaping?.mismatches = [] }
        // The content of a record that was left out.
        if records.isEmpty { forgetContent() }
        return shaping?.mismatches ?? []
    }
}

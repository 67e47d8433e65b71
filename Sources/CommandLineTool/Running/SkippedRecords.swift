import XML2Dict

/// Reports the broken records of an input that are skipped.
final class SkippedRecords: @unchecked Sendable {
    // The reader calls `report` in the thread that reads.

    /// The name of the input, already escaped.
    var input = ""
    /// The line of progress, which a report replaces.
    var progress: Progress?
    /// The error of a record that the end of the input cuts off; it is reported when the input is complete.
    private var cutOff: XMLReaderError?

    func report(_ error: XMLReaderError) {
        // Several records may end with the input: one comment without an end hides the next.
        if let cutOff { show(cutOff) }
        cutOff = error.code == .unexpectedEnd ? error : nil
        if cutOff == nil { show(error) }
    }

    /// Ends the input.
    ///
    /// An incomplete input cuts off its last record, and the command reports the reason for that.
    ///
    /// - Parameter isComplete: Whether the input is complete.
    /// - Returns: The number of records that were reported as skipped and were not broken: 0 or 1.
    func end(isComplete: Bool) -> Int {
        defer { cutOff = nil }
        guard let cutOff else { return 0 }
        guard isComplete else { return 1 }
        show(cutOff)
        return 0
    }

    private func show(_ error: XMLReaderError) {
        progress?.wipe()
        Terminal.report(Diagnostic(error, input: input).text)
    }
}

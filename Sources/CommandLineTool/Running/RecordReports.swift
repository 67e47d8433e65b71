import XML2Dict

/// Reports the records of an input that are skipped, and values that do not fit the shape.
final class RecordReports: @unchecked Sendable {
    // The reader calls `report` in the thread that reads.

    /// The name of the input, already escaped.
    var input = ""
    /// The line of progress, which a report replaces.
    var progress: Progress?
    /// The records, which come before a report of a later one, also where both go to one place.
    var lines: RecordLines?
    /// The errors that wait until the input is known to be complete: the first one at its end, and all after it.
    private var waiting: [XMLReaderError] = []

    func report(_ error: XMLReaderError) {
        guard waiting.isEmpty, error.code != .unexpectedEnd else { return waiting.append(error) }
        show(error)
    }

    /// Ends the input.
    ///
    /// An incomplete input cuts off its last record, and the command reports the reason for that.
    ///
    /// - Parameter isComplete: Whether the input is complete.
    /// - Returns: The number of skipped records that are not reported, because the input is incomplete.
    func end(isComplete: Bool) -> Int {
        let reported = waiting.filter { isComplete || $0.code != .unexpectedEnd }
        defer { waiting = [] }
        reported.forEach { show($0) }
        return waiting.count - reported.count
    }

    /// Warns of a value that does not fit the schema and is written.
    func warn(_ error: XMLReaderError) {
        show(error, isWarning: true)
    }

    private func show(_ error: XMLReaderError, isWarning: Bool = false) {
        progress?.wipe()
        lines?.flush()
        Terminal.report(Diagnostic(error, input: input, isWarning: isWarning).text)
    }
}

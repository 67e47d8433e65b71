import XML2Dict

/// Follows the reading of the inputs: shows the progress, flushes finished lines when an input pauses, and reports
/// skipped records and values that do not fit the shape.
final class ReadingReports: InputWatcher, @unchecked Sendable {
    // Safe, because the reader calls its methods in the thread that reads.

    /// Already escaped.
    private var input = ""
    private(set) var progress: Progress?
    /// The records, which come before a report of a later one, even if both go to one file.
    private(set) var lines: RecordLines?
    private var compressedCount: (() -> Int)?
    private(set) var isAtEnd = false
    /// Errors that wait until the input is known to be complete: the first one at its end, and all after it.
    private var waiting: [XMLError] = []

    func begin(_ input: String, _ source: borrowing InputFile, _ progress: Progress?, _ lines: RecordLines?) {
        self.input = input
        self.progress = progress
        self.lines = lines
        compressedCount = source.compressedCount
        isAtEnd = false
    }

    /// Flushes the output, so that a reader of a live stream receives each record as soon as it is complete.
    func willWait() -> Bool {
        lines?.flush()
        return lines?.failure == nil
    }

    func hasRead(_ count: Int) {
        progress?.update(compressedCount?() ?? count)
    }

    func hasReachedEnd() {
        isAtEnd = true
    }

    func report(_ error: XMLError) {
        guard waiting.isEmpty, error.code != .unexpectedEnd else { return waiting.append(error) }
        show(error)
    }

    func warn(_ error: XMLError) {
        show(error, isWarning: true)
    }

    /// Ends the input.
    ///
    /// An incomplete input cuts off its last record, and the command reports the reason for that.
    ///
    /// - Returns: The number of skipped records that are not reported, because the input is incomplete.
    func end(isComplete: Bool) -> Int {
        let reported = waiting.filter { isComplete || $0.code != .unexpectedEnd }
        defer { waiting = [] }
        reported.forEach { show($0) }
        return waiting.count - reported.count
    }

    private func show(_ error: XMLError, isWarning: Bool = false) {
        progress?.wipe()
        lines?.flush()
        Terminal.report(Diagnostic(error, input: input, isWarning: isWarning).text)
    }
}

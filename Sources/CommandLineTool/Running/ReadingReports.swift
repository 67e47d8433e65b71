import XML2Dict

/// Shows the progress of reading, flushes finished lines when an input pauses, and reports values that do not fit the
/// shape, and skipped records.
final class ReadingReports: InputWatcher, @unchecked Sendable {
    // `@unchecked` is safe, because the reader calls all methods in the thread that reads.

    /// The escaped name of the input.
    private var input = ""
    private(set) var progress: Progress?
    /// The lines of records, flushed before each message, so that records and messages in one file keep their order.
    private(set) var lines: RecordLines?
    private var compressedCount: (() -> Int)?
    private(set) var isAtEnd = false
    /// The first error with the code `unexpectedEnd` and all later errors, which wait until the end of the input.
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

    /// Ends the input, and reports the errors that wait.
    ///
    /// If the input is incomplete, `unexpectedEnd` is not reported, because the command reports why the input is cut.
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

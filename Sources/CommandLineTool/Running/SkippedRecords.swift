import XML2Dict

/// Reports the broken records of an input that are skipped.
final class SkippedRecords: @unchecked Sendable {
    // The reader calls `report` in the thread that reads.

    /// The name of the input, already escaped.
    var input = ""
    /// The line of progress, which a report replaces.
    var progress: Progress?

    func report(_ error: XMLReaderError) {
        progress?.wipe()
        Terminal.report(Diagnostic(error, input: input).text)
    }
}

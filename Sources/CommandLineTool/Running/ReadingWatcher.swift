import XML2Dict

/// Follows the reading of an input: shows the progress, and flushes finished lines when the input pauses.
final class ReadingWatcher: InputWatcher {
    private let lines: RecordLines?
    private let progress: Progress?
    /// The number of compressed bytes that have been read; `nil` when the input is not compressed.
    private let compressedCount: (() -> Int)?

    /// Whether the input has been read to its end.
    private(set) var isAtEnd = false

    init(_ lines: RecordLines?, _ progress: Progress?, _ compressedCount: (() -> Int)?) {
        self.lines = lines
        self.progress = progress
        self.compressedCount = compressedCount
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
}

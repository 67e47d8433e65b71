import XML2Dict

/// Follows the reading of an input: shows how far it is, and hands finished lines on when the input pauses.
final class ReadingWatcher: InputWatcher {
    private let lines: JSONLines?
    private let progress: Progress?

    /// Whether everything that came has been read.
    private(set) var isAtEnd = false

    init(_ lines: JSONLines?, _ progress: Progress?) {
        self.lines = lines
        self.progress = progress
    }

    /// Whoever reads a live stream of records sees each one as soon as it is complete.
    func willWait() -> Bool {
        lines?.flush()
        return lines?.failure == nil
    }

    func hasRead(_ count: Int) {
        progress?.update(count)
    }

    func hasReachedEnd() {
        isAtEnd = true
    }
}

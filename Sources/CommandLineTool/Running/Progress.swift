import XML2Dict

/// Shows the progress in a line on standard error after the first second of work, if standard error is a terminal.
///
///     feed.xml  45 %  1.2 GB  210 MB/s  0:07 left  12345 records
///
/// The command redraws the line after each chunk, but at most five times a second, and wipes the line at the end.
final class Progress {
    private let name: String
    private let size: Int?
    /// The time when the command began, which may be long before the start of this input.
    private let started: UInt64
    private let opened = Progress.now
    private var drawn: UInt64 = 0
    private var isShown = false

    /// The number of records written, `nil` for whole documents.
    var records: Int?

    private static let second: UInt64 = 1_000_000_000

    /// `name` is already escaped, and `size` is in bytes.
    init(_ name: String, size: Int?, started: UInt64) {
        self.started = started
        self.name = name
        self.size = size
    }

    deinit { wipe() }

    /// Whether a person would see the line, and the command writes nothing else to the same terminal meanwhile.
    static func isWanted(withRecords: Bool) -> Bool {
        hasTerminal && !(withRecords && isTerminal(STDOUT_FILENO))
    }

    private static let hasTerminal = isTerminal(STDERR_FILENO) && environmentVariable("TERM") != "dumb"

    func update(_ bytes: Int) {
        let now = Self.now
        guard now - started >= Self.second, now - drawn >= Self.second / 5 else { return }
        drawn = now
        isShown = true
        try? FileDescriptor(borrowing: STDERR_FILENO).write(
            "\r\u{1B}[K" + line(bytes, max(0.001, Double(now - opened) / 1e9))
        )
    }

    func wipe() {
        guard isShown else { return }
        isShown = false
        try? FileDescriptor(borrowing: STDERR_FILENO).write("\r\u{1B}[K")
    }

    private func line(_ bytes: Int, _ seconds: Double) -> String {
        let speed = Double(bytes) / seconds
        var parts = [name]
        if let size, size > 0 { parts.append("\(min(100, bytes / max(1, size / 100))) %") }
        parts += [Self.amount(Double(bytes)) + "B", Self.amount(speed) + "B/s"]
        if let size, size > bytes, speed > 0 { parts.append(Self.time(Double(size - bytes) / speed) + " left") }
        if let records { parts.append("\(records) records") }
        return parts.joined(separator: "  ")
    }

    /// Abbreviates a count, as in `1.2 G`.
    private static func amount(_ count: Double) -> String {
        let (value, prefix) =
            switch count {
            case 1e9...: (count / 1e9, "G")
            case 1e6...: (count / 1e6, "M")
            default: (count / 1e3, "k")
            }
        let tenths = Int(value * 10)
        return value < 10 ? "\(tenths / 10).\(tenths % 10) \(prefix)" : "\(tenths / 10) \(prefix)"
    }

    /// Minutes and seconds, as in `1:05`.
    private static func time(_ seconds: Double) -> String {
        let seconds = Int(min(seconds, 359_999).rounded(.up))
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }

    /// Nanoseconds of a monotonic clock.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * second + UInt64(time.tv_nsec)
    }
}

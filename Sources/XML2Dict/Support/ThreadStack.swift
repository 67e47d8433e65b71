internal import CThread

/// The stack of the current thread, for operations that recurse, or whose results are freed by recursion.
///
/// Threads have 512 KiB on Apple's systems, except the first, and 8 MiB on most others.
package enum ThreadStack {
    /// The lowest address; `nil` when the system does not report it.
    ///
    /// Asking for the first thread's may be slow.
    package static var end: UInt? {
        CThreadStackEnd().map { UInt(bitPattern: $0) }
    }

    /// An address near the current end of the stack.
    package static var place: UInt { UInt(bitPattern: CThreadStackPlace()) }

    /// How many bytes are free; `nil` when the system does not report it, and 0 outside of the stack.
    ///
    /// Asking on the first thread may be slow.
    package static var freeByteCount: UInt? {
        end.map { max(place, $0) - $0 }
    }

    /// Whether an encoder or decoder of another format, which recurses, may continue.
    ///
    /// It asks at every 32nd level, as asking may be slow. `reserve` is the need of the levels until the next question.
    static func isEnough(atDepth depth: Int) -> Bool {
        guard depth > 0, depth.isMultiple(of: 32), let free = freeByteCount else { return true }
        return free > reserve
    }

    private static let reserve: UInt = 192 * 1024
}

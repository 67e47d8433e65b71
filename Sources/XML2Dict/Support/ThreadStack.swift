internal import CThread

/// The stack of the current thread, for operations that recurse, or whose results are freed by recursion.
///
/// Threads have 512 KiB on Apple's systems, except the first, and 8 MiB on most others.
package enum ThreadStack {
    /// The lowest address, if the system reports it, which may be slow on the first thread.
    package static var end: UInt? {
        CThreadStackEnd().map { UInt(bitPattern: $0) }
    }

    /// An address near the current end of the stack.
    package static var place: UInt { UInt(bitPattern: CThreadStackPlace()) }

    /// The number of free bytes, which is 0 outside of the stack, if the system reports it.
    ///
    /// This may be slow on the first thread.
    package static var freeByteCount: UInt? {
        end.map { max(place, $0) - $0 }
    }

    /// Whether an encoder or decoder of another format, which recurses, may continue.
    ///
    /// Because the question may be slow, it asks at every 32nd level. `reserve` is enough for the levels in between.
    static func isEnough(atDepth depth: Int) -> Bool {
        guard depth > 0, depth.isMultiple(of: 32), let free = freeByteCount else { return true }
        return free > reserve
    }

    private static let reserve: UInt = 192 * 1024
}

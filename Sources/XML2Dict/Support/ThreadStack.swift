internal import CThread

/// The stack of the current thread, for operations that recurse, or whose results are freed by recursion.
///
/// Threads have 512 KiB on Apple's systems, except the first, and 8 MiB on most others.
package enum ThreadStack {
    /// The lowest address, if the system reports it, which may be slow on the first thread.
    package static var end: UInt? {
        CThreadStackEnd().map { UInt(bitPattern: $0) }
    }

    package static var place: UInt { UInt(bitPattern: CThreadStackPlace()) }

    /// The number of free bytes, if the system reports it, which may be slow on the first thread.
    package static var freeByteCount: UInt? {
        end.map { max(place, $0) - $0 }
    }

    /// Whether an encoder or decoder that recurses may continue, checked at every 32nd level because it may be slow.
    static func isEnough(atDepth depth: Int) -> Bool {
        guard depth > 0, depth.isMultiple(of: 32), let free = freeByteCount else { return true }
        return free > reserve
    }

    private static let reserve: UInt = 192 * 1024
}

internal import CThread

/// The stack of the current thread, for operations that recurse, or whose results Swift frees by recursion.
///
/// A thread has 512 KiB on Apple's systems, unless it is the first thread, and 8 MiB on most other systems.
package enum ThreadStack {
    /// The lowest address, which may be slow to find on the first thread, or `nil` if the system does not report it.
    package static var end: UInt? {
        CThreadStackEnd().map { UInt(bitPattern: $0) }
    }

    package static var address: UInt { UInt(bitPattern: CThreadStackAddress()) }

    /// The number of free bytes, which is as slow to find as `end`, or `nil` if `end` is `nil`.
    package static var freeByteCount: UInt? {
        end.map { max(address, $0) - $0 }
    }

    /// Whether a recursive encoder or decoder may continue, checked at every 32nd level because the check may be slow.
    static func isEnough(atDepth depth: Int) -> Bool {
        guard depth > 0, depth.isMultiple(of: 32), let free = freeByteCount else { return true }
        return free > reserve
    }

    private static let reserve: UInt = 192 * 1024
}

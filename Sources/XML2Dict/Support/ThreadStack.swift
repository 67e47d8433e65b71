internal import CThread

/// The stack of the current thread, for decoding, which recurses with a program's own types and must not exhaust the
/// stack.
///
/// Threads have 512 KiB on Apple's systems, except the first, and 8 MiB on most others.
enum ThreadStack {
    /// The lowest address; `nil` when the system does not report it.
    ///
    /// Asking for the first thread's may be slow.
    static var end: UInt? {
        CThreadStackEnd().map { UInt(bitPattern: $0) }
    }

    /// An address near the current end of the stack.
    static var place: UInt { UInt(bitPattern: CThreadStackPlace()) }
}

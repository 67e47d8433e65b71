internal import CThread

/// The stack of the thread that runs: what recurses because a program's own types do asks how much of it is left.
///
/// Threads have 512 KiB on Apple's systems, but for the first one, and 8 MiB on most others.
enum ThreadStack {
    /// The lowest address; `nil` when the system does not tell.
    ///
    /// It may take a while to ask for that of the first thread.
    static var end: UInt? {
        CThreadStackEnd().map { UInt(bitPattern: $0) }
    }

    /// An address near the one that the stack has reached.
    static var place: UInt { UInt(bitPattern: CThreadStackPlace()) }
}

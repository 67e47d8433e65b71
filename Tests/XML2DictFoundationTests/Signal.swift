import Dispatch

/// A signal from the test to its server, which waits for it on its own thread.
final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func set() {
        semaphore.signal()
    }

    /// Waits for `set`.
    ///
    /// - Returns: Whether it came within 20 seconds.
    func wait() -> Bool {
        semaphore.wait(timeout: .now() + 20) == .success
    }
}

import Foundation

/// Waits for the effects of another process.
package enum Patience {
    /// The longest wait in seconds; no test needs it, even on a busy machine.
    package static let seconds: Int32 = 120

    /// Waits until a condition holds.
    ///
    /// - Parameters:
    ///   - event: The event, for the message.
    ///   - isSo: The condition, which is evaluated repeatedly.
    /// - Throws: `SystemFailure` if the condition does not hold in time.
    package static func wait(for event: String, until isSo: () throws -> Bool) throws {
        let end = Date(timeIntervalSinceNow: TimeInterval(seconds))
        while try !isSo() {
            guard Date() < end else { throw SystemFailure("waiting for \(event)", ETIMEDOUT) }
            usleep(1_000)
        }
    }
}

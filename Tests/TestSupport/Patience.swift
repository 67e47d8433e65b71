import Foundation

/// Waiting for what another process does.
package enum Patience {
    /// So many seconds are more than anything takes, also on a machine that is busy with other things.
    package static let seconds: Int32 = 120

    /// Waits until something is so.
    ///
    /// - Parameters:
    ///   - event: What is waited for, for the message.
    ///   - isSo: Asked again and again.
    /// - Throws: A `SystemFailure` when it does not come to be so.
    package static func wait(for event: String, until isSo: () throws -> Bool) throws {
        let end = Date(timeIntervalSinceNow: TimeInterval(seconds))
        while try !isSo() {
            guard Date() < end else { throw SystemFailure("waiting for \(event)", ETIMEDOUT) }
            usleep(1_000)
        }
    }
}

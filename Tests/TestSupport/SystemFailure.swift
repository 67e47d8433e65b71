import Foundation

/// A failed system call in a test, which cannot continue.
struct SystemFailure: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    /// - Parameters:
    ///   - call: The name of the call.
    ///   - number: The error number, `errno` unless the call returned it.
    init(_ call: String, _ number: Int32 = errno) {
        self.call = call
        self.number = number
    }

    var description: String { "\(call): \(String(cString: strerror(number)))" }
}

import Foundation

/// A call of the operating system that failed in a test: the test cannot go on.
struct SystemFailure: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    /// - Parameters:
    ///   - call: What was called.
    ///   - number: The error number, `errno` unless the call returned it.
    init(_ call: String, _ number: Int32 = errno) {
        self.call = call
        self.number = number
    }

    var description: String { "\(call): \(String(cString: strerror(number)))" }
}

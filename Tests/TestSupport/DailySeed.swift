import Foundation

/// The seed of samples in tests and in `Stress`: `XML2DICT_SEED`, or the number of the day.
package enum DailySeed {
    package static let value: Int = {
        guard let given = ProcessInfo.processInfo.environment["XML2DICT_SEED"] else {
            return Int(Date().timeIntervalSince1970) / 86_400
        }
        if let seed = seed(given) { return seed }
        FileHandle.standardError.write(Data("XML2DICT_SEED is '\(given)': it must be \(form)\n".utf8))
        exit(64)
    }()

    /// Describes a valid seed in messages.
    package static let form = "a number from 0 to \(Int32.max)"

    /// The seed in a text, or `nil`.
    package static func seed(_ text: String) -> Int? {
        Int32(text).flatMap { $0 < 0 ? nil : Int($0) }
    }

    /// The setting that repeats a sample.
    package static var note: String { "XML2DICT_SEED=\(value)" }
}

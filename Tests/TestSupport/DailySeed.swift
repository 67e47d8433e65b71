import Foundation

/// The seed of samples in tests and in `Stress`: `XML2DICT_SEED`, or the number of the day.
package enum DailySeed {
    package static let value: Int = {
        if let given = ProcessInfo.processInfo.environment["XML2DICT_SEED"].flatMap({ Int($0) }), given >= 0 {
            return given
        }
        return Int(Date().timeIntervalSince1970) / 86_400
    }()

    /// The setting that repeats a sample.
    package static var note: String { "XML2DICT_SEED=\(value)" }
}

import Foundation

extension TimeInterval {
    /// The time in a form for the URLSession of Linux: a whole number, small enough to count in milliseconds.
    ///
    /// Infinity, which means no limit, becomes eleven days; NaN becomes the usual minute.
    var wholeSeconds: TimeInterval {
        isNaN ? 60 : Swift.min(rounded(.up), 1_000_000)
    }
}

import Foundation

extension TimeInterval {
    /// The time as the URLSession of Linux can take it: a number that is whole, and small enough for it to count in milliseconds.
    ///
    /// Infinity, which says that there is no limit, becomes eleven days; what is no number becomes the usual minute.
    var wholeSeconds: TimeInterval {
        isNaN ? 60 : Swift.min(rounded(.up), 1_000_000)
    }
}

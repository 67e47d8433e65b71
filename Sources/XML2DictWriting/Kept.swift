import XML2Dict

/// A plan that the copies of a writer or an encoder share, also in several threads.
///
/// A writer with a changed setting gets a new `Kept`. A comparison of settings would miss changes, because strings
/// with different bytes can be equal.
final class Kept<Made: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var last: Made?

    func made<Failure: Error>(
        where fits: (Made) -> Bool = { _ in true },
        _ make: () throws(Failure) -> Made
    ) throws(Failure) -> Made {
        try monitor.locked { () throws(Failure) in
            if let last, fits(last) { return last }
            let made = try make()
            last = made
            return made
        }
    }
}

import XML2Dict

/// What was made last of the settings of a writer or an encoder, whose copies share it, in several threads.
///
/// A setting that changes takes a new one. No settings are compared: strings with different bytes can be equal.
final class Kept<Made: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var last: Made?

    /// What was made last, if it fits, and otherwise what a function makes.
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

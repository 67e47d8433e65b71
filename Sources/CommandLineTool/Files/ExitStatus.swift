import XML2Dict

/// The exit status of the command, from sysexits(3).
///
/// A worse status has a higher number.
enum ExitStatus: Int32, CaseIterable, Comparable {
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// The XML is broken, or over a limit.
    case badData = 65
    /// The input cannot be opened.
    case noInput = 66
    /// An internal error, or memory is exhausted.
    case software = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// A read or a write failed.
    case inputOutput = 74

    /// The meaning of the status, for the help.
    var meaning: String {
        switch self {
        case .success: "done"
        case .usage: "wrong usage"
        case .badData: "broken XML or over a limit"
        case .noInput: "input cannot be opened"
        case .software: "internal error, or memory is exhausted"
        case .cannotCreate: "output cannot be created"
        case .inputOutput: "a read or write failed"
        }
    }

    static func < (first: ExitStatus, second: ExitStatus) -> Bool {
        first.rawValue < second.rawValue
    }
}

/// A misuse of the command, or an input that cannot be read or is incomplete; and the exit status for it.
struct CommandError: Error {
    var message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }

    /// The error of a failed read.
    init(reading error: SystemError) {
        self.init("cannot read: \(error.text)", error.isDirectory ? .noInput : .inputOutput)
    }

    /// Reads, and throws the error of a failed read.
    static func ofReading<Result>(_ read: () throws(SystemError) -> Result) throws(CommandError) -> Result {
        do throws(SystemError) { return try read() } catch { throw CommandError(reading: error) }
    }
}

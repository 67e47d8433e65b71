import XML2Dict

/// The exit status of the command, from sysexits(3), in order of severity.
enum ExitStatus: Int32, CaseIterable, Comparable {
    case success = 0
    case usage = 64
    /// The XML is broken, or over a limit.
    case badData = 65
    case noInput = 66
    /// An internal error, or memory is exhausted.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74

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

/// A misuse of the command, or an input that cannot be read or is incomplete.
struct CommandError: Error {
    var message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }

    init(reading error: SystemError) {
        self.init("cannot read: \(error.text)", error.isDirectory ? .noInput : .inputOutput)
    }

    static func ofReading<Result>(_ read: () throws(SystemError) -> Result) throws(CommandError) -> Result {
        do throws(SystemError) { return try read() } catch { throw CommandError(reading: error) }
    }
}

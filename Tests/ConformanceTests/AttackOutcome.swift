import Foundation

/// The result of a hostile document.
struct AttackOutcome: Decodable, Sendable {
    /// The document's number in the index.
    let number: Int
    /// The exit status; negative for a signal.
    let status: Int
    /// Processor time in seconds, of the program and of the system on its behalf.
    let seconds: Double
    /// The peak of its memory, in bytes.
    let memory: Int
    /// The number of bytes on standard output.
    let outputCount: Int
    let errors: String
    /// Whether the output equals the value in the index, including the order of keys; `nil` without a value in the
    /// index.
    let isValue: Bool?
    /// Whether external text appears in the output, or appears in messages without being in the document.
    let hasCanary: Bool

    /// The promised processor time for each document, 2 s; wall-clock time would depend on the load of the machine.
    ///
    /// An unoptimised build, which is next to the tests in a debug build, takes up to ten times as long.
    static let mostSeconds: Double = {
        #if DEBUG
            if ProcessInfo.processInfo.environment["XML2DICT_COMMAND"] == nil { return 10 }
        #endif
        return 2
    }()
    static let mostMemory = 256 * 1024 * 1024

    /// The error of an outcome that no verdict allows, if any.
    var fault: String? {
        if hasCanary { return "what stands outside of it was read: \(errors)" }
        if seconds >= Self.mostSeconds { return "\(seconds) s" }
        if memory >= Self.mostMemory { return "\(memory) bytes of memory" }
        switch status {
        case 0:
            return isValue == false ? "the value is another" : outputCount == 0 ? "there is no output" : nil
        case 65:
            if outputCount > 0 { return "there is output though it is refused" }
            let hasPlace = errors.starts(with: #/xml2dict: [^\n]+:\d+:\d+: error: /#)
            return hasPlace ? nil : "there is no place in: \(errors)"
        default:
            return "status \(status): \(errors)"
        }
    }

    /// The difference from the expected result, if any.
    func fault(for want: Attack.Want) -> String? {
        switch want {
        case .accept where status != 0: "it is refused: \(errors)"
        case .reject where status == 0: "it is accepted"
        default: fault
        }
    }
}

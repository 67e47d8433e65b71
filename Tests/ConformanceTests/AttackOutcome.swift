/// What came of a hostile document.
struct AttackOutcome: Decodable, Sendable {
    /// The document's number in the index.
    let number: Int
    /// The exit status; that of a signal is negative.
    let status: Int
    /// Processor time in seconds, of the program and of the system for it.
    let seconds: Double
    /// The most memory it had at a time, in bytes.
    let memory: Int
    /// How many bytes came to standard output.
    let outputCount: Int
    let errors: String
    /// Whether the output is the value in the index, with the same order of keys; `nil` when there is none to compare.
    let isValue: Bool?
    /// Whether a text from outside is in the output, or in messages though it is not in the document.
    let hasCanary: Bool

    /// The promise of each: 2 s of processor time, as a machine may be busy with other things.
    static let mostSeconds: Double = 2
    static let mostMemory = 256 * 1024 * 1024

    /// What is wrong with any outcome whatever is wanted, if anything.
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
            // A program that decompresses reports no place.
            let isOfProgram = errors.starts(with: #/xml2dict: [^\n]+: error: (gzip|bzip2|xz|zstd): /#)
            return hasPlace || isOfProgram ? nil : "there is no place in: \(errors)"
        default:
            return "status \(status): \(errors)"
        }
    }

    /// What is wrong for what is wanted, if anything.
    func fault(for want: Attack.Want) -> String? {
        switch want {
        case .accept where status != 0: "it is refused: \(errors)"
        case .reject where status == 0: "it is accepted"
        default: fault
        }
    }
}

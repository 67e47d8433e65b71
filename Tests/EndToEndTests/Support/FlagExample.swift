import TestSupport
import Testing

/// Flags, a document, and the expected output of the command.
struct FlagExample: Sendable {
    let flags: [Bytes]
    let document: Bytes
    let json: Bytes

    /// - Parameters:
    ///   - flags: The command line.
    ///   - document: Its standard input.
    ///   - json: Its output without the line feed at the end.
    init(_ flags: Bytes..., document: Bytes, json: Bytes) {
        self.flags = flags
        self.document = document
        self.json = json
    }

    /// Runs the command and compares its output.
    func check() throws {
        let result = try BuiltCommand.run(arguments: flags, input: .bytes(document))
        #expect(result == .success(json + "\n"))
    }
}

extension FlagExample: CustomTestStringConvertible {
    var testDescription: String { flags.map { $0.text ?? $0.description }.joined(separator: " ") }
}

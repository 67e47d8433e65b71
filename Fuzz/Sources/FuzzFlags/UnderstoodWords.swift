import XML2Dict

@testable import CommandLineTool

/// The command's interpretation of words: an invocation, or an error.
struct UnderstoodWords {
    /// The invocation in a form that can be compared.
    struct Asked: Equatable {
        let text: GeneratedText?
        let options: XMLOptions
        let records: [XMLPath]
        let skipsBrokenRecords: Bool
        let decompresses: Bool
        let format: XMLValue.JSONFormat
        let isColored: Bool?
        let isQuiet: Bool
        let output: String?
        let inputs: [String]

        /// Whether the words ask for a conversion, and not for help.
        var converts: Bool { text == nil }

        init(_ invocation: Invocation) throws(CommandError) {
            text = invocation.text
            if text == nil { _ = try invocation.plan({ _ in }, warn: { _ in }) }
            options = invocation.options
            records = invocation.records
            skipsBrokenRecords = invocation.skipsBrokenRecords
            decompresses = invocation.decompresses
            format = invocation.format
            isColored = invocation.isColored
            isQuiet = invocation.isQuiet
            output = invocation.output?.shown
            inputs = invocation.inputs.map(\.shown)
        }
    }

    let invocation: Asked?
    let problem: String?

    init(_ words: [[UInt8]]) {
        let pointers = words.compactMap(Self.copy)
        defer { pointers.forEach { $0.deallocate() } }
        do throws(CommandError) {
            invocation = try Asked(try CommandLineParser.parse(pointers.map { Argument(bytes: $0) }))
            problem = nil
        } catch {
            invocation = nil
            problem = Terminal.escape(error.message)
        }
    }

    /// A word as a separate C string, so that the address sanitizer knows its end.
    private static func copy(_ word: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: word.count + 1)
        _ = copy.initialize(from: word.map { CChar(bitPattern: $0) } + [0])
        return copy.baseAddress
    }
}

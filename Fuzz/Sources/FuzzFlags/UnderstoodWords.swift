@preconcurrency import CGetopt
import XML2Dict

@testable import CommandLineTool

/// The command's interpretation of words: an invocation, or an error.
struct UnderstoodWords {
    /// The invocation in a form that can be compared.
    struct Asked: Equatable {
        let task: Invocation.Task
        let options: XMLOptions
        let records: [XMLPath]
        let skipsBrokenRecords: Bool
        let decompresses: Bool
        let format: XMLValue.JSONFormat
        let isColored: Bool?
        let showsProgress: Bool
        let output: String?
        let inputs: [String]

        /// Whether the words ask for a conversion, and not for help.
        var converts: Bool { task == .convert }

        init(_ invocation: Invocation) throws(UsageError) {
            task = invocation.task
            let checked = task == .convert ? try invocation.checkedOptions({ _ in }, warn: { _ in }) : nil
            options = checked?.options ?? invocation.options
            records = invocation.records
            skipsBrokenRecords = invocation.skipsBrokenRecords
            decompresses = invocation.decompresses
            format = invocation.format
            isColored = invocation.isColored
            showsProgress = invocation.showsProgress
            output = invocation.output?.shown
            inputs = invocation.inputs.map(\.shown)
        }
    }

    let invocation: Asked?
    let problem: String?

    init(_ words: [[UInt8]]) {
        var pointers = ([Array("xml2dict".utf8)] + words).map(Self.copy)
        defer { pointers.forEach { $0?.deallocate() } }
        // Restarts glibc's getopt_long(3), which 1 would leave in the middle of a word.
        optind = 0
        do throws(UsageError) {
            // getopt_long(3) reorders the words, and needs no null pointer after the last.
            invocation = try Asked(try CommandLineParser.parse(CInt(pointers.count), &pointers))
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

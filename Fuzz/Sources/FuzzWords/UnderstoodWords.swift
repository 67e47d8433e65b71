@preconcurrency import CGetopt
package import XML2Dict

@testable import CommandLineTool

/// What the command makes of words: what they ask for, or what is wrong with them.
package struct UnderstoodWords {
    /// What a command line asks for, as something that can be compared.
    package struct Asked: Equatable {
        let task: Invocation.Task
        package let options: XMLReader.Options
        let records: XMLPath?
        package let format: JSONFormat
        let color: Invocation.Color
        let showsProgress: Bool
        let output: String?
        let inputs: [String]

        /// Whether documents are asked for, and not help.
        package var converts: Bool { task == .convert }

        init(_ invocation: Invocation) throws(UsageError) {
            task = invocation.task
            options = task == .convert ? try invocation.checkedOptions().options : invocation.options
            records = invocation.records
            format = invocation.format
            color = invocation.color
            showsProgress = invocation.showsProgress
            output = invocation.output?.shown
            inputs = invocation.inputs.map(\.shown)
        }
    }

    package let invocation: Asked?
    package let problem: String?

    package init(_ words: [[UInt8]]) {
        var pointers = ([Array("xml2dict".utf8)] + words).map(Self.copy)
        defer { pointers.forEach { $0?.deallocate() } }
        // It begins anew: a process reads only one command line otherwise.
        optind = Self.firstIndex
        do throws(UsageError) {
            // getopt_long(3) changes the order of the words, and needs nothing behind the last.
            invocation = try Asked(try CommandLineParser.parse(CInt(pointers.count), &pointers))
            problem = nil
        } catch {
            invocation = nil
            problem = Terminal.escape(error.message)
        }
    }

    /// A word as a C string of its own, so that the address sanitizer sees its end.
    private static func copy(_ word: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: word.count + 1)
        for (index, byte) in word.enumerated() { copy.initializeElement(at: index, to: CChar(bitPattern: byte)) }
        copy.initializeElement(at: word.count, to: 0)
        return copy.baseAddress
    }

    /// What makes getopt_long(3) begin anew; with glibc, 1 would leave it in the middle of a word.
    private static var firstIndex: CInt {
        #if canImport(Glibc)
            0
        #else
            1
        #endif
    }
}

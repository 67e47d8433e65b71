import XML2Dict

@main
enum Command {
    static func main() {
        #if DEBUG
            growStack(by: 256)
        #endif
        guardStandardDescriptors()
        // By default, a write beyond the limit on file sizes (setrlimit(2)) ends the process. Now, such a write fails.
        signal(SIGXFSZ, SIG_IGN)
        Memory.atExhaustion(exitWith: ExitStatus.software.rawValue) { TemporaryFileCleanup.remove() }
        exit(run(CommandLine.argc, CommandLine.unsafeArgv).rawValue)
    }

    #if DEBUG
        /// Makes the stack grow by `count` KiB while there is memory, because the report of exhausted memory needs the
        /// stack.
        ///
        /// Linux maps 128 KiB of the stack at first. The frames of a debug build take more, and one frame takes 16 KiB.
        @inline(never)
        private static func growStack(by count: Int) {
            withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { room in
                room[0] = 0
                if count > 1 { growStack(by: count - 1) }
            }
        }
    #endif

    static func run(_ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> ExitStatus {
        do throws(CommandError) {
            let arguments = (0..<Int(count)).dropFirst().compactMap { words[$0].map { Argument(bytes: $0) } }
            let invocation = try CommandLineParser.parse(arguments)
            if let text = invocation.text { return show(text.content) }
            var conversion = try Conversion(invocation)
            return conversion.run()
        } catch {
            let hint = error.status == .usage ? "\nTry 'xml2dict --help'." : ""
            Terminal.report("xml2dict: \(Terminal.shown(error.message))\(hint)")
            return error.status
        }
    }

    private static func show(_ text: String) -> ExitStatus {
        do throws(SystemError) {
            let output = try OutputFile(nil)
            try FileDescriptor(borrowing: output.fileDescriptor).write(text)
            try output.commit()
            return .success
        } catch {
            Terminal.report(Diagnostic("cannot write: \(error.text)", about: "<stdout>", .inputOutput).text)
            return .inputOutput
        }
    }
}

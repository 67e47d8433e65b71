import XML2Dict

/// The command: reads its command line, converts the named inputs, and reports the result by its exit status.
@main
enum Command {
    static func main() {
        guardStandardDescriptors()
        ignoreFileSizeSignal()
        Memory.atExhaustion(exitWith: ExitStatus.software.rawValue) { TemporaryFileCleanup.remove() }
        endProcess(run(CommandLine.argc, CommandLine.unsafeArgv).rawValue)
    }

    /// Runs a command line, of which the first word is the command, and reports a misuse.
    static func run(_ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> ExitStatus {
        do throws(UsageError) {
            let invocation = try CommandLineParser.parse(count, words)
            switch invocation.task {
            case .convert:
                var conversion = try Conversion(invocation)
                return conversion.run()
            case .showHelp: return show(Help.text)
            case .generate(let kind): return show(kind.content)
            case .showVersion: return show("xml2dict \(Version.number) (\(XMLReader.parserVersion))\n")
            }
        } catch {
            Terminal.report("xml2dict: \(Terminal.escape(error.message))\nTry 'xml2dict --help'.")
            return error.status
        }
    }

    /// Writes text to standard output.
    private static func show(_ text: String) -> ExitStatus {
        var output = OutputFile()
        do throws(SystemError) {
            try FileDescriptor(borrowing: output.fileDescriptor).write(text)
            try output.commit()
            return .success
        } catch {
            Terminal.report(Diagnostic("cannot write: \(error.text)", about: output.name, .inputOutput).text)
            return .inputOutput
        }
    }
}

import XML2Dict

/// Converts the inputs of an invocation, one after the other.
///
/// One that fails is reported, and the rest still run.
struct Conversion {
    private let inputs: [Argument?]
    private let output: Argument?
    private let reader: XMLReader
    private let format: JSONFormat
    private var status = ExitStatus.success

    init(_ invocation: Invocation) {
        inputs = invocation.inputs.isEmpty ? [nil] : invocation.inputs
        output = invocation.output
        reader = invocation.reader
        var format = invocation.format
        switch invocation.color {
        case .always: format.isColored = true
        case .never: format.isColored = false
        case .auto: format.isColored = output == nil && Terminal.wantsColor
        }
        self.format = format
    }

    /// - Returns: The worst that happened.
    mutating func run() -> ExitStatus {
        var file: OutputFile
        do throws(SystemError) {
            file = if let output { try OutputFile(output) } else { OutputFile() }
        } catch {
            report(Diagnostic("cannot create: \(error.text)", about: output?.shown ?? "<stdout>", .cannotCreate))
            return status
        }
        for input in inputs {
            guard let value = read(input) else { continue }
            guard write(value, to: file) else { return status }
        }
        // With --output, nothing is better than a part: the old file stays.
        if status == .success || output == nil { commit(&file) }
        return status
    }

    /// - Returns: The value, or `nil` after a report of what is wrong.
    private mutating func read(_ input: Argument?) -> XMLValue? {
        let name = input.map { $0.text == "-" ? "<stdin>" : $0.shown } ?? "<stdin>"
        let file: InputFile
        do throws(SystemError) {
            file = if let input { try InputFile(input) } else { InputFile() }
        } catch {
            report(Diagnostic("cannot open: \(error.text)", about: name, .noInput))
            return nil
        }
        if isTerminal(file.fileDescriptor) {
            Terminal.report("xml2dict: reading XML from the terminal; Control-D ends it")
        }
        do throws(XMLReaderError) {
            return try reader.read(fileDescriptor: file.fileDescriptor)
        } catch {
            report(Diagnostic(error, input: name))
            return nil
        }
    }

    /// - Returns: Whether it was written. If not, nothing that comes behind it can be, either.
    private mutating func write(_ value: XMLValue, to file: borrowing OutputFile) -> Bool {
        do throws(JSONWritingError) {
            try value.writeJSON(to: file.fileDescriptor, format)
            return true
        } catch {
            report(Diagnostic(error.description, about: file.name, error.errorNumber == nil ? .software : .inputOutput))
            return false
        }
    }

    private mutating func commit(_ file: inout OutputFile) {
        let name = file.name
        do throws(SystemError) {
            try file.commit()
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: name, .inputOutput))
        }
    }

    private mutating func report(_ diagnostic: Diagnostic) {
        Terminal.report(diagnostic.text)
        status = max(status, diagnostic.status)
    }
}

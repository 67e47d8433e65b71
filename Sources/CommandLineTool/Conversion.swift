import XML2Dict

/// Converts the inputs of an invocation, one after the other.
///
/// One that fails is reported, and the rest still run.
struct Conversion {
    private let inputs: [Argument?]
    private let output: Argument?
    private let reader: XMLReader
    /// The elements to write one by one; `nil` for whole documents.
    private let path: XMLPath?
    private let format: JSONFormat
    private var status = ExitStatus.success

    init(_ invocation: Invocation) {
        inputs = invocation.inputs.isEmpty ? [nil] : invocation.inputs
        output = invocation.output
        reader = invocation.reader
        path = invocation.records
        var format = invocation.format
        switch invocation.color {
        case .always: format.isColored = true
        case .never: format.isColored = false
        case .auto: format.isColored = output == nil && Terminal.wantsColor
        }
        if path != nil { format.indentation = .none }
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
        let lines = path.map { path in (path, JSONLines(file.fileDescriptor, format)) }
        for input in inputs {
            let isWritten =
                if let (path, lines) = lines {
                    writeRecords(of: input, at: path, to: lines, named: file.name)
                } else {
                    writeDocument(input, to: file)
                }
            // Nothing that comes behind it could be written, either.
            guard isWritten else { return status }
        }
        // With --output, nothing is better than a part: the old file stays.
        if status == .success || output == nil { commit(&file) }
        return status
    }

    // MARK: Whole documents

    /// Writes a document.
    ///
    /// - Returns: `false` when it could not be written. One that could not be read is reported, and no more.
    private mutating func writeDocument(_ input: Argument?, to file: borrowing OutputFile) -> Bool {
        guard let source = open(input) else { return true }
        do throws(XMLReaderError) {
            let value = try reader.read(fileDescriptor: source.fileDescriptor)
            return write(value, to: file)
        } catch {
            report(Diagnostic(error, input: Self.name(of: input)))
            return true
        }
    }

    private mutating func write(_ value: XMLValue, to file: borrowing OutputFile) -> Bool {
        do throws(JSONWritingError) {
            try value.writeJSON(to: file.fileDescriptor, format)
            return true
        } catch {
            report(Diagnostic(error, output: file.name))
            return false
        }
    }

    // MARK: Records

    /// Writes the records of a document as they come.
    ///
    /// - Returns: `false` when they could not be written.
    private mutating func writeRecords(
        of input: Argument?,
        at path: XMLPath,
        to lines: JSONLines,
        named output: String
    ) -> Bool {
        guard let source = open(input) else { return true }
        var problem: XMLReaderError?
        do throws(XMLReaderError) {
            var records = try reader.records(at: path, fileDescriptor: source.fileDescriptor) { lines.flush() }
            while lines.failure == nil, try records.writeNext(to: lines) {}
            if let others = records.pathsInstead { warn(of: others, input) }
        } catch {
            problem = error
        }
        lines.flush()
        if let failure = lines.failure {
            report(Diagnostic(failure, output: output))
            return false
        }
        if let problem { report(Diagnostic(problem, input: Self.name(of: input))) }
        return true
    }

    private func warn(of others: [String], _ input: Argument?) {
        let hint = others.isEmpty ? "" : "; at that depth there are \(others.joined(separator: ", "))"
        Terminal.report("xml2dict: \(Self.name(of: input)): warning: no element is at the path\(Terminal.escape(hint))")
    }

    // MARK: Files

    private static func name(of input: Argument?) -> String {
        guard let input, input.text != "-" else { return "<stdin>" }
        return input.shown
    }

    /// Opens an input, or reports why it cannot be opened.
    private mutating func open(_ input: Argument?) -> InputFile? {
        do throws(SystemError) {
            let file = if let input { try InputFile(input) } else { InputFile() }
            if isTerminal(file.fileDescriptor) {
                Terminal.report("xml2dict: reading XML from the terminal; Control-D ends it")
            }
            return file
        } catch {
            report(Diagnostic("cannot open: \(error.text)", about: Self.name(of: input), .noInput))
            return nil
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

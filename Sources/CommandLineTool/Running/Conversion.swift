import XML2Dict
import XML2DictShape

/// Converts the inputs of an invocation, one after the other.
///
/// It reports an input that fails, and continues with the next.
struct Conversion {
    let invocation: Invocation
    let checked: CheckedOptions
    private(set) var format: XMLValue.JSONFormat
    /// The writer of XML; without it, the command writes JSON.
    private let writer: XMLWriter?
    private let started = Progress.now
    private var status = ExitStatus.success
    /// Whether an input, or the output, has failed; skipped records do not count.
    private(set) var hasFailed = false
    let reports: RecordReports
    /// Whether an input had a record, or a selected element.
    private var hasFound = false

    init(_ invocation: Invocation) throws(UsageError) {
        self.invocation = invocation
        let reports = RecordReports()
        self.reports = reports
        checked = try invocation.checkedOptions {
            reports.report($0)
        } warn: {
            reports.warn($0)
        }
        writer = try invocation.writer(checked.options)
        format = invocation.format
        format.isColored = invocation.isColored ?? (invocation.output == nil && Terminal.wantsColor)
        if checked.records != nil, invocation.description == nil { format.indentation = .none }
    }

    var options: XMLOptions { checked.options }

    /// The inputs; `nil` for standard input.
    var inputs: [Argument?] { invocation.inputs.isEmpty ? [nil] : invocation.inputs }

    /// Converts all inputs.
    ///
    /// - Returns: The worst exit status.
    mutating func run() -> ExitStatus {
        let output = invocation.output
        var file: OutputFile
        do throws(SystemError) {
            file = if let output { try OutputFile(output) } else { OutputFile() }
        } catch {
            report(Diagnostic("cannot create: \(error.text)", about: output?.shownAsFile ?? "<stdout>", .cannotCreate))
            return status
        }
        format.isForTerminal = isTerminal(file.fileDescriptor)
        if var writer {
            writer.format.isForTerminal = format.isForTerminal
            let isWritten = writeXML(by: writer, to: file)
            if isWritten, !hasFailed || output == nil { commit(&file) }
            return status
        }
        if let description = invocation.description {
            describe(as: description, to: file)
            if !hasFailed || output == nil { commit(&file) }
            return status
        }
        let lines = checked.records.map { _ in RecordLines(file.fileDescriptor, format) }
        for input in inputs {
            let isWritten =
                if invocation.plansParts {
                    writePlan(of: input, to: file)
                } else if let lines {
                    writeRecords(of: input, to: lines, named: file.name)
                } else {
                    writeDocuments(input, to: file)
                }
            // Later output would fail, too.
            guard isWritten else { return status }
        }
        reportMismatches()
        // With --output, the old file is better than an incomplete new one.
        if !hasFailed || output == nil { commit(&file) }
        return status
    }

    /// Reports how many values did not fit the schema and were written.
    private func reportMismatches() {
        guard let count = options.heldShape?.mismatchCount, count > 0 else { return }
        let values = count == 1 ? "1 value does" : "\(count) values do"
        Terminal.report("xml2dict: \(values) not fit the schema")
    }

    // MARK: Whole documents

    /// Writes the document of an input, or each of its documents.
    ///
    /// - Returns: `false` when the output failed. A failed input is reported, and returns `true`.
    private mutating func writeDocuments(_ input: Argument?, to file: borrowing OutputFile) -> Bool {
        guard let source = open(input) else { return true }
        let progress = progress(of: source, input)
        reports.input = Self.name(of: input)
        reports.progress = progress
        let watcher = ReadingWatcher(nil, progress, source.compressedCount)
        let threads = threadCount(for: source)
        do throws(XMLReaderError) {
            var documents = try read(source, input, watcher, threads: threads)
            while let document = try documents.next() {
                progress?.wipe()
                // A document whose input is incomplete may lack its end.
                if watcher.isAtEnd, report(source.failure(), input) { return true }
                guard write(document, to: file, threads: threads) else { return false }
            }
            note(documents.nothingFound, input)
        } catch {
            progress?.wipe()
            report(error, source, watcher, input)
        }
        return true
    }

    /// Writes a document; returns `false` after reporting that the output failed.
    private mutating func write(_ document: XMLValue, to file: borrowing OutputFile, threads: Int) -> Bool {
        do throws(XMLOutputError) {
            try document.writeJSON(to: file.fileDescriptor, format, threads: threads)
            return true
        } catch {
            report(Diagnostic(error, output: file.name))
            return false
        }
    }

    // MARK: Parts

    /// Writes how an input can be cut into parts.
    ///
    /// - Returns: `false` when the output failed.
    private mutating func writePlan(of input: Argument?, to file: borrowing OutputFile) -> Bool {
        guard let source = open(input), hasParts(source, input) else { return true }
        let plan: [PlannedPart]
        do throws(XMLReaderError) {
            plan = try PlannedPart.plan(source.fileDescriptor, checked, partSize: invocation.partSize)
        } catch {
            report(Diagnostic(error, input: Self.name(of: input)))
            return true
        }
        hasFound = true
        do throws(SystemError) {
            try FileDescriptor(borrowing: file.fileDescriptor).write(plan.map { $0.json(format) + "\n" }.joined())
            return true
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: file.name, .inputOutput))
            return false
        }
    }

    /// Reports an input that has no parts, as it can be read once only.
    private mutating func hasParts(_ source: borrowing InputFile, _ input: Argument?) -> Bool {
        if source.compressedCount == nil, source.size != nil { return true }
        let problem = "only a regular file that is not compressed has parts"
        report(Diagnostic(problem, about: Self.name(of: input), .noInput))
        return false
    }

    // MARK: Records

    /// Writes the records of a document as soon as each is complete.
    ///
    /// - Returns: `false` when the output failed.
    private mutating func writeRecords(
        of input: Argument?,
        to lines: RecordLines,
        named output: String
    ) -> Bool {
        guard let source = open(input) else { return true }
        if invocation.part != nil, !hasParts(source, input) { return true }
        let progress = progress(of: source, input)
        reports.input = Self.name(of: input)
        reports.progress = progress
        reports.lines = lines
        let watcher = ReadingWatcher(lines, progress, source.compressedCount)
        var counts = (written: 0, skipped: 0)
        let result = Result { () throws(XMLReaderError) in
            try writeRecords(of: source, input, to: lines, watcher, progress, &counts)
        }
        lines.flush()
        progress?.wipe()
        if let failure = lines.failure {
            _ = reports.end(isComplete: true)
            report(Diagnostic(failure, output: output))
            return false
        }
        let incompleteness = incompleteness(of: source, watcher)
        counts.skipped -= reports.end(isComplete: incompleteness == nil)
        if !report(incompleteness, input) {
            switch result {
            case .success where checked.options.requiresMatch && counts.written == 0:
                report(Diagnostic("all records are broken", about: Self.name(of: input), .badData))
            case .success(let nothingFound): note(nothingFound, input, hasRecords: counts.written > 0)
            case .failure(let error): report(Diagnostic(error, input: Self.name(of: input)))
            }
        }
        if counts.skipped > 0 {
            reportSkipped(counts.skipped, besides: counts.written, "written", of: Self.name(of: input))
        }
        return true
    }

    /// Reports how many records of an input were skipped.
    mutating func reportSkipped(_ count: Int, besides others: Int, _ deed: String, of input: String) {
        let records = others == 1 ? "1 record" : "\(others) records"
        Terminal.report("xml2dict: \(input): \(records) \(deed), \(count) skipped")
        status = max(status, .badData)
    }

    /// Writes the records of an open document, and counts them.
    ///
    /// - Returns: The message about a path that matched no record.
    private func writeRecords(
        of source: borrowing InputFile,
        _ input: Argument?,
        to lines: RecordLines,
        _ watcher: ReadingWatcher,
        _ progress: Progress?,
        _ counts: inout (written: Int, skipped: Int)
    ) throws(XMLReaderError) -> ErrorMessage? {
        var records = try read(source, input, watcher, threads: threadCount(for: source))
        defer { counts.skipped = records.skippedCount }
        while lines.failure == nil {
            let count = try records.writeNext(to: lines)
            guard count > 0 else { break }
            counts.written += count
            progress?.records = counts.written
        }
        return records.nothingFound
    }

    /// Warns of a path that matched nothing in an input.
    ///
    /// Broken records match a path, too.
    mutating func note(_ nothingFound: ErrorMessage?, _ input: Argument?, hasRecords: Bool = true) {
        hasFound = hasFound || nothingFound == nil && hasRecords
        // Another part may have records.
        guard let nothingFound, invocation.part == nil else { return }
        warn(Terminal.escape(nothingFound.withFlags), about: Self.name(of: input))
    }

    /// Warns of a file that was replaced by one without records or selected elements.
    private func warnOfEmptyFile(_ name: String) {
        let isSelecting = checked.records != nil || !checked.options.select.isEmpty
        guard isSelecting, !hasFound, !hasFailed else { return }
        let content = checked.records == nil ? "the file now has no elements" : "the file is now empty"
        warn("\(content); with --require-match the old file stays", about: name)
    }

    private func warn(_ message: String, about subject: String) {
        Terminal.report("xml2dict: \(subject): warning: \(message)")
    }

    // MARK: Files

    /// The documents or records of an open input.
    func read(
        _ source: borrowing InputFile,
        _ input: Argument?,
        _ watcher: ReadingWatcher,
        threads: Int
    ) throws(XMLReaderError) -> XMLRecords<XMLValue> {
        try XMLRecords(
            checked,
            fileDescriptor: source.fileDescriptor,
            after: source.firstBytes,
            Self.nameForOrigins(of: input),
            ReadingThreads(threads),
            part: invocation.part,
            watcher
        )
    }

    /// How many threads read an input.
    func threadCount(for source: borrowing InputFile) -> Int {
        guard source.compressedCount == nil, let size = source.size else { return 1 }
        return invocation.threads ?? (size > Self.largeSize ? UsableCores.count : 1)
    }

    /// The size in bytes from which a file is read by several threads: below, starting them gains little.
    private static let largeSize = 8 * 1024 * 1024

    /// The name of an input in the origins of its records.
    static func nameForOrigins(of input: Argument?) -> String {
        input.map { $0.address?.shown ?? $0.text ?? $0.shown } ?? "-"
    }

    static func name(of input: Argument?) -> String {
        guard let input, input.text != "-" else { return "<stdin>" }
        return input.shownAsFile
    }

    /// Opens an input, or reports why the system cannot open it.
    mutating func open(_ input: Argument?) -> InputFile? {
        do throws(InputFailure) {
            var file = if let input { try InputFile(input) } else { InputFile() }
            if isTerminal(file.fileDescriptor) {
                Terminal.report(
                    "xml2dict: reading \(writer == nil ? "XML" : "JSON") from the terminal; Control-D ends it"
                )
            } else {
                try file.decompress(isAllowed: invocation.decompresses)
            }
            return file
        } catch {
            var failure = error
            if invocation.description != nil, let word = input?.text, DescriptionFormat(rawValue: word) != nil {
                failure.message += "; write --describe=\(word) for that format"
            }
            _ = report(failure, input)
            return nil
        }
    }

    func progress(of source: borrowing InputFile, _ input: Argument?) -> Progress? {
        guard invocation.showsProgress, Progress.isWanted(withRecords: checked.records != nil) else { return nil }
        return Progress(Self.name(of: input), size: source.size, started: started)
    }

    private mutating func commit(_ file: inout OutputFile) {
        let name = file.name
        do throws(SystemError) {
            try file.commit()
            if file.replacesFile { warnOfEmptyFile(name) }
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: name, .inputOutput))
        }
    }

    /// Reports an error in a document; if the document arrived incomplete, reports that reason instead.
    mutating func report(
        _ error: XMLReaderError,
        _ source: borrowing InputFile,
        _ watcher: ReadingWatcher,
        _ input: Argument?
    ) {
        if report(incompleteness(of: source, watcher), input) { return }
        report(Diagnostic(error, input: Self.name(of: input)))
    }

    /// The reason why a document that has ended, perhaps with an error, is incomplete; `nil` when it is complete.
    func incompleteness(of source: borrowing InputFile, _ watcher: ReadingWatcher) -> InputFailure? {
        watcher.isAtEnd || source.hasDamagedEnd() ? source.failure() : nil
    }

    /// Reports the reason why a document cannot be opened, or is incomplete.
    ///
    /// - Returns: Whether there was a reason.
    mutating func report(_ failure: InputFailure?, _ input: Argument?) -> Bool {
        guard let failure else { return false }
        let status: ExitStatus =
            switch failure.kind {
            case .noInput: .noInput
            case .damage: .badData
            case .readFailed: .inputOutput
            }
        report(Diagnostic(Terminal.escape(failure.message), about: Self.name(of: input), status))
        return true
    }

    mutating func report(_ diagnostic: Diagnostic) {
        Terminal.report(diagnostic.text)
        hasFailed = true
        status = max(status, diagnostic.status)
    }
}

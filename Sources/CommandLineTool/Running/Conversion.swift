import XML2Dict
import XML2DictEditing
import XML2DictShape
import XML2DictWriting

/// Converts the inputs of an invocation one after the other, and continues after an input that fails.
struct Conversion {
    let invocation: Invocation
    let plan: Plan
    private(set) var format: XMLValue.JSONFormat
    /// The writer of XML, or `nil` to write JSON.
    private let writer: XMLWriter?
    /// The edits of the inputs, or `nil` to convert the inputs.
    private let editPlan: EditPlan?
    private let started = Progress.now
    private(set) var status = ExitStatus.success
    /// Whether an input or the output has failed, apart from skipped records.
    private(set) var hasFailed = false
    let reports: ReadingReports
    private var hasFound = false
    /// The paths that matched in none of the inputs that were read to the end, or `nil` before the first such input.
    private var unmatched: UnmatchedPaths?
    /// The number of skipped inputs, if inputs are not read record by record.
    private var skippedCount = 0

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        let reports = ReadingReports(), isQuiet = invocation.isQuiet
        self.reports = reports
        plan = try invocation.plan {
            reports.report($0)
        } warn: {
            if !isQuiet { reports.warn($0) }
        }
        editPlan = try invocation.editPlan()
        writer = try invocation.writer(plan)
        format = invocation.format
        format.isColored = invocation.isColored ?? (invocation.output == nil && Terminal.wantsColor)
        if plan.records != nil, invocation.description == nil { format.indent = .none }
    }

    var inputs: [Argument] { invocation.inputs.isEmpty ? [.standardInput] : invocation.inputs }

    mutating func run() -> ExitStatus {
        if let editPlan { return edit(by: editPlan) }
        let output = invocation.output
        guard let file = create(output) else { return status }
        format.isForTerminal = isTerminal(file.fileDescriptor)
        // After a failed write, `commit` would fail as well. After a failed input, the old file of --output is better
        // than an incomplete new file.
        if write(to: file) {
            if !hasFailed || output == nil {
                commit(file)
            } else if file.replacesFile, !invocation.isQuiet {
                Terminal.report("xml2dict: \(file.name): not written, because of the error")
            }
        }
        if skippedCount > 0, inputs.count > 1, !invocation.isQuiet {
            Terminal.report("xml2dict: \(skippedCount) of \(inputs.count) inputs skipped")
        }
        return status
    }

    private mutating func write(to file: borrowing OutputFile) -> Bool {
        if var writer {
            writer.format.isForTerminal = format.isForTerminal
            return writeXML(by: writer, to: file)
        }
        if let description = invocation.description { return describe(as: description, to: file) }
        let lines = plan.records.map { _ in RecordLines(file.fileDescriptor, format) }
        for input in inputs {
            let isWritten =
                if invocation.plansParts {
                    writePlan(of: input, to: file)
                } else {
                    read(input, for: lines.map { .lines($0) } ?? .documents(file.fileDescriptor), output: file.name)
                }
            guard isWritten else { return false }
        }
        endInputs()
        if let count = plan.shape?.mismatchCount, count > 0, !invocation.isQuiet {
            let values = count == 1 ? "1 value does" : "\(count) values do"
            Terminal.report("xml2dict: \(values) not fit the schema")
        }
        return true
    }

    /// Returns `false` after reporting that the output failed.
    mutating func write(_ text: String, to file: borrowing OutputFile) -> Bool {
        do throws(SystemError) {
            try FileDescriptor(borrowing: file.fileDescriptor).write(text)
            return true
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: file.name, .inputOutput))
            return false
        }
    }

    enum Receiver {
        /// A file descriptor for whole documents.
        case documents(Int32)
        case lines(RecordLines)
        case learner(ShapeLearner)
    }

    private struct Outcome {
        var received = 0
        var skipped = 0
        var findings = ReadingFindings()
        var outputFailure: XMLError?
        var incompleteness: CommandError?
    }

    /// Returns `false` if the output failed, and `true` after reporting a failed input.
    mutating func read(_ input: Argument, for receiver: Receiver, output: String) -> Bool {
        guard let source = open(input), invocation.part == nil || hasParts(source, input) else { return true }
        let name = input.shownAsInput
        let lines: RecordLines? = if case .lines(let lines) = receiver { lines } else { nil }
        reports.begin(name, source, progress(of: source, input), lines)
        var outcome = Outcome()
        let result = Result { () throws(XMLError) in
            try read(source, input.url?.shown ?? input.text ?? name, for: receiver, &outcome)
        }
        lines?.flush()
        reports.progress?.wipe()
        if let failure = outcome.outputFailure ?? lines?.failure {
            _ = reports.end(isComplete: true)
            report(Diagnostic(failure.description, about: output, .inputOutput))
            return false
        }
        let mayBeIncomplete = outcome.incompleteness == nil && (reports.isAtEnd || source.hasDamagedEnd())
        let incompleteness = mayBeIncomplete ? source.failure() : outcome.incompleteness
        outcome.skipped -= reports.end(isComplete: incompleteness == nil)
        if let incompleteness {
            reportInput(Diagnostic(incompleteness, about: input))
        } else {
            switch result {
            case .success where plan.requiresMatch && outcome.received == 0:
                report(Diagnostic("all records are broken", about: name, .badData))
            case .success: note(outcome, about: name)
            case .failure(let error): reportInput(Diagnostic(error, input: name))
            }
        }
        if outcome.skipped > 0 {
            status = max(status, .badData)
            guard !invocation.isQuiet else { return true }
            let records = outcome.received == 1 ? "1 record" : "\(outcome.received) records"
            // After a later error, the old file stays, so the report must not claim that these records are written.
            let isFile = lines != nil && invocation.output != nil
            let deed = invocation.description != nil ? "described" : isFile ? "read" : "written"
            Terminal.report("xml2dict: \(name): \(records) \(deed), \(outcome.skipped) skipped")
        }
        return true
    }

    private func read(
        _ source: borrowing InputFile,
        _ name: String,
        for receiver: Receiver,
        _ outcome: inout Outcome
    ) throws(XMLError) {
        let threads = threadCount(for: source)
        var records = try XMLRecords<XMLValue>(
            plan,
            fileDescriptor: source.fileDescriptor,
            after: source.firstBytes,
            name,
            ReadingThreads(threads),
            part: invocation.part,
            reports
        )
        switch receiver {
        case .documents(let file):
            while let document = try records.next() {
                reports.progress?.wipe()
                // A document without an error is incomplete if the transfer or the decompression has failed.
                if reports.isAtEnd { outcome.incompleteness = source.failure() }
                guard outcome.incompleteness == nil else { return }
                do throws(XMLError) {
                    try document.writeJSON(to: file, format, threads: threads)
                } catch {
                    outcome.outputFailure = error
                    return
                }
                outcome.received += 1
            }
        case .lines(let lines):
            defer { outcome.skipped = records.skippedCount }
            try records.write(to: lines) { count in
                outcome.received += count
                reports.progress?.records = outcome.received
            }
        case .learner(let learner):
            let count = try records.observe(by: learner)
            try learner.checkLimit()
            (outcome.received, outcome.skipped) = (count, records.skippedCount)
        }
        outcome.findings = records.findings
    }

    private func threadCount(for source: borrowing InputFile) -> Int {
        guard source.compressedCount == nil, let size = source.size else { return 1 }
        return invocation.threads ?? (size > Self.largeSize ? UsableCores.count : 1)
    }

    /// The number of bytes above which several threads read a file, because starting threads takes time.
    private static let largeSize = 8 * 1024 * 1024

    private mutating func writePlan(of input: Argument, to file: borrowing OutputFile) -> Bool {
        guard let source = open(input), hasParts(source, input) else { return true }
        let parts: [FilePart]
        do throws(XMLError) {
            parts = try FilePart.plan(source.fileDescriptor, plan, partSize: invocation.partSize)
        } catch {
            report(Diagnostic(error, input: input.shownAsInput))
            return true
        }
        hasFound = true
        return write(parts.map { $0.json(format) + "\n" }.joined(), to: file)
    }

    private mutating func hasParts(_ source: borrowing InputFile, _ input: Argument) -> Bool {
        if source.compressedCount == nil, source.size != nil { return true }
        let problem = "only a regular file that is not compressed has parts"
        report(Diagnostic(problem, about: input.shownAsInput, .noInput))
        return false
    }

    /// Prints the notes about an input, and removes the paths that matched in the input from the unmatched paths.
    private mutating func note(_ outcome: Outcome, about input: String) {
        for note in outcome.findings.notes.warnings(hasResult: invocation.description == nil) {
            warn(Terminal.escape(note.message.withFlags), about: "\(input):\(note.position)")
        }
        let found = outcome.findings.unmatched
        hasFound = hasFound || found.hasRecords && outcome.received > 0
        unmatched = unmatched.map { $0.intersection(found) } ?? found
    }

    private mutating func endInputs() {
        if skippedCount == inputs.count { hasFailed = true }
        warnOfUnmatchedPaths()
    }

    /// Warns of paths without a match, but not for a part of a file, because the paths may match in another part.
    private func warnOfUnmatchedPaths() {
        guard let message = unmatched.flatMap(plan.warning), invocation.part == nil else { return }
        let subject = inputs.count == 1 ? inputs[0].shownAsInput : "all inputs"
        // `shown` hides passwords, because a path in the message may have a namespace that is a URL with a password.
        warn(Terminal.shown(message.withFlags), about: subject)
    }

    private func warnOfEmptyFile(_ name: String) {
        let isSelecting = plan.selects
        guard isSelecting, !hasFound, !hasFailed else { return }
        let content = plan.records == nil ? "the file now has no elements" : "the file is now empty"
        warn("\(content); with --require-match the old file stays", about: name)
    }

    func warn(_ message: String, about subject: String) {
        if !invocation.isQuiet { Terminal.report("xml2dict: \(subject): warning: \(message)") }
    }

    /// Warns if the name of the output has the ending of a compressed file.
    private func warnOfPlainFile(_ name: String) {
        let programs = [".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"]
        guard let program = programs.first(where: { name.lowercased().hasSuffix($0.key) })?.value else { return }
        warn("the file is not compressed; leave out --output, and append | \(program) > FILE", about: name)
    }

    mutating func open(_ input: Argument) -> InputFile? {
        do throws(CommandError) {
            var file = try InputFile(input)
            if file.size == nil, isTerminal(file.fileDescriptor) {
                let format = writer == nil ? "XML" : "JSON"
                if !invocation.isQuiet {
                    Terminal.report("xml2dict: reading \(format) from the terminal; Control-D ends it")
                }
            } else {
                let hasParts = invocation.plansParts || invocation.part != nil
                try file.decompress(isAllowed: invocation.decompresses, hasParts: hasParts)
            }
            return file
        } catch {
            var failure = error
            let flags = Flag.all.filter { invocation.given[$0.name] != nil && $0.hasOptionalWord(input.text) }
            if let flag = flags.first { failure.message += "; did you mean --\(flag.name)=\(input.shown)?" }
            reportInput(Diagnostic(failure, about: input))
            return nil
        }
    }

    func progress(of source: borrowing InputFile, _ input: Argument) -> Progress? {
        guard !invocation.isQuiet, Progress.isWanted(withRecords: plan.records != nil) else { return nil }
        return Progress(input.shownAsInput, size: source.size, started: started)
    }

    mutating func create(_ output: Argument?) -> OutputFile? {
        do throws(SystemError) {
            return try OutputFile(output)
        } catch {
            report(Diagnostic("cannot create: \(error.text)", about: output?.shownAsFile ?? "<stdout>", .cannotCreate))
            return nil
        }
    }

    mutating func commit(_ file: borrowing OutputFile) {
        let name = file.name
        do throws(SystemError) {
            try file.commit()
            guard file.replacesFile else { return }
            warnOfEmptyFile(name)
            warnOfPlainFile(name)
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: name, .inputOutput))
        }
    }

    /// Reports a failed input, which counts as skipped with `--on-error skip` and without `--records`.
    private mutating func reportInput(_ diagnostic: Diagnostic) {
        let hadFailed = hasFailed
        report(diagnostic)
        guard invocation.skipsBrokenRecords, plan.records == nil else { return }
        hasFailed = hadFailed
        skippedCount += 1
    }

    mutating func report(_ diagnostic: Diagnostic) {
        Terminal.report(diagnostic.text)
        hasFailed = true
        status = max(status, diagnostic.status)
    }
}

extension Conversion {
    /// Writes a description of the XML Schema of `--shape`, or one description of all inputs.
    ///
    /// After an error, there is no output, because a description of some data must not look like a description of all
    /// data. With `--on-error skip`, the description leaves out broken records or inputs.
    mutating func describe(as format: DescriptionFormat, to file: borrowing OutputFile) -> Bool {
        let learner = ShapeLearner(plan.limits), schema = plan.shape
        if schema == nil {
            for input in inputs { _ = read(input, for: .learner(learner), output: file.name) }
            endInputs()
            guard !hasFailed || plan.policy.skips else { return true }
        }
        let names = schema == nil ? inputs.map(\.shownAsInput) : invocation.shapes.map(\.shownAsFile)
        do throws(XMLError) {
            guard !format.isOfOutput || !learner.isEmpty || schema != nil else {
                throw XMLError(.noMatch, "there are no records, and so there is no shape to describe")
            }
            let description =
                try schema?.description(for: plan)
                ?? XMLDescription(learner, recordsAt: plan.records, plan.form)
            return write(text(of: description, as: format, names), to: file)
        } catch {
            report(Diagnostic(error, input: names[0]))
            return true
        }
    }

    private func text(of found: XMLDescription, as description: DescriptionFormat, _ names: [String]) -> String {
        switch description {
        case .html: found.page(titled: names.joined(separator: ", "))
        case .jsonSchema: found.jsonSchema.json(format) + "\n"
        case .swift: found.swift
        case .table: format.isForTerminal ? found.table(Terminal.escape) : found.description
        }
    }
}

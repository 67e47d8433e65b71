import XML2Dict
import XML2DictEditing

/// Editing the inputs in place of converting them.
///
///     --in-place, -o FILE    input ─▶ edits ─▶ new file ─▶ rename, when the input has proved well-formed
///     standard output        input ─▶ edits ─▶ file that waits ─▶ copy
extension Conversion {
    /// Edits all inputs.
    ///
    /// - Returns: The worst exit status.
    mutating func edit(by plan: EditPlan) -> ExitStatus {
        var unmatched: [(input: Argument, paths: [Int: String])] = []
        for input in inputs {
            if let paths = edit(input, by: plan) { unmatched.append((input, paths)) }
        }
        // A path may match in an input that is broken.
        let isComplete = unmatched.count == inputs.count
        let missing = unmatched.first?.paths.filter { path in
            isComplete && unmatched.allSatisfy { $0.paths[path.key] != nil }
        }
        for (input, paths) in unmatched {
            let paths = paths.filter { missing?[$0.key] == nil }
            if !paths.isEmpty { warn(Terminal.shown(EditingResult.error(paths).message), about: input.shownAsInput) }
        }
        if let missing, !missing.isEmpty {
            report(Diagnostic(Terminal.shown(EditingResult.error(missing).message), about: "all inputs", .badData))
        }
        return status
    }

    /// Edits an input.
    ///
    /// - Returns: The edits whose paths match nothing; `nil` after an error.
    private mutating func edit(_ input: Argument, by plan: EditPlan) -> [Int: String]? {
        guard let source = open(input) else { return nil }
        let isInPlace = invocation.editsInPlace, name = input.shownAsInput
        guard !isInPlace || source.compressedCount == nil else {
            let problem = "the file is compressed, and its edited form would not be; decompress it first"
            report(Diagnostic(problem, about: name, .badData))
            return nil
        }
        guard var file = create(isInPlace ? input : invocation.output) else { return nil }
        do throws(SystemError) {
            try file.holdBack()
        } catch {
            let folder = Terminal.shown(OutputFile.folderOfWaiting)
            report(Diagnostic("cannot create: \(error.text)", about: "a temporary file in \(folder)", .cannotCreate))
            return nil
        }
        guard let result = edit(source, input, by: plan, to: file) else {
            if file.replacesFile, !invocation.isQuiet {
                Terminal.report("xml2dict: \(file.name): not written, because of the error")
            }
            file.discard()
            return nil
        }
        if result.isChanged || !isInPlace { commit(file) } else { file.discard() }
        return result.unmatched
    }

    /// Edits an open input, or reports why that is impossible.
    private mutating func edit(
        _ source: borrowing InputFile,
        _ input: Argument,
        by plan: EditPlan,
        to file: borrowing OutputFile
    ) -> EditingResult? {
        let name = input.shownAsInput
        reports.begin(name, source, progress(of: source, input), nil)
        let document = XMLSource.fileDescriptor(source.fileDescriptor, after: source.firstBytes, reports)
        let result = Result { () throws(XMLError) in
            let result = try plan.edit(document, to: file.fileDescriptor)
            if inputs.count == 1 || self.plan.requiresMatch { try result.requireMatches() }
            return result
        }
        reports.progress?.wipe()
        if reports.isAtEnd || source.hasDamagedEnd(), let failure = source.failure() {
            report(Diagnostic(failure, about: input))
            return nil
        }
        do throws(XMLError) {
            return try result.get()
        } catch {
            report(
                error.isOutputFailure
                    ? Diagnostic("\(error.words)", about: file.name, .inputOutput) : Diagnostic(error, input: name)
            )
            return nil
        }
    }
}

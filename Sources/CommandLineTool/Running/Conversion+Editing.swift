import XML2Dict
import XML2DictEditing

/// Edits the inputs instead of converting them.
///
///     --in-place, -o FILE    input ─▶ edits ─▶ new file ─▶ rename, when the input has proved well-formed
///     standard output        input ─▶ edits ─▶ temporary file ─▶ copy
extension Conversion {
    mutating func edit(by plan: EditPlan) -> ExitStatus {
        var results: [(input: Argument, result: EditingResult)] = []
        for input in inputs {
            if let result = edit(input, by: plan) { results.append((input, result)) }
        }
        // A broken input may contain matches, so after an error, no message says that a path is missing in all inputs.
        let first = results.count < inputs.count ? [:] : results[0].result.unmatched
        let missing = first.keys.filter { edit in results.allSatisfy { $0.result.unmatched[edit] != nil } }
        for (input, result) in results {
            let paths = result.unmatched.filter { !missing.contains($0.key) }
            if !paths.isEmpty { warn(Terminal.shown(EditingResult.error(paths).message), about: input.shownAsInput) }
        }
        guard !missing.isEmpty else { return status }
        // Inputs without a near name give no hint. `max` finds a text with a hint: `item/x (…)` sorts after `item/x`.
        let paths = missing.map { edit in (edit, results.compactMap { $0.result.unmatched[edit] }.max() ?? "") }
        let error = EditingResult.error(Dictionary(uniqueKeysWithValues: paths))
        let remark = results.contains { $0.result.isChanged } ? "; the other edits were written" : ""
        report(Diagnostic(Terminal.shown(error.message) + remark, about: "all inputs", .badData))
        return status
    }

    /// Returns `nil` after an error.
    private mutating func edit(_ input: Argument, by plan: EditPlan) -> EditingResult? {
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
            file.discard()
            return nil
        }
        reports.begin(name, source, progress(of: source, input), nil)
        let document = XMLSource.fileDescriptor(source.fileDescriptor, after: source.firstBytes, reports)
        var result: EditingResult?, problem: Diagnostic?
        do throws(XMLError) {
            result = try plan.edit(document, to: file.fileDescriptor)
            if inputs.count == 1 || self.plan.requiresMatch { try result?.requireMatches() }
        } catch {
            problem =
                error.isOutputFailure
                ? Diagnostic("\(error.words)", about: file.name, .inputOutput) : Diagnostic(error, input: name)
        }
        reports.progress?.wipe()
        if reports.isAtEnd || source.hasDamagedEnd(), let failure = source.failure() {
            problem = Diagnostic(failure, about: input)
        }
        if let problem {
            report(problem)
            if file.replacesFile, !invocation.isQuiet {
                Terminal.report("xml2dict: \(file.name): not written, because of the error")
            }
        }
        if problem == nil, result?.isChanged == true || !isInPlace { commit(file) } else { file.discard() }
        return problem == nil ? result : nil
    }
}

import XML2Dict
import XML2DictShape

/// Describing the inputs, or learning their shape, in place of converting them.
extension Conversion {
    /// Reads all inputs, and writes one description of them.
    ///
    /// After an error nothing is written, because a part of the data must not look like all of it. Only where broken records
    /// are skipped, what was read is written.
    mutating func describe(as format: DescriptionFormat, to file: borrowing OutputFile) {
        let learner = ShapeLearner(options.input.limits)
        for input in inputs {
            guard let source = open(input) else { continue }
            observe(source, input, by: learner)
        }
        guard !hasFailed || checked.policy.skips else { return }
        let text: String
        do throws(XMLReaderError) {
            text = try self.text(of: learner, as: format)
        } catch {
            return report(Diagnostic(error, input: Self.name(of: inputs[0])))
        }
        do throws(SystemError) {
            try FileDescriptor(borrowing: file.fileDescriptor).write(text)
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: file.name, .inputOutput))
        }
    }

    /// Reads an input to its end for a learner.
    mutating func observe(_ source: borrowing InputFile, _ input: Argument?, by learner: ShapeLearner) {
        let progress = progress(of: source, input)
        let name = Self.name(of: input)
        reports.input = name
        reports.progress = progress
        let watcher = ReadingWatcher(nil, progress, source.compressedCount)
        do throws(XMLReaderError) {
            var records = try read(source, input, watcher, threads: threadCount(for: source))
            let observation = try records.observe(by: learner)
            progress?.wipe()
            _ = reports.end(isComplete: true)
            try learner.checkLimit()
            if report(incompleteness(of: source, watcher), input) { return }
            note(observation.nothingFound, input, hasRecords: observation.count > 0)
            if observation.skippedCount > 0 {
                reportSkipped(observation.skippedCount, besides: observation.count, "described", of: name)
            }
        } catch {
            progress?.wipe()
            _ = reports.end(isComplete: true)
            report(error, source, watcher, input)
        }
    }

    private func text(
        of learner: ShapeLearner,
        as description: DescriptionFormat
    ) throws(XMLReaderError) -> String {
        guard !description.isOfOutput || !learner.isEmpty else {
            throw XMLReaderError(.noMatch, "there are no records, and so there is no shape to describe")
        }
        var found: XMLDescription { XMLDescription(learner, recordsAt: checked.records, options) }
        return switch description {
        case .table: format.isForTerminal ? found.table(Terminal.escape) : found.description
        case .jsonSchema: XMLShape(learner).schema.json(format) + "\n"
        case .flags: found.flags
        case .swift: found.swift
        case .html: found.page(titled: inputs.map(Self.name).joined(separator: ", "))
        }
    }
}

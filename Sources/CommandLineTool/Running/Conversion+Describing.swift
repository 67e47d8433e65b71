import XML2Dict
import XML2DictShape

/// Describing the inputs, or learning their shape, in place of converting them.
extension Conversion {
    /// Reads all inputs, and writes one description of them.
    ///
    /// After an error nothing is written, because a part of the data must not look like all of it. Only where broken records
    /// are skipped, what was read is written.
    ///
    /// - Returns: `false` when the output failed.
    mutating func describe(as format: DescriptionFormat, to file: borrowing OutputFile) -> Bool {
        let learner = ShapeLearner(options.input.limits)
        for input in inputs { _ = read(input, for: .learner(learner), output: file.name) }
        guard !hasFailed || checked.policy.skips else { return true }
        do throws(XMLReaderError) {
            return write(try text(of: learner, as: format), to: file)
        } catch {
            report(Diagnostic(error, input: inputs[0].shownAsInput))
            return true
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
        case .html: found.page(titled: inputs.map(\.shownAsInput).joined(separator: ", "))
        }
    }
}

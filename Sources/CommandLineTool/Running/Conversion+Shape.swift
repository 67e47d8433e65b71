import XML2Dict
import XML2DictShape

/// What the schema of `--shape` has found in all inputs.
extension Conversion {
    /// Reports how many values did not fit the schema and were written.
    func reportMismatches() {
        guard let count = checked.options.heldShape?.mismatchCount, count > 0 else { return }
        let values = count == 1 ? "1 value does" : "\(count) values do"
        Terminal.report("xml2dict: \(values) not fit the schema")
    }

    /// Whether the file for the widened schema can be created; reports it otherwise, before anything is read.
    mutating func canCreate(_ widened: Argument) -> Bool {
        do throws(SystemError) {
            try OutputFile.tryCreating(widened)
            return true
        } catch {
            report(Diagnostic("cannot create: \(error.text)", about: widened.shownAsFile, .cannotCreate))
            return false
        }
    }

    /// Writes the widened schema to a file.
    mutating func writeWidened(to target: Argument) {
        guard let schema = checked.options.heldShape?.widenedSchema else { return }
        do throws(SystemError) {
            var file = try OutputFile(target)
            try FileDescriptor(borrowing: file.fileDescriptor).write(schema.json() + "\n")
            try file.commit()
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: target.shownAsFile, .cannotCreate))
        }
    }

    // MARK: Tables

    /// Writes the header line of a table.
    ///
    /// Without a schema, the inputs are read for one first.
    ///
    /// - Returns: The formatting of records; `.some(nil)` for JSON. `nil` after an error that was reported.
    mutating func beginTable(in file: borrowing OutputFile) -> RecordFormatting?? {
        guard let table else { return .some(nil) }
        if options.heldShape == nil {
            guard let schema = learnSchema(), hold(to: HeldShape(schema)) else { return nil }
            if schema.isNothing { return .some(nil) }
        }
        guard let schema = options.heldShape?.schema else { return nil }
        do throws(XMLReaderError) {
            let (header, formatting) = try table.table(of: schema, textKey: options.textKey)
            return write(header, to: file) ? formatting : nil
        } catch {
            report(Diagnostic(error, input: Self.name(of: inputs[0])))
            return nil
        }
    }

    /// Writes the header line; returns `false` after reporting that the output failed.
    private mutating func write(_ header: [UInt8], to file: borrowing OutputFile) -> Bool {
        do throws(SystemError) {
            try FileDescriptor(borrowing: file.fileDescriptor).write(String(decoding: header, as: UTF8.self))
            return true
        } catch {
            report(Diagnostic("cannot write: \(error.text)", about: file.name, .inputOutput))
            return false
        }
    }

    /// Holds the records to a shape from now on.
    private mutating func hold(to shape: HeldShape) -> Bool {
        var options = checked.options
        options.heldShape = shape
        do throws(XMLReaderError) {
            checked = try CheckedOptions(
                options,
                recordsAt: checked.records,
                onError: checked.policy,
                isSeries: checked.isSeries
            )
            return true
        } catch {
            report(Diagnostic(error, input: Self.name(of: inputs[0])))
            return false
        }
    }

    /// Learns the schema of all inputs, which are read again afterwards; `nil` after an error that was reported.
    ///
    /// What is wrong with an input is reported by the second reading, and does not stop the others here.
    private mutating func learnSchema() -> JSONSchema? {
        let learner = ShapeLearner(pathLimit: options.input.limits.value(of: .paths))
        reports.isSilent = true
        for input in inputs {
            guard let source = open(input) else { continue }
            guard source.size != nil, input != nil, input?.text != "-" else {
                reports.isSilent = false
                let problem =
                    "--format reads each input twice, and this one can be read only once: add --shape FILE"
                report(Diagnostic(problem, about: Self.name(of: input), .usage))
                return nil
            }
            observe(source, input, by: learner)
        }
        reports.isSilent = false
        do throws(XMLReaderError) {
            try learner.checkLimit()
        } catch {
            report(Diagnostic(error, input: Self.name(of: inputs[0])))
            return nil
        }
        let columns =
            learner.isEmpty
            ? "there are no records, and so no columns; --shape FILE sets them"
            : "the columns are those of the inputs, which are read twice; --shape FILE sets them"
        Terminal.report("xml2dict: \(columns)")
        return learner.isEmpty ? .nothing : XMLShape(learner).schema
    }
}

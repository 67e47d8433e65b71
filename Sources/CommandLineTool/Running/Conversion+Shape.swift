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
}

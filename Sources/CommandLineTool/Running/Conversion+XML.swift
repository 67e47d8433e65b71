import XML2Dict
import XML2DictWriting

/// Writes XML from inputs of JSON. Each value is a document, or an item of one document.
extension Conversion {
    /// Returns `false` when the output fails, or when the one document of all items is incomplete.
    mutating func writeXML(by writer: XMLWriter, to file: borrowing OutputFile) -> Bool {
        var series: DocumentWriter
        do throws(XMLError) {
            series = try DocumentWriter(writer, to: file.fileDescriptor)
        } catch {
            report(Diagnostic(writing: error, input: inputs[0].shownAsInput, output: file.name, value: nil))
            return false
        }
        var hasWarned = false
        for input in inputs {
            guard let source = open(input) else { continue }
            let first = series.count
            defer {
                if !hasWarned, !series.guess.isEmpty {
                    hasWarned = true
                    warn(of: series.guess, input)
                }
            }
            do {
                try writeValues(of: source, to: &series, progress(of: source, input))
            } catch let failure as WriteFailure {
                let error = failure.error
                let position = series.count - first
                let value = position > 1 ? position : nil
                report(Diagnostic(writing: error, input: input.shownAsInput, output: file.name, value: value))
                if error.isOutputFailure { return false }
                if series.isInDocument { return finish(&series, isWhole: false, file) }
            } catch {
                report(error, source, input)
            }
        }
        return finish(&series, isWhole: !hasFailed || !series.hasOneDocument, file)
    }

    /// Warns of keys that may be attributes or elements, because the flags do not distinguish the two.
    private func warn(of guess: GuessedKeys, _ input: Argument) {
        func quoted(_ key: String) -> String { "'\(Terminal.escape(key))'" }
        let shown = guess.strings.prefix(3).map(quoted).joined(separator: ", ") + (guess.strings.count > 3 ? ", …" : "")
        let message =
            if let other = guess.other {
                "the strings under \(shown) become attributes, and the value under \(quoted(other)) an element; JSON of other programs needs --convention xmltodict, which makes elements of all"
            } else {
                "the values under \(shown) become elements, as these flags do not show attributes; --attribute-name KEY makes them attributes, and --convention xmltodict for reading and writing keeps them apart"
            }
        warn(message, about: input.shownAsInput)
    }

    /// Writes buffered output, with the end of the document if `isWhole`, and returns whether the output is complete.
    private mutating func finish(_ series: inout DocumentWriter, isWhole: Bool, _ file: borrowing OutputFile) -> Bool {
        do throws(XMLError) {
            if isWhole { try series.finish() } else { try series.flush() }
            return isWhole
        } catch {
            report(Diagnostic(writing: error, input: inputs[0].shownAsInput, output: file.name, value: nil))
            return false
        }
    }

    private mutating func report(_ error: any Error, _ source: borrowing InputFile, _ input: Argument) {
        switch error {
        case let error as SystemError: report(Diagnostic(CommandError(reading: error), about: input))
        case let error as CommandError: report(Diagnostic(error, about: input))
        case let error as XMLError:
            // While the decompressor still delivers bytes, damaged input is not the cause of the error.
            if source.hasDamagedEnd(), let failure = source.failure() {
                report(Diagnostic(failure, about: input))
            } else {
                report(Diagnostic(error, input: input.shownAsInput))
            }
        default: report(Diagnostic("\(error)", about: input.shownAsInput, .software))
        }
    }

    /// - Throws: A `WriteFailure`, an `XMLError` of the JSON, a `SystemError` of a read, or a `CommandError` when the
    ///   input is incomplete.
    private func writeValues(
        of source: borrowing InputFile,
        to series: inout DocumentWriter,
        _ progress: Progress?
    ) throws {
        defer { progress?.wipe() }
        var limits = plan.limits
        // One level of elements may take two levels of JSON, an object and an array.
        limits[.depth] = min(limits[.depth], Int.max / 2) * 2
        var readCount = 0
        let first = series.count
        series.beginInput()
        var reader = JSONReader(.series, limits: limits, textKey: plan.form.textKey ?? "")
        let input = FileDescriptor(borrowing: source.fileDescriptor)
        source.firstBytes.withUnsafeBytes { reader.feed($0) }
        series.note(read: source.firstBytes.count)
        while true {
            try Self.write(from: &reader, to: &series)
            // A program that reads the output gets each document and each item before the input pauses.
            if !input.isReady(within: 0) { try WriteFailure.catching { () throws(XMLError) in try series.flush() } }
            let count = try reader.feed(atMost: 256 * 1024) { room in try input.read(into: room) }
            guard count > 0 else { break }
            readCount += count
            series.note(read: count)
            progress?.update(source.compressedCount?() ?? readCount)
        }
        if let failure = source.failure() { throw failure }
        reader.finish()
        try Self.write(from: &reader, to: &series)
        if series.count == first, !series.hasOneDocument {
            throw XMLError(.unexpectedEnd, "the input has no value of JSON")
        }
    }

    private static func write(from reader: inout JSONReader, to series: inout DocumentWriter) throws {
        while try reader.next() {
            try WriteFailure.catching { () throws(XMLError) in try series.write(reader.value) }
        }
    }
}

/// An error of the writer or of the output, and not of the JSON.
private struct WriteFailure: Error {
    let error: XMLError

    static func catching(_ body: () throws(XMLError) -> Void) throws {
        do throws(XMLError) { try body() } catch { throw WriteFailure(error: error) }
    }
}

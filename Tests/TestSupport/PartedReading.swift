package import XML2Dict

/// Reads a document with one thread or in parts, and describes the result as text.
package struct PartedReading {
    package let bytes: [UInt8]
    package var options = XMLOptions()
    /// The path of records; `nil` for the whole document.
    package var path: XMLPath?
    package var policy: XMLOptions.ErrorPolicy = .stop

    package init(_ text: String, _ options: XMLOptions = XMLOptions(), at path: XMLPath? = nil) {
        self.init(bytes: Array(text.utf8), options, at: path)
    }

    package init(bytes: [UInt8], _ options: XMLOptions = XMLOptions(), at path: XMLPath? = nil) {
        self.bytes = bytes
        self.options = options
        self.path = path
    }

    /// A reader of parts of a size.
    package func reader(threads: Int, partSize: Int) -> XMLReader {
        var reader = XMLReader(options)
        reader.threads = threads
        reader.readingThreads.partSize = partSize
        return reader
    }

    /// The result of one thread.
    package var alone: String { result(XMLReader(options)) }

    /// The result of several threads.
    package func inParts(threads: Int, of partSize: Int) -> String {
        result(reader(threads: threads, partSize: partSize))
    }

    private func result(_ reader: XMLReader) -> String {
        var lines: [String] = []
        do throws(XMLError) {
            guard let path else {
                let value = try reader.read(.bytes(bytes))
                return value.json(.compact) + "\n" + value.description + Self.places(in: value)
            }
            var records = try reader.records(at: path, in: .bytes(bytes), onError: policy)
            do throws(XMLError) {
                while let record = try records.next() {
                    let origin =
                        record.origin.map { "\($0.line):\($0.column) \($0.path) \($0.ancestors.json(.compact))" } ?? "-"
                    lines.append("\(origin) \(record.json(.compact))\(Self.places(in: record))")
                }
            } catch {
                lines.append(Self.text(of: error))
            }
            lines += records.findings.notes.warnings(hasResult: true).map { "\($0.position) \($0.message)" }
            let warning = records.findings.warning(options, recordsAt: path)
            lines.append("\(records.skippedCount) skipped, \(warning ?? "found")")
        } catch {
            lines.append(Self.text(of: error))
        }
        return lines.joined(separator: "\n")
    }

    /// The lines of the elements of a value, if the options keep them.
    private static func places(in value: XMLValue) -> String {
        var rest = [value], places = ""
        while let next = rest.popLast() {
            if let line = next.line { places += " \(line)" }
            rest += next.array.map { Array($0) } ?? next.entries.map(\.value)
        }
        return places
    }

    private static func text(of error: XMLError) -> String {
        let place = "\(error.line ?? 0):\(error.column ?? 0), byte \(error.byteOffset ?? -1), in \(error.path)"
        return "\(error.code) at \(place): \(error.words.description) [\(error.excerpt ?? "") | \(error.caret ?? -1)]"
    }
}

extension ReadingFindings {
    /// The warning about paths that matched nothing; `nil` without one.
    package func warning(_ options: XMLOptions, recordsAt path: XMLPath?) -> String? {
        let checked = try? Plan(options, recordsAt: path)
        return checked?.warning(about: unmatched).map { "\($0)" }
    }
}

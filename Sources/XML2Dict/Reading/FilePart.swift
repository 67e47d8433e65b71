/// A part of a file, which one process converts while other processes convert other parts.
///
///     {"offset": 1048602, "length": 1048731, "line": 9127, "column": 3,
///      "context": "<rss><channel>", "ends": "</channel></rss>", "size": 98304000}
///
/// `context` has the start tags of the elements that are open where the part begins. `ends` has the end tags of the
/// elements that are open where the part ends. A document that cannot be cut is one part.
package struct FilePart: Sendable {
    let segment: Segment
    let length: Int
    let size: Int

    var offset: Int { segment.position.bytes }

    var isWhole: Bool { offset == 0 && length == size }

    private init(_ segment: Segment = Segment(), length: Int, size: Int) {
        self.segment = segment
        self.length = length
        self.size = size
    }

    /// Parses the JSON of a part, or throws an error if the text is not the JSON of a part.
    package init(json text: String) throws(XMLError) {
        let value = try Self.value(text)
        func number(_ key: String, from least: Int) throws(XMLError) -> Int {
            guard let entry = value[key] else { throw Self.error("it has no \"\(key)\"") }
            guard entry.kind == XMLValue.Kind.number, let number = entry.int, number >= least
            else {
                throw Self.error("\"\(key)\" is not a whole number, \(least) or more")
            }
            return number
        }
        func string(_ key: String) throws(XMLError) -> String {
            guard let text = value[key]?.string else { throw Self.error("\"\(key)\" is not a string") }
            return text
        }
        let offset = try number("offset", from: 0), length = try number("length", from: 0)
        let line = try number("line", from: 1), column = try number("column", from: 1)
        let context = Array(try string("context").utf8), ends = Array(try string("ends").utf8)
        let size = try number("size", from: 0)
        guard offset <= size, length <= size - offset else { throw Self.error("the part ends after the file") }
        guard line - 1 <= offset, column - 1 <= offset else {
            throw Self.error("its line or column is too large for its offset")
        }
        let position =
            offset > 0
            ? TextPosition(lines: UInt(line - 1), columns: UInt(column - 1), bytes: offset) : TextPosition()
        let segment = Segment(context: context, position: position, endTags: offset + length < size ? ends : nil)
        self.init(segment, length: length, size: size)
    }

    private static func error(_ problem: ErrorMessage) -> XMLError {
        XMLError(.malformed, "this is not a part of a plan: \(problem)")
    }

    private static func value(_ text: String) throws(XMLError) -> XMLValue {
        let value: XMLValue
        do throws(XMLError) {
            value = try XMLValue(json: text)
        } catch {
            // No option of the command allows deeper JSON here.
            throw error.code == .limit ? Self.error("it is nested too deep") : error
        }
        guard value.kind == .dictionary else { throw Self.error("it is not an object") }
        return value
    }

    package func json(_ format: XMLValue.JSONFormat) -> String {
        let position = segment.position
        let value: XMLValue = [
            "offset": XMLValue(integerLiteral: offset), "length": XMLValue(integerLiteral: length),
            "line": XMLValue(integerLiteral: position.line), "column": XMLValue(integerLiteral: position.column),
            "context": XMLValue(String(decoding: segment.context, as: UTF8.self)),
            "ends": XMLValue(String(decoding: segment.endTags ?? [], as: UTF8.self)),
            "size": XMLValue(integerLiteral: size),
        ]
        return value.json(format)
    }

    /// Cuts a regular file into parts for several processes, and only the last part may be shorter than `byteCount`.
    package static func plan(
        _ fileDescriptor: Int32,
        _ plan: Plan,
        partSize byteCount: Int
    ) throws(XMLError) -> [FilePart] {
        let file = FileDescriptor(borrowing: fileDescriptor)
        guard let size = file.byteCount, let source = FileSource(file).reopened() else {
            throw XMLError(.inputOutput, "only a regular file has parts")
        }
        var sizes = PartCutter.Sizes()
        sizes.part = min(sizes.part, byteCount)
        guard let cutter = PartCutter(source, plan, sizes, isUTF8: false, needsLines: true) else {
            return [FilePart(length: size, size: size)]
        }
        var parts: [FilePart] = []
        while let part = cutter.next() {
            if let last = parts.last, last.length < byteCount {
                var segment = last.segment
                segment.endTags = part.segment.endTags
                parts[parts.count - 1] = FilePart(segment, length: last.length + part.byteCount, size: size)
            } else {
                parts.append(FilePart(part.segment, length: part.byteCount, size: size))
            }
        }
        let plannedCount = parts.reduce(0) { $0 + $1.length }
        return cutter.hasDoubt || plannedCount != size ? [FilePart(length: size, size: size)] : parts
    }
}

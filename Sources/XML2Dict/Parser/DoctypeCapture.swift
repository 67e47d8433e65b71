/// The bytes of a document up to the end of its DOCTYPE, because expat does not report the declaration as it is
/// written.
struct DoctypeCapture {
    private var bytes: [UInt8] = []

    /// How many bytes are kept; a declaration takes up to four times as much while it is cut out.
    var byteCount: Int { bytes.count }

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
    }

    /// The text between `<!DOCTYPE` and the `>` at a place.
    func doctype(endingAt end: Int) -> ArraySlice<UInt8>? {
        guard end >= 0, end < bytes.count else { return nil }
        var scanner = MarkupScanner()
        let start: Int? = bytes[..<end].withUnsafeBytes { text in
            while let markup = scanner.next(in: text) {
                if markup.kind == .declaration { return markup.range.lowerBound }
            }
            return scanner.kind == .declaration ? scanner.start : nil
        }
        guard let start else { return nil }
        return Self.withPlainLineEnds(bytes[..<end].dropFirst(start + 9).drop(while: XMLWhitespace.contains))
    }

    /// The text with one line feed for each end of line (XML 1.0, section 2.11), and without white space at its end.
    private static func withPlainLineEnds(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var isAfterReturn = false
        for byte in bytes {
            if byte == 0x0D {
                result.append(0x0A)
            } else if byte != 0x0A || !isAfterReturn {
                result.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        while let last = result.last, XMLWhitespace.contains(last) { result.removeLast() }
        return result[...]
    }
}

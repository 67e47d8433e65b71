/// The bytes of a document's beginning, kept until the DOCTYPE has ended: the parser does not show a declaration as it is written.
struct DoctypeCapture {
    private var bytes: [UInt8] = []

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
    }

    /// What stands between `<!DOCTYPE` and the `>` at a place.
    ///
    /// The parser has found the prolog to be well-formed, so all there can be before it are the XML declaration, comments, processing
    /// instructions and white space (XML 1.0, production 22).
    func doctype(endingAt end: Int) -> ArraySlice<UInt8>? {
        guard end >= 0, end < bytes.count else { return nil }
        var rest = bytes[..<end]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop(while: XMLWhitespace.contains)
            if rest.starts(with: "<?".utf8) {
                rest = Self.behind("?>", in: rest)
            } else if rest.starts(with: "<!--".utf8) {
                rest = Self.behind("-->", in: rest.dropFirst(4))
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                return Self.withPlainLineEnds(rest.dropFirst(9).drop(while: XMLWhitespace.contains))
            } else {
                return nil
            }
        }
    }

    private static func behind(_ mark: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        var rest = bytes
        while !rest.isEmpty, !rest.starts(with: mark) {
            rest = rest.dropFirst()
        }
        return rest.dropFirst(mark.count)
    }

    /// XML 1.0, section 2.11: every end of line is one line feed.
    private static func withPlainLineEnds(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var result: [UInt8] = []
        var isBehindReturn = false
        for byte in bytes {
            if byte == 0x0D {
                result.append(0x0A)
            } else if byte != 0x0A || !isBehindReturn {
                result.append(byte)
            }
            isBehindReturn = byte == 0x0D
        }
        while let last = result.last, XMLWhitespace.contains(last) { result.removeLast() }
        return result[...]
    }
}

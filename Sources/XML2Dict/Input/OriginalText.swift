/// Keeps the bytes of an input before decoding, so that an editor can take the bytes up to an offset in decoded text.
///
///     bytes    ░░░░░░░░│waiting          in the encoding of the input
///     text     ░░░░░░░░│                 in UTF-8, as the parser counts
///                      └ offset
///
/// UTF-8 needs no conversion. From another encoding, iconv converts the bytes again, into a buffer that only has room
/// for the text up to the offset. So iconv stops at the offset.
package struct OriginalText: ~Copyable {
    private var waiting = GrowableBuffer<UInt8>()
    private var start = 0
    package private(set) var offset = 0
    private var converter: CharacterConverter?

    package init() {}

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > waiting.count / 2 {
            waiting.removeFirst(start)
            start = 0
        }
        bytes.withMemoryRebound(to: UInt8.self) { waiting.append($0) }
    }

    /// Takes the bytes up to an offset between two characters, or returns `nil` if iconv cannot find that offset.
    package mutating func take(upTo end: Int, _ encoding: WrittenEncoding) -> UnsafeRawBufferPointer? {
        let first = start, count = max(0, end - offset)
        var converter = converter, textStart = start
        if converter == nil, let name = encoding.iconvName {
            converter = CharacterConverter(from: name)
            guard encoding.isWide || converter?.hasStates == false else { return nil }
            textStart += waiting[0..<waiting.count].starts(with: encoding.mark) ? encoding.mark.count : 0
        }
        let rest = UnsafeRawBufferPointer(waiting[textStart..<waiting.count])
        guard let taken = converter.map({ $0.byteCount(ofText: count, in: rest) }) ?? count, taken <= rest.count else {
            return nil
        }
        self.converter = converter
        (offset, start) = (offset + count, textStart + taken)
        return UnsafeRawBufferPointer(waiting[first..<start])
    }

    package mutating func takeRest() -> UnsafeRawBufferPointer {
        defer { start = waiting.count }
        return UnsafeRawBufferPointer(waiting[start..<waiting.count])
    }
}

package struct WrittenEncoding {
    let encoding: XMLEncoding

    package static var utf8: WrittenEncoding { WrittenEncoding(encoding: .byDeclaration) }

    package var name: String { encoding.name }

    var isWide: Bool { encoding.isWide }

    var iconvName: String? {
        switch encoding.method {
        case .direct: nil
        case .units(1, _): "ISO-8859-1"
        case .units(let count, let isBigEndian): "UTF-\(8 * count)\(isBigEndian ? "BE" : "LE")"
        case .iconv(let name): name
        }
    }

    /// The byte order mark, which the decoder removes from the text.
    var mark: [UInt8] { XMLEncoding.unicode.first { isWide && $0.method == encoding.method }?.mark ?? [] }

    /// Converts text to the encoding, or returns `nil` if the encoding lacks a character that has no `replacement`.
    package func bytes(of text: String, orElse replacement: (Unicode.Scalar) -> String?) -> [UInt8]? {
        let isASCII = encoding === XMLEncoding.declaredASCII
        guard let name = iconvName ?? (isASCII ? "US-ASCII" : nil) else { return Array(text.utf8) }
        guard let writer = CharacterConverter(from: "UTF-8", to: name), let reader = CharacterConverter(from: name)
        else { return nil }
        // A character of JIS X 0213 can be two scalars, and the second scalar has no bytes alone. First try all text.
        if let all = writer.bytes(of: text, readBackBy: reader) { return all }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let own = writer.bytes(of: String(scalar), readBackBy: reader)
            guard let written = own ?? replacement(scalar).flatMap({ writer.bytes(of: $0, readBackBy: reader) }) else {
                return nil
            }
            bytes += written
        }
        return bytes
    }
}

/// The bytes of an input as they were read, which are taken out up to places in their text.
///
///     bytes    ░░░░░░░░│waiting          in the encoding of the input
///     text     ░░░░░░░░│                 in UTF-8, as the parser counts
///                      └ place
///
/// In UTF-8 the bytes are the text. In another encoding iconv converts the bytes again, into as much room as the text up
/// to the place takes: it stops before the next character.
package struct OriginalText: ~Copyable {
    private var waiting = GrowableBuffer<UInt8>()
    private var start = 0
    /// The place in the text of the first byte that waits.
    package private(set) var place = 0
    private var converter: CharacterConverter?

    package init() {}

    /// Adds bytes that were read.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > waiting.count / 2 {
            waiting.removeFirst(start)
            start = 0
        }
        bytes.withMemoryRebound(to: UInt8.self) { waiting.append($0) }
    }

    /// Takes out the bytes up to a place in the text.
    ///
    /// - Parameters:
    ///   - end: The place, between two characters.
    ///   - encoding: The encoding of the bytes.
    /// - Returns: The bytes, valid until others are added; `nil` when their places cannot be kept.
    package mutating func take(upTo end: Int, _ encoding: WrittenEncoding) -> UnsafeRawBufferPointer? {
        let first = start, count = max(0, end - place)
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
        (place, start) = (place + count, textStart + taken)
        return UnsafeRawBufferPointer(waiting[first..<start])
    }

    /// Takes out all bytes that wait.
    package mutating func takeRest() -> UnsafeRawBufferPointer {
        defer { start = waiting.count }
        return UnsafeRawBufferPointer(waiting[start..<waiting.count])
    }
}

/// The encoding in which an input is written, and in which an editor writes values.
package struct WrittenEncoding {
    let encoding: XMLEncoding

    package static var utf8: WrittenEncoding { WrittenEncoding(encoding: .byDeclaration) }

    /// The name in the declaration, or the one that the bytes show.
    package var name: String { encoding.name }

    /// Whether a character takes at least two bytes.
    var isWide: Bool { encoding.isWide }

    /// The name for iconv; `nil` where the bytes are UTF-8.
    var iconvName: String? {
        switch encoding.method {
        case .direct: nil
        case .units(1, _): "ISO-8859-1"
        case .units(let count, let isBigEndian): "UTF-\(8 * count)\(isBigEndian ? "BE" : "LE")"
        case .iconv(let name): name
        }
    }

    /// The byte order mark that is not in the text.
    var mark: [UInt8] { XMLEncoding.unicode.first { isWide && $0.method == encoding.method }?.mark ?? [] }

    /// Converts text to the encoding.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - replacement: Makes text of ASCII in place of a character that the encoding lacks; `nil` refuses it.
    /// - Returns: The bytes; `nil` for a refused character.
    package func bytes(of text: String, orElse replacement: (Unicode.Scalar) -> String?) -> [UInt8]? {
        let isASCII = encoding === XMLEncoding.declaredASCII
        guard let name = iconvName ?? (isASCII ? "US-ASCII" : nil) else { return Array(text.utf8) }
        guard let writer = CharacterConverter(from: "UTF-8", to: name), let reader = CharacterConverter(from: name)
        else { return nil }
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

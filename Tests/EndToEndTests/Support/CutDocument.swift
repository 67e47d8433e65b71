import TestSupport

/// A well-formed document that is truncated at some byte, and whether the rest is still a document.
///
/// A document is complete from the end of its root element on, at every byte outside a comment, a processing
/// instruction or a character. So the type only has to find the end of the root. It searches from the end of the
/// document: only white space, comments and processing instructions can follow the root (XML 1.0, productions 1 and
/// 27).
struct CutDocument {
    private let bytes: [UInt8]
    private let isUTF16: Bool
    /// The position of the first scalar after the root element.
    private let rootEnd: Int

    /// - Parameter document: UTF-8, or UTF-16 with the low byte first and a byte order mark.
    /// - Throws: `NotText` for other encodings.
    init(_ document: Bytes) throws {
        bytes = document.values
        isUTF16 = bytes.starts(with: [0xFF, 0xFE])
        guard let text = Self.scalars(bytes, isUTF16) else { throw NotText() }
        rootEnd = Self.withoutMisc(text[...]).endIndex
    }

    struct NotText: Error {}

    var count: Int { bytes.count }

    /// The first `count` bytes.
    func prefix(_ count: Int) -> Bytes {
        Bytes(bytes[..<count])
    }

    /// Whether the first `count` bytes are a document.
    func isComplete(at count: Int) -> Bool {
        guard let text = Self.scalars(Array(bytes[..<count]), isUTF16), text.count >= rootEnd else { return false }
        return Self.withoutMisc(text[rootEnd...]).isEmpty
    }

    private static func scalars(_ bytes: [UInt8], _ isUTF16: Bool) -> [Unicode.Scalar]? {
        guard isUTF16 else { return String(validating: bytes, as: UTF8.self).map { Array($0.unicodeScalars) } }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(validating: units, as: UTF16.self).map { Array($0.unicodeScalars) }
    }

    /// Text without the white space, comments and processing instructions at its end.
    private static func withoutMisc(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var text = text
        while let last = text.last {
            if [" ", "\t", "\r", "\n"].contains(last) {
                text.removeLast()
            } else if let start = start(of: text, opening: "<!--", closing: "-->") {
                text = text[..<start]
            } else if let start = start(of: text, opening: "<?", closing: "?>") {
                text = text[..<start]
            } else {
                break
            }
        }
        return text
    }

    /// The start of a construct that ends where the text ends; `nil` when there is none.
    private static func start(of text: ArraySlice<Unicode.Scalar>, opening: String, closing: String) -> Int? {
        guard text.suffix(closing.count).elementsEqual(closing.unicodeScalars) else { return nil }
        let opening = Array(opening.unicodeScalars)
        let last = text.endIndex - closing.count - opening.count
        guard last >= text.startIndex else { return nil }
        return (text.startIndex...last).reversed().first { text[$0...].starts(with: opening) }
    }
}

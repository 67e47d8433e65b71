import XML2Dict

/// A test of the W3C suite: a document, and expat's verdict without other files.
struct W3CTest: Sendable {
    let id: String
    let collection: W3CCollection
    /// Whether expat accepts the document.
    let isAccepted: Bool
    /// Expat's error number: 0 when it accepts the document.
    let errorNumber: Int
    /// The byte at which expat found the error: -1 when the document is empty, `nil` when expat accepts it.
    let byteOffset: Int?
    /// The document.
    let bytes: [UInt8]

    /// The result of a reader.
    typealias Outcome = Result<XMLValue, XMLReaderError>

    /// The reader of the tests, without limits: the suite tests well-formedness.
    static let reader: XMLReader = {
        var options = XMLOptions()
        options.input.limits[.depth] = 1_000_000
        return XMLReader(options)
    }()

    /// Reads the document.
    func read() -> Outcome {
        Outcome { () throws(XMLReaderError) in try Self.reader.read(.bytes(bytes)) }
    }

    /// The text up to the byte of expat's error, for a document with the byte order mark of UTF-16.
    var utf16TextBeforeError: String? {
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
        guard let byteOffset, byteOffset <= bytes.count else { return nil }
        var units: [UInt16] = []
        for place in stride(from: 2, to: byteOffset - 1, by: 2) {
            let high = UInt16(bytes[isBigEndian ? place : place + 1])
            let low = UInt16(bytes[isBigEndian ? place + 1 : place])
            units.append(high << 8 | low)
        }
        return String(decoding: units, as: UTF16.self)
    }
}

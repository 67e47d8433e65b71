import XML2Dict

/// A reason why we report an error at another byte than expat, with the tests of the W3C suite that it concerns.
///
/// In all other tests the bytes are equal.
enum W3CPlace: CaseIterable {
    /// The document is in UTF-16. Expat gets it as UTF-8 without the mark, so its byte is one of UTF-8.
    case isInUTF16

    /// The document is in ISO-8859-1. Expat gets it as UTF-8, in which a letter before the error takes one byte more.
    case isInLatin1

    /// The document is empty: expat reports -1, we report 0.
    case isEmpty

    /// Our own error comes first: the declaration, at byte 0, contradicts the byte order mark. Expat reports the
    /// encoding's name inside the declaration.
    case isAtTheDeclaration

    /// Entities refer to themselves through others: we report the text of the entity that closes the circle, expat the
    /// use of one of them.
    case closesCircle

    /// The reason why a test may differ, if any.
    static func of(_ id: String) -> W3CPlace? {
        allCases.first { $0.ids.contains(id) }
    }

    /// The tests that differ for this reason.
    var ids: [String] {
        switch self {
        case .isInUTF16: (1...31).map { "o-p02fail\($0)" } + ["hst-lhs-009"]
        case .isInLatin1: ["rmt-014"]
        case .isEmpty: ["not-wf-sa-050", "o-p39fail3"]
        case .isAtTheDeclaration: ["hst-lhs-008"]
        case .closesCircle:
            [
                "not-wf-sa-071", "not-wf-sa-075", "not-wf-sa-079", "not-wf-sa-080",
                "ibm-not-wf-P68-ibm68n09.xml", "ibm-not-wf-P68-ibm68n10.xml",
            ]
        }
    }

    /// The expected byte.
    func byteOffset(of test: W3CTest) -> Int? {
        switch self {
        case .isInUTF16: test.utf16TextBeforeError?.utf8.count
        case .isInLatin1: 122
        case .isEmpty, .isAtTheDeclaration: 0
        case .closesCircle: Self.textOfLastEntity(in: test.bytes)
        }
    }

    private static func textOfLastEntity(in bytes: [UInt8]) -> Int? {
        let declaration = Array("<!ENTITY".utf8)
        let start = bytes.indices.last { bytes[$0...].starts(with: declaration) }
        return start.flatMap { bytes[$0...].firstIndex(of: UInt8(ascii: "\"")) }
    }
}

import XML2Dict

/// Why the byte at which we report an error has another number than expat gives it.
///
/// The tests of the W3C suite where it has are named; everywhere else the two are equal.
enum W3CPlace: CaseIterable {
    /// The document is in UTF-16 and expat gets it as UTF-8, so its bytes are counted as those of UTF-8, without the
    /// mark.
    case isInUTF16

    /// The document is in ISO-8859-1 and expat gets it as UTF-8, in which a letter before the error takes one byte more.
    case isInLatin1

    /// The document is empty: expat says -1, we say 0.
    case isEmpty

    /// The error is our own and comes first: the declaration, at byte 0, contradicts the byte order mark. Expat reports
    /// the encoding's name inside the declaration.
    case isAtTheDeclaration

    /// The reason why a test differs, if it may.
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
        }
    }

    /// The byte that is meant.
    func byteOffset(of test: W3CTest) -> Int? {
        switch self {
        case .isInUTF16: test.utf16TextBeforeError?.utf8.count
        case .isInLatin1: 122
        case .isEmpty, .isAtTheDeclaration: 0
        }
    }
}

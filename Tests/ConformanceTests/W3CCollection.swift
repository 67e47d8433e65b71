import Testing

/// The parts of the W3C suite by author: the top folders of the archive.
enum W3CCollection: String, CaseIterable, CustomTestStringConvertible {
    case eduni
    case ibm
    case japanese
    case oasis
    case sun
    case xmltest

    var testDescription: String { rawValue }
}

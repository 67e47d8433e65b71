// How many random documents and values the tests try.
//
// The environment variable XML2DICT_RANDOM_DOCUMENTS is the number of documents for each set of options (OptionSets.swift) in place
// of the usual one. The other numbers follow from it: more of them take proportionally longer.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

enum RandomCount {
    /// Documents that are read, for each set of options.
    static let documents: Int = max(0, getenv("XML2DICT_RANDOM_DOCUMENTS").flatMap { Int(String(cString: $0)) } ?? 40)

    /// Documents that are also written, for each set of options.
    static let roundTrips = (documents * 3 + 9) / 10

    /// Documents with a key of order, for each of three conventions.
    static let ordered = (documents * 15 + 1) / 2

    /// Values that are written, for each of twelve parts of a test.
    static let values = documents * 25
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why no document was made.
enum Failure: Error {
    case usage
    case unknownDocument(String)
    case badSize(String)
    case system(action: String, path: String, code: Int32)

    var message: String {
        switch self {
        case .usage:
            "usage: generate-documents NAME SIZE_IN_MB OUTPUT"
        case .unknownDocument(let name):
            "no document named '\(name)'; there are: "
                + DocumentName.allCases.map(\.rawValue).joined(separator: ", ")
        case .badSize(let text):
            "the size must be a whole number of MB, from 1 to 100000, not '\(text)'"
        case .system(let action, let path, let code):
            "cannot \(action) \(path): \(String(cString: strerror(code)))"
        }
    }

    /// The exit statuses of sysexits.h: wrong use, and a failure of input or output.
    var exitStatus: Int32 {
        switch self {
        case .usage, .unknownDocument, .badSize: 64
        case .system: 74
        }
    }
}

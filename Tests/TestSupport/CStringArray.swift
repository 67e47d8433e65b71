import Foundation

/// An array of C strings with a null pointer behind the last, as `argv` and `environ` are.
final class CStringArray {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [Bytes]) {
        pointers = strings.map { string in string.withCString { strdup($0) } } + [nil]
    }

    deinit {
        pointers.forEach { free($0) }
    }
}

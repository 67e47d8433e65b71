import Foundation

/// An array of C strings that ends with a null pointer, like `argv` and `environ`.
final class CStringArray {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [Bytes]) {
        pointers = strings.map { string in string.withCString { strdup($0) } } + [nil]
    }

    deinit {
        pointers.forEach { free($0) }
    }
}

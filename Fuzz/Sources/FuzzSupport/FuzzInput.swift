/// What the fuzzer made up: lines that say how something is done, then what it is done with.
///
/// Lines, so that a seed is a text that people can write and read, and what the fuzzer does to a document does not shift what
/// is said about it.
package struct FuzzInput {
    /// All that no line has been taken from.
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = Array(bytes)[...]
    }

    /// Takes the next line, which also ends with the input.
    package mutating func line() -> ArraySlice<UInt8> {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        return line
    }
}

/// An input of the fuzzer: lines of settings, then the text to test.
///
/// Lines let people write and read a seed as text, and let the fuzzer change the document without shifting the
/// settings.
package struct FuzzInput {
    /// The part after the lines that have been taken.
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = Array(bytes)[...]
    }

    /// Takes the next line, which ends at a line feed or at the end of the input.
    package mutating func line() -> ArraySlice<UInt8> {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        return line
    }
}

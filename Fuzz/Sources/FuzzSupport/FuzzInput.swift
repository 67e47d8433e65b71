/// An input of the fuzzer: lines of settings, then the text to test.
///
/// Lines let people write and read a seed as text, and let the fuzzer change the document without shifting the
/// settings.
package struct FuzzInput {
    /// The input after the taken lines.
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

/// A document in chunks.
///
/// The lower six bits of each byte of a line are the size of a chunk, so `A` is 1 and `@` is 0. The sizes repeat.
package struct Chunks: Sequence, IteratorProtocol {
    private let sizes: [Int]
    private var index = 0
    private var rest: ArraySlice<UInt8>

    /// The number of bytes of a part, which is the sum of the sizes.
    package var partSize: Int { sizes.reduce(0, +) }

    /// - Parameters:
    ///   - document: The document.
    ///   - line: The sizes. An empty line makes chunks of one byte.
    package init(_ document: ArraySlice<UInt8>, sizes line: ArraySlice<UInt8>) {
        let sizes = line.map { Int($0 & 0x3F) }
        self.sizes = sizes.contains { $0 > 0 } ? sizes : [1]
        rest = document
    }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let chunk = rest.prefix(sizes[index])
        index = (index + 1) % sizes.count
        rest = rest[chunk.endIndex...]
        return chunk
    }
}

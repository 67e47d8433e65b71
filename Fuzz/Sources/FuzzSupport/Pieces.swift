/// A document in pieces; the lower six bits of each byte of a line are a size, repeatedly: `A` is 1 and `@` is 0.
package struct Pieces: Sequence, IteratorProtocol {
    private let sizes: [Int]
    private var index = 0
    private var rest: ArraySlice<UInt8>

    /// - Parameters:
    ///   - document: The document.
    ///   - line: The bytes; an empty line makes pieces of one byte.
    package init(_ document: ArraySlice<UInt8>, sizes line: ArraySlice<UInt8>) {
        let sizes = line.map { Int($0 & 0x3F) }
        self.sizes = sizes.contains { $0 > 0 } ? sizes : [1]
        rest = document
    }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let piece = rest.prefix(sizes[index])
        index = (index + 1) % sizes.count
        rest = rest[piece.endIndex...]
        return piece
    }
}

/// A format of compressed data, which its first bytes show.
package struct CompressedFormat: Sendable {
    /// The name of the format, which is also the name of the program for it.
    package let name: String
    /// The first bytes of data in this format: each form is enough.
    let signatures: [[UInt8]]

    /// All formats that the reader recognises.
    package static let all = [
        CompressedFormat(name: "gzip", signatures: [[0x1F, 0x8B]]),
        CompressedFormat(name: "bzip2", signatures: bzip2),
        CompressedFormat(name: "xz", signatures: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]),
        // pzstd(1) begins with a frame of its own.
        CompressedFormat(name: "zstd", signatures: [[0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x2A, 0x4D, 0x18]]),
    ]

    /// Data begins with `BZh`, the size of a block, and the number that begins a block or ends data without blocks.
    ///
    /// Text can begin with `BZh`, but hardly with all ten bytes.
    private static let bzip2: [[UInt8]] = (UInt8(ascii: "1")...UInt8(ascii: "9")).flatMap { size in
        [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]].map { "BZh".utf8 + [size] + $0 }
    }

    /// The number of bytes that decide about the format.
    package static let longestSignature = all.flatMap(\.signatures).map(\.count).max() ?? 0

    /// The format of data that begins with these bytes; `nil` for any other data.
    package static func of(_ bytes: [UInt8]) -> CompressedFormat? {
        all.first { $0.signatures.contains { bytes.starts(with: $0) } }
    }

    /// Whether these bytes could be the first ones of a signature, and are not a whole one.
    package static func needsMore(_ bytes: [UInt8]) -> Bool {
        all.contains { $0.signatures.contains { $0.count > bytes.count && $0.starts(with: bytes) } }
    }
}

extension XMLEncoding {
    /// Recognises data that is not XML but may contain it, by its first bytes.
    ///
    /// A document in any encoding begins with other bytes.
    ///
    /// - Parameters:
    ///   - bytes: All bytes so far.
    ///   - isAll: Whether the input ends after them.
    /// - Returns: The refusal; `needsMore` while more bytes could lead to one; `nil` for anything else.
    static func detectForeign(_ bytes: [UInt8], isAll: Bool) -> Detection? {
        guard let first = bytes.first, first != UInt8(ascii: "<") else { return nil }
        if let format = CompressedFormat.of(bytes) {
            return .refused(
                "this is compressed with \(format.name), not XML: decompress it first, as with \(format.name) -dc"
            )
        }
        if archives.contains(where: { bytes.starts(with: $0) }) {
            return .refused(
                "this is a zip archive, as .xlsx, .docx and .kmz are, not XML: extract a document first, as with unzip -p FILE MEMBER | xml2dict"
            )
        }
        let mayBeForeign =
            CompressedFormat.needsMore(bytes)
            || archives.contains { $0.count > bytes.count && $0.starts(with: bytes) }
        return mayBeForeign && !isAll ? .needsMore : nil
    }

    /// The first bytes of zip archives: of one with members, of an empty one, of a part of one.
    private static let archives: [[UInt8]] = [[0x03, 0x04], [0x05, 0x06], [0x07, 0x08]].map { "PK".utf8 + $0 }
}

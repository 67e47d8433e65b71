extension XMLEncoding {
    /// An encoding that the caller names, which overrides the bytes and their declaration.
    struct Forced {
        /// The encodings of the name: two when it names no byte order.
        private let candidates: [XMLEncoding]

        /// The encoding of a name; `nil` when the reader cannot read it.
        init?(name: String) {
            candidates = XMLEncoding.methods(named: name).map {
                XMLEncoding($0, "\(name) as was said")
            }
            if candidates.isEmpty { return nil }
        }

        /// Finds the byte order mark and the byte order in an input's first bytes.
        ///
        /// When neither the name nor the bytes show the byte order, it is big-endian (RFC 2781, section 4.3).
        func detect(_ bytes: [UInt8], isAll: Bool) -> Detection {
            if !isAll, bytes.count < 4 { return .needsMore }
            let methods = candidates.map(\.method)
            let isCandidate = { (row: (bytes: [UInt8], encoding: XMLEncoding)) in
                bytes.starts(with: row.bytes) && methods.contains(row.encoding.method)
            }
            let mark = marks.first(where: isCandidate)
            var encoding = (mark ?? patterns.first(where: isCandidate))?.encoding ?? candidates[0]
            encoding.isSettled = true
            return .found(encoding, markLength: encoding.isTranscoded ? mark?.bytes.count ?? 0 : 0)
        }
    }
}

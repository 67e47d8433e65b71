extension XMLEncoding {
    /// An encoding that the caller names for bytes, whatever they and their declaration say.
    struct Forced {
        /// The encodings it can be: several where the byte order is not said.
        private let candidates: [XMLEncoding]

        /// The encoding of a name; `nil` when it cannot be read.
        init?(name: String) {
            candidates = XMLEncoding.methods(named: name).map {
                XMLEncoding($0, "\(name) as was said")
            }
            if candidates.isEmpty { return nil }
        }

        /// Looks at an input's first bytes, for a byte order mark and the byte order.
        ///
        /// Without a byte order in the name or in the bytes, it is the big-endian one (RFC 2781, section 4.3).
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

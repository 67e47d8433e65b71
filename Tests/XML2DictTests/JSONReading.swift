import XML2Dict

/// What a reader of JSON makes of an input: the values before the end or an error, and the error.
struct JSONReading: Equatable, CustomStringConvertible {
    private(set) var values: [String] = []
    private(set) var error: XMLReaderError?

    /// Reads pieces of an input, one after the other.
    init(
        _ pieces: some Sequence<some Collection<UInt8>>,
        _ extent: JSONReader.Extent = .one,
        limits: [XMLReaderError.Limit: Int] = [:],
        textKey: String = "text"
    ) {
        do throws(XMLReaderError) {
            var reader = try JSONReader.make(extent, limits: limits, textKey: textKey)
            for piece in pieces { try read(Array(piece), with: &reader) }
            try reader.finish()
            if reader.isComplete { values.append(try reader.takeValue().json(.compact)) }
        } catch {
            self.error = error
        }
    }

    private mutating func read(_ piece: [UInt8], with reader: inout JSONReader) throws(XMLReaderError) {
        var rest = piece[...]
        while !rest.isEmpty {
            let taken = rest.withUnsafeBytes { bytes in
                Result { () throws(XMLReaderError) in try reader.feed(bytes) }
            }
            rest = rest.dropFirst(try taken.get())
            if reader.isComplete { values.append(try reader.takeValue().json(.compact)) }
        }
    }

    var description: String {
        let place = error.map { "\($0.line ?? 0):\($0.column ?? 0) byte \($0.byteOffset ?? -1) in '\($0.path)'" }
        return "\(values) \(place ?? "") \(error?.message ?? "")"
    }
}

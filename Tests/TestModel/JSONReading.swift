package import XML2Dict

/// The values of a JSON input, and the error after them.
package struct JSONReading: Equatable, CustomStringConvertible {
    package private(set) var values: [XMLValue] = []
    /// The values as JSON, in which the order of keys counts.
    package private(set) var json: [String] = []
    package private(set) var error: XMLError?

    /// Reads an input in chunks.
    package init(
        _ pieces: some Sequence<some Collection<UInt8>>,
        _ extent: JSONReader.Extent = .one,
        limits: [XMLOptions.Limit: Int] = [:],
        textKey: String = "text"
    ) {
        do throws(XMLError) {
            var reader = JSONReader(extent, limits: Limits(limits), textKey: textKey)
            for piece in pieces {
                Array(piece).withUnsafeBytes { reader.feed($0) }
                try addValues(of: &reader)
            }
            reader.finish()
            try addValues(of: &reader)
        } catch {
            self.error = error
        }
    }

    private mutating func addValues(of reader: inout JSONReader) throws(XMLError) {
        while try reader.next() { add(reader.takeValue()) }
    }

    private mutating func add(_ value: XMLValue) {
        values.append(value)
        json.append(value.json(.compact))
    }

    package var description: String {
        let place = error.map { "\($0.line ?? 0):\($0.column ?? 0) byte \($0.byteOffset ?? -1) in '\($0.path)'" }
        return "\(json) \(place ?? "") \(error?.description ?? "")"
    }
}

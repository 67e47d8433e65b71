package import XML2Dict

/// The result of reading a JSON input: the values before the first error, and the error.
package struct JSONReading: Equatable, CustomStringConvertible {
    package private(set) var values: [XMLValue] = []
    /// The values as JSON, because equal values may have their keys in another order.
    package private(set) var json: [String] = []
    package private(set) var error: XMLError?

    /// Reads an input in chunks.
    package init(
        _ chunks: some Sequence<some Collection<UInt8>>,
        _ extent: JSONReader.Extent = .one,
        limits: [XMLOptions.Limit: Int] = [:],
        textKey: String = "text"
    ) {
        do throws(XMLError) {
            var reader = JSONReader(extent, limits: Limits(limits), textKey: textKey)
            for chunk in chunks {
                Array(chunk).withUnsafeBytes { reader.feed($0) }
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
        let position = error.map { "\($0.line ?? 0):\($0.column ?? 0) byte \($0.byteOffset ?? -1) in '\($0.path)'" }
        return "\(json) \(position ?? "") \(error?.description ?? "")"
    }
}

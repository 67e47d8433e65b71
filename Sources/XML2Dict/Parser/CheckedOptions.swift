/// Options that have been checked, with their encoding parsed: made once, for any number of documents.
package final class CheckedOptions: Sendable {
    package let options: XMLOptions
    let paths: [MarkedPath]
    /// The path of the records; `nil` for whole documents.
    package let records: XMLPath?
    let encoding: XMLEncoding.Forced?

    /// Checks options, and whether they allow reading the records at a path.
    ///
    /// - Throws: An `XMLReaderError` with the code `invalidOptions` or `invalidPath`.
    package init(_ options: XMLOptions, recordsAt records: XMLPath? = nil) throws(XMLReaderError) {
        do throws(XMLReaderError) {
            try records?.check(allowsAttribute: true)
        } catch {
            throw error.about(option: "records")
        }
        self.options = options
        self.records = records
        paths = try options.checkedPaths(recordsAt: records)
        encoding = options.input.encoding.flatMap(XMLEncoding.Forced.init)
        if encoding == nil, let name = options.input.encoding {
            throw XMLReaderError(
                .invalidOptions,
                "'\(name)' (\(option: "input.encoding")) \(XMLEncoding.refusal(of: name))"
            )
        }
    }

    /// The reason why the reader cannot read an encoding, as the rest of a sentence that begins with its name; `nil`
    /// when it can.
    package static func refusal(ofEncoding name: String) -> String? {
        XMLEncoding.Forced(name: name) == nil ? XMLEncoding.refusal(of: name) : nil
    }
}

/// Options that have been checked, with their paths and their encoding parsed: made once, for any number of documents.
package struct CheckedOptions: Sendable {
    package let options: XMLReader.Options
    let paths: [MarkedPath]
    /// The path of the records; `nil` for whole documents.
    package let records: XMLPath?
    let encoding: XMLEncoding.Forced?

    /// Checks options, and whether they allow reading the records at a path.
    ///
    /// - Throws: An `XMLReaderError` with the code `invalidOptions` or `invalidPath`.
    package init(_ options: XMLReader.Options, recordsAt records: XMLPath? = nil) throws(XMLReaderError) {
        self.options = options
        self.records = records
        paths = try options.checkedPaths(recordsAt: records)
        encoding = options.encoding.flatMap(XMLEncoding.Forced.init)
        if encoding == nil, let name = options.encoding {
            throw XMLReaderError(
                .invalidOptions,
                "'\(name)' (\(option: "encoding")) \(XMLEncoding.refusal(of: name))"
            )
        }
    }

    /// Parses the path of records, and checks options.
    ///
    /// - Throws: An `XMLReaderError` with the code `invalidOptions` or `invalidPath`.
    init(_ options: XMLReader.Options, recordsAt path: String) throws(XMLReaderError) {
        try self.init(options, recordsAt: XMLPath(path))
    }

    /// The reason why the reader cannot read an encoding, as the rest of a sentence that begins with its name; `nil`
    /// when it can.
    package static func refusal(ofEncoding name: String) -> String? {
        XMLEncoding.Forced(name: name) == nil ? XMLEncoding.refusal(of: name) : nil
    }
}

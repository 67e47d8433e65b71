/// Options that make sense together, with their paths and their encoding read: made once, for any number of documents.
package struct CheckedOptions: Sendable {
    package let options: XMLReader.Options
    let paths: [MarkedPath]
    /// The records to stop at; `nil` for whole documents.
    package let records: XMLPath?
    let encoding: XMLEncoding.Forced?

    /// Checks options, together and for reading the records at a path.
    ///
    /// - Throws: `XMLReaderError` with the code `invalidOptions`, or `invalidPath`.
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

    /// Checks options for reading the records at a path that is still to be read.
    init(_ options: XMLReader.Options, recordsAt path: String) throws(XMLReaderError) {
        try self.init(options, recordsAt: XMLPath(path))
    }

    /// Why a name is not that of an encoding, as the rest of a sentence that begins with it; `nil` when it is.
    package static func refusal(ofEncoding name: String) -> String? {
        XMLEncoding.Forced(name: name) == nil ? XMLEncoding.refusal(of: name) : nil
    }
}

/// Options that have been checked, with their encoding parsed: made once, for any number of documents.
package final class CheckedOptions: Sendable {
    package let options: XMLOptions
    let paths: [MarkedPath]
    /// The path of the records; `nil` for whole documents.
    package let records: XMLPath?
    /// The reaction to a broken record.
    package let policy: XMLOptions.ErrorPolicy
    /// Whether each document of the input is delivered as a whole.
    package let isSeries: Bool
    /// Whether the input may be several documents.
    var isConcatenated: Bool { options.input.isConcatenated }
    let encoding: XMLEncoding.Forced?

    /// Checks options, and whether they allow reading the records at a path.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - records: The path of the records; `nil` for whole documents.
    ///   - policy: The reaction to a broken record.
    ///   - isSeries: Whether each document of the input is delivered by itself.
    /// - Throws: An `XMLError` with the code `invalidOptions` or `invalidPath`.
    package init(
        _ options: XMLOptions,
        recordsAt records: XMLPath? = nil,
        onError policy: XMLOptions.ErrorPolicy = .stop,
        isSeries: Bool = false
    ) throws(XMLError) {
        do throws(XMLError) {
            try records?.check(allowsAttribute: true)
        } catch {
            throw error.about(option: "records")
        }
        self.options = options.shaped(recordsAt: records, onError: policy)
        self.records = records
        self.isSeries = isSeries
        self.policy = policy
        if options.input.isConcatenated, records == nil, !isSeries {
            throw XMLError(
                .invalidOptions,
                "this method reads one document, and several are allowed (\(option: "input.isConcatenated")); documents(in:) reads them"
            )
        }
        paths = try options.checkedPaths(recordsAt: records)
        encoding = options.input.encoding.flatMap(XMLEncoding.Forced.init)
        if encoding == nil, let name = options.input.encoding {
            throw XMLError(
                .invalidOptions,
                "'\(name)' (\(option: "input.encoding")) \(XMLEncoding.refusal(of: name))"
            )
        }
    }

    /// The warning about paths that matched nothing and are likely mistakes; `nil` without one.
    package func warning(about unmatched: UnmatchedPaths) -> ErrorMessage? {
        unmatched.message(paths, isComplete: false)
    }

    /// The options of the parser of a part, which stops at the first error; `checked` has been checked.
    init(partsOf checked: CheckedOptions) {
        var options = checked.options
        // After a mismatch in a part, one parser reads the document again, and reports it.
        options.shaping?.fault = .error
        self.options = options
        records = checked.records
        isSeries = false
        policy = .stop
        paths = checked.paths
        encoding = nil
    }

    /// Checks options for several documents in one input.
    ///
    /// - Throws: An `XMLError` with the code `invalidOptions` or `invalidPath`.
    static func forSeries(_ options: XMLOptions) throws(XMLError) -> CheckedOptions {
        var options = options
        options.input.isConcatenated = true
        return try CheckedOptions(options, isSeries: true)
    }

    /// The reason why the reader cannot read an encoding, as the rest of a sentence that begins with its name; `nil`
    /// when it can.
    package static func refusal(ofEncoding name: String) -> ErrorMessage? {
        XMLEncoding.Forced(name: name) == nil ? XMLEncoding.refusal(of: name) : nil
    }
}

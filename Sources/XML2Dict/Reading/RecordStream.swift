/// A parser that stops at records, and the input that it is moved along by: what all ways to read records share.
///
///     XMLRecords            the input is a file or memory, and is all there
///     XMLPushRecords        the input is what has been fed so far
///     XMLAsyncRecords       the same, fed from an asynchronous sequence
struct RecordStream: ~Copyable {
    private var parser: ExpatParser
    private let input: any InputSource
    /// Chunks of which more may come; `nil` when the end of the input is the end of the document.
    private var unfinished: MemorySource?
    private var isDone = false
    /// The input's name, for errors.
    private let name: String?

    init(
        _ checked: CheckedOptions,
        _ input: any InputSource,
        named name: String? = nil,
        isUTF8: Bool = false
    ) throws(XMLReaderError) {
        parser = try ExpatParser(checked, isUTF8: isUTF8)
        self.input = input
        self.name = name
    }

    /// The records of chunks that are still to come.
    init(_ checked: CheckedOptions, unfinished: MemorySource) throws(XMLReaderError) {
        try self.init(checked, unfinished)
        self.unfinished = unfinished
    }

    /// Tells that no more chunks will come.
    mutating func finish() {
        unfinished = nil
    }

    /// Goes to the next record.
    ///
    /// - Returns: Whether there is one: `false` at the end of the document, and as long as more must come first.
    /// - Throws: What is wrong with the document, after all records that were complete before. Then there are no more.
    mutating func advance() throws(XMLReaderError) -> Bool {
        guard !isDone else { return false }
        do throws(XMLReaderError) {
            return try search()
        } catch {
            throw end(error)
        }
    }

    /// Nothing comes behind an error: to go on would leave out what it was about.
    private mutating func end(_ error: XMLReaderError) -> XMLReaderError {
        isDone = true
        return name.map(error.inFile) ?? error
    }

    private mutating func search() throws(XMLReaderError) -> Bool {
        let input = self.input
        while true {
            if let unfinished, !parser.hasRecord, !parser.isWorthStep(with: unfinished.waiting) { return false }
            let hasMoved = try parser.step { (buffer) throws(XMLReaderError) in try input.fill(buffer) }
            if parser.hasRecord { return true }
            if hasMoved { continue }
            guard unfinished == nil else { return false }
            isDone = try parser.end()
            return parser.hasRecord
        }
    }

    /// The record that was gone to, as a value of its own.
    mutating func take() throws(XMLReaderError) -> XMLValue? {
        do throws(XMLReaderError) {
            return try parser.takeRecord()
        } catch {
            throw end(error)
        }
    }

    /// The record that was gone to, where it lies: good until the next one is gone to.
    var record: (entry: Entry, tree: StorageView)? { parser.record }

    /// The paths of elements that stand where no record was found; `nil` when one was.
    var suggestedPaths: [String]? { parser.suggestedPaths }
}

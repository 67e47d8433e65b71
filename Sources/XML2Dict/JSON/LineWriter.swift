/// Writes values as lines of JSON, or in another format.
struct LineWriter: ~Copyable {
    var json: JSONWriter
    private var formatter: (any RecordFormatter)?
    private let formatting: RecordFormatting?

    init(_ json: consuming JSONWriter, _ formatting: RecordFormatting?) {
        self.json = json
        self.formatting = formatting
        formatter = formatting?()
    }

    /// Begins another input, whose names have numbers of their own.
    mutating func beginInput() {
        formatter = formatting?()
    }

    mutating func write(_ entry: Entry, in tree: StorageView) throws(JSONWriter.WriteError) {
        guard let formatter else {
            try json.write(entry, in: tree)
            return try json.endLine()
        }
        let text = formatter.text(of: entry, in: tree)
        if let start = text.baseAddress { try json.output.append(start, text.count) }
    }
}

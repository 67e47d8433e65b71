package import XML2Dict

/// A table of records as CSV (RFC 4180) or with tabs between the cells.
///
///     record     {"id": 1, "name": "a, b", "tag": ["x", "y"]}
///
///     joined     id,name,tag          exploded   id,name,tag
///                1,"a, b",x;y                    1,"a, b",x
///                                                1,"a, b",y
package struct TableFormat: Sendable {
    package enum Separator: String, CaseIterable, Sendable {
        case csv, tsv
    }

    package var separator = Separator.csv
    /// The text of a cell without a value.
    package var null = ""
    /// Whether an apostrophe precedes texts that a spreadsheet would take for a formula.
    package var isSafe = false
    /// The lists whose items make lines of their own, the outer ones first.
    package var exploded: [String] = []
    /// The separators of lists that make one cell.
    package var joined: [String: String] = [:]

    package init() {}

    /// The separator between cells, and the line end: RFC 4180 has a carriage return, too.
    var comma: UInt8 { separator == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }
    var lineEnd: [UInt8] { separator == .csv ? [0x0D, 0x0A] : [0x0A] }

    /// The header line, and what writes the records.
    ///
    /// - Parameters:
    ///   - schema: The schema that the records are held to.
    ///   - textKey: The key of text in them.
    /// - Returns: The header with its line end, and a maker of formatters.
    /// - Throws: An `XMLReaderError` with the code `invalidSchema`, for a schema without columns.
    package func table(
        of schema: JSONSchema,
        textKey: String?
    ) throws(XMLReaderError) -> (header: [UInt8], formatting: RecordFormatting) {
        var lists = TableColumns.Lists()
        // Outer lists have shorter names.
        for name in exploded.sorted(by: { $0.utf8.count < $1.utf8.count })
        where !lists.exploded.contains(where: { ExactName($0) == ExactName(name) }) {
            lists.exploded.append(name)
        }
        lists.joined = joined
        let columns = try TableColumns(schema, textKey: textKey, lists)
        var header = CellWriter(self)
        for (index, column) in columns.columns.enumerated() {
            if index > 0 { header.text.append(comma) }
            var name = column.name
            name.withUTF8 { header.write($0, isSafe: true) }
        }
        for byte in lineEnd { header.text.append(byte) }
        return (Array(header.text[0..<header.text.count]), { TableFormatter(columns, self) })
    }
}

package import XML2Dict

/// A table for the records of a shape in SQL, and the statements that load them from lines of JSON.
package struct SQLTable {
    /// A database; `portable` has the table for all of them, and their statements as comments.
    package enum Dialect: String, CaseIterable {
        case portable = "sql"
        case duckDB = "duckdb"
        case sqlite
        case postgreSQL = "postgresql"

        var title: String {
            switch self {
            case .portable: "SQL"
            case .duckDB: "DuckDB"
            case .sqlite: "SQLite"
            case .postgreSQL: "PostgreSQL"
            }
        }
    }

    private let name: String
    private let columns: [TableColumns.Column]
    /// The file of the records.
    private var file: String { "\(name).jsonl" }

    /// - Parameters:
    ///   - schema: The schema of a record, in which texts have their types.
    ///   - textKey: The key of text in the records.
    ///   - name: The name of the table.
    /// - Throws: An `XMLReaderError` with the code `invalidSchema`, for a schema without columns.
    init(_ schema: JSONSchema, textKey: String?, name: String) throws(XMLReaderError) {
        var lists = TableColumns.Lists()
        lists.keepsOthers = true
        columns = try TableColumns(schema, textKey: textKey, lists).columns
        self.name = name
    }

    /// The statements for a database.
    package func statements(for dialect: Dialect) -> String {
        guard dialect == .portable else { return table + "\n" + load(dialect) }
        let others = Dialect.allCases.filter { $0 != .portable }.map { dialect in
            let lines = load(dialect).split(separator: "\n").map { "-- \($0)\n" }.joined()
            return "\n-- \(dialect.title): --describe=\(dialect.rawValue) writes this without the hyphens.\n\(lines)"
        }
        return table + others.joined()
    }

    // MARK: The table

    private var table: String {
        let lines = columns.map { column in
            "    \(Self.quoted(column.name)) \(type(of: column))\(column.isRequired ? " NOT NULL" : "")"
        }
        return "CREATE TABLE \(Self.quoted(name)) (\n\(lines.joined(separator: ",\n"))\n);\n"
    }

    /// A type that all databases know; SQLite takes any name.
    private func type(of column: TableColumns.Column) -> String {
        if column.isList { return "JSON" }
        let types = column.types.subtracting([.null, .object])
        switch types {
        case .integer: return "BIGINT"
        case .number, [.number, .integer]: return "DOUBLE PRECISION"
        case .boolean: return "BOOLEAN"
        case .string:
            switch column.format {
            case .date: return "DATE"
            case .dateTime: return "TIMESTAMP WITH TIME ZONE"
            case .uri, nil: return "TEXT"
            }
        default: return "TEXT"
        }
    }

    // MARK: Loading

    private func load(_ dialect: Dialect) -> String {
        let names = columns.map { Self.quoted($0.name) }.joined(separator: ", ")
        let values = columns.map { "    " + value(of: $0, dialect) }.joined(separator: ",\n")
        let insert = "INSERT INTO \(Self.quoted(name)) (\(names))\nSELECT\n\(values)\n"
        let file = Self.literal(file)
        switch dialect {
        case .portable: return ""
        case .duckDB: return insert + "FROM read_ndjson_objects(\(file)) AS records (record);\n"
        case .sqlite:
            return """
                CREATE TEMPORARY TABLE "lines" ("record" TEXT);
                .mode ascii
                .separator "\\037" "\\n"
                .import \(file) lines
                \(insert)FROM "lines";
                DROP TABLE "lines";

                """
        case .postgreSQL:
            return """
                CREATE TEMPORARY TABLE "lines" ("record" JSONB);
                \\copy "lines" FROM \(file) WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
                \(insert)FROM "lines";
                DROP TABLE "lines";

                """
        }
    }

    private func value(of column: TableColumns.Column, _ dialect: Dialect) -> String {
        if column.isList {
            switch dialect {
            case .postgreSQL: return "record #> \(Self.array(column.path))"
            case .sqlite: return "json_extract(record, \(Self.jsonPath(column.path)))"
            default: return "record->\(Self.pointer(column.path))"
            }
        }
        var text = text(at: column.path, dialect)
        if let key = column.textKey {
            let inner = self.text(at: column.path + [key], dialect)
            text =
                "CASE \(kind(at: column.path, dialect)) WHEN '\(dialect == .duckDB ? "OBJECT" : "object")' THEN \(inner) ELSE \(text) END"
        }
        let type = type(of: column)
        guard type != "TEXT" else { return text }
        // An empty text is no number and no date.
        let filled = "nullif(\(text), '')"
        if dialect == .sqlite {
            switch type {
            case "BOOLEAN": return "CASE \(filled) WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE \(filled) END"
            case "BIGINT": return "CAST(\(filled) AS INTEGER)"
            case "DOUBLE PRECISION": return "CAST(\(filled) AS REAL)"
            default: return filled
            }
        }
        return "CAST(\(filled) AS \(type))"
    }

    private func text(at path: [String], _ dialect: Dialect) -> String {
        switch dialect {
        case .postgreSQL: "record #>> \(Self.array(path))"
        case .sqlite: "json_extract(record, \(Self.jsonPath(path)))"
        default: "record->>\(Self.pointer(path))"
        }
    }

    private func kind(at path: [String], _ dialect: Dialect) -> String {
        switch dialect {
        case .postgreSQL: "jsonb_typeof(record #> \(Self.array(path)))"
        case .sqlite: "json_type(record, \(Self.jsonPath(path)))"
        default: "json_type(record, \(Self.pointer(path)))"
        }
    }

    // MARK: Names

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
    private static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

    /// A JSON Pointer (RFC 6901).
    private static func pointer(_ path: [String]) -> String {
        literal(path.map { "/" + SchemaReader.escaped($0) }.joined())
    }

    /// A path of SQLite's functions for JSON.
    private static func jsonPath(_ path: [String]) -> String {
        literal("$" + path.map { ".\"\($0.replacing("\"", with: "\\\""))\"" }.joined())
    }

    private static func array(_ path: [String]) -> String { "ARRAY[\(path.map(literal).joined(separator: ", "))]" }
}

extension XMLShape {
    /// A table for the records, and the statements that load them.
    package func table(named name: String, textKey: String?) throws(XMLReaderError) -> SQLTable {
        let schema = try JSONSchema(SchemaComposer(learner, findsTypes: true).schema())
        return try SQLTable(schema, textKey: textKey, name: name)
    }
}

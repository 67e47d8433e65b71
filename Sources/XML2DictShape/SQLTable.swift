package import XML2Dict

/// A table for the records of a shape in SQL, and the statements that load them from lines of JSON.
///
///     record     {"id": 1, "name": "a", "tag": ["x", "y"]}
///
///     table      CREATE TABLE "item" (
///                    "id" BIGINT NOT NULL,
///                    "name" TEXT NOT NULL,
///                    "tag" JSON NOT NULL
///                );
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
        guard dialect == .portable else { return table(for: dialect) + "\n" + load(dialect) }
        let others = Dialect.allCases.filter { $0 != .portable }.map { dialect in
            let lines = load(dialect).split(separator: "\n").map { "-- \($0)\n" }.joined()
            return "\n-- \(dialect.title): --describe=\(dialect.rawValue) writes this without the hyphens.\n\(lines)"
        }
        return table(for: dialect) + others.joined()
    }

    // MARK: The table

    private func table(for dialect: Dialect) -> String {
        let lines = zip(columns, names(for: dialect)).map { column, name in
            "    \(Self.quoted(name)) \(type(of: column))\(column.isRequired ? " NOT NULL" : "")"
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
        let names = names(for: dialect).map(Self.quoted).joined(separator: ", ")
        let values = columns.map { "    " + value(of: $0, dialect) }.joined(separator: ",\n")
        let insert = "INSERT INTO \(Self.quoted(name)) (\(names))\nSELECT\n\(values)\n"
        let file = Self.literal(file)
        switch dialect {
        case .portable: return ""
        case .duckDB: return insert + "FROM read_ndjson_objects(\(file)) AS records (record);\n"
        case .sqlite:
            return """
                CREATE TEMPORARY TABLE "xml2dict_lines" ("record" TEXT);
                .mode ascii
                .separator "\\037" "\\n"
                .import \(file) xml2dict_lines
                \(insert)FROM "xml2dict_lines";
                DROP TABLE "xml2dict_lines";

                """
        case .postgreSQL:
            return """
                CREATE TEMPORARY TABLE "xml2dict_lines" ("record" JSONB);
                \\copy "xml2dict_lines" FROM \(file) WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
                \(insert)FROM "xml2dict_lines";
                DROP TABLE "xml2dict_lines";

                """
        }
    }

    private func value(of column: TableColumns.Column, _ dialect: Dialect) -> String {
        if column.isList {
            switch dialect {
            case .postgreSQL: return "record #> \(Self.array(column.path))"
            case .sqlite: return "nullif(record -> \(Self.jsonPath(column.path)), 'null')"
            default: return "record->\(Self.pointer(column.path))"
            }
        }
        var text = text(at: column.path, dialect)
        if column.canBeObject {
            let inner = column.textKey.map { self.text(at: column.path + [$0], dialect) } ?? "NULL"
            let kind = kind(at: column.path, dialect), object = dialect == .duckDB ? "OBJECT" : "object"
            text = "CASE \(kind) WHEN '\(object)' THEN \(inner) ELSE \(text) END"
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
        case .sqlite: sqliteText(at: Self.jsonPath(path))
        default: "record->>\(Self.pointer(path))"
        }
    }

    /// A text, or a number or a boolean as JSON writes it: otherwise a number becomes one of the database, with fewer digits.
    private func sqliteText(at path: String) -> String {
        "CASE json_type(record, \(path)) WHEN 'text' THEN record ->> \(path) ELSE nullif(record -> \(path), 'null') END"
    }

    private func kind(at path: [String], _ dialect: Dialect) -> String {
        switch dialect {
        case .postgreSQL: "jsonb_typeof(record #> \(Self.array(path)))"
        case .sqlite: "json_type(record, \(Self.jsonPath(path)))"
        default: "json_type(record, \(Self.pointer(path)))"
        }
    }

    // MARK: Names

    /// The names of the columns.
    ///
    /// For databases, names that differ only in upper and lower case are the same. PostgreSQL also ignores what follows
    /// the first 63 bytes.
    private func names(for dialect: Dialect) -> [String] {
        let length = dialect == .duckDB || dialect == .sqlite ? Int.max : 63
        var used: Set<String> = []
        return columns.map { column in
            var found = column.name, number = 2
            while !used.insert(String(decoding: found.lowercased().utf8.prefix(length), as: UTF8.self)).inserted {
                var start = column.name.unicodeScalars
                while String(start).utf8.count > length - 8 { start.removeLast() }
                found = "\(start)_\(number)"
                number += 1
            }
            return found
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing(byte: "\"", with: "\"\""))\"" }
    private static func literal(_ text: String) -> String { "'\(text.replacing(byte: "'", with: "''"))'" }

    /// A JSON Pointer (RFC 6901).
    private static func pointer(_ path: [String]) -> String {
        path.isEmpty ? "'$'" : literal(path.map { "/" + $0.asPointerStep }.joined())
    }

    /// A path of SQLite's functions for JSON.
    private static func jsonPath(_ path: [String]) -> String {
        literal("$" + path.map { ".\"\($0.replacing(byte: "\"", with: "\\\""))\"" }.joined())
    }

    private static func array(_ path: [String]) -> String {
        "ARRAY[\(path.map(literal).joined(separator: ", "))]::text[]"
    }
}

extension XMLShape {
    /// A table for the records, and the statements that load them.
    package func table(named name: String, _ options: XMLOptions) throws(XMLReaderError) -> SQLTable {
        let schema = try JSONSchema(SchemaComposer(learner, findsTypes: true).schema())
        return try SQLTable(schema, textKey: options.textKey, name: name)
    }
}

/// The formats of a description.
enum DescriptionFormat: String, CaseIterable {
    case table
    case jsonSchema = "json-schema"
    case flags
    case swift
    case html
    case sql
    case duckdb
    case sqlite
    case postgresql

    /// Whether it is about the output, under all options; the others are about the documents.
    var isOfOutput: Bool {
        switch self {
        case .jsonSchema, .sql, .duckdb, .sqlite, .postgresql: true
        case .table, .flags, .swift, .html: false
        }
    }
}

/// The formats of a description.
enum DescriptionFormat: String, CaseIterable {
    case table
    case jsonSchema = "json-schema"
    case flags
    case swift
}

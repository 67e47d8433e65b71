/// The formats of a description.
enum DescriptionFormat: String, CaseIterable {
    case table
    case jsonSchema = "json-schema"
    case flags
    case swift
    case html

    /// Whether it is about the output, under all options; the others are about the documents.
    var isOfOutput: Bool { self == .jsonSchema }
}

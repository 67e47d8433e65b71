public import XML2Dict

/// A JSON Schema (draft 2020-12) that values are held to.
///
/// ```swift
/// let schema = try JSONSchema(#"{"properties": {"i": {"type": "array", "items": {"type": "integer"}}}}"#)
/// var held = XMLOptions.xmltodict
/// held.heldShape = HeldShape(schema)
/// held.keepsRoot = false
/// let value = try XMLReader(held).read(string: "<a><i>1</i></a>")     // {"i": [1]}
/// try schema.validate(value)
/// ```
///
/// A schema has these keywords:
///
/// | keyword | meaning |
/// |---|---|
/// | `type` | `object`, `array`, `string`, `number`, `integer`, `boolean`, `null`, or several of them |
/// | `properties`, `required`, `additionalProperties` | the keys of an object |
/// | `items`, `minItems` | the items of an array |
/// | `format` | of a string: `date`, `date-time` (RFC 3339) or `uri` (RFC 3986); it is checked |
/// | `$ref` | the schema at another place of the file, such as `#/$defs/name`; schemas may contain themselves |
/// | `$defs`, `definitions` | schemas for references |
///
/// Keywords that only describe, such as `title`, `description` and `examples`, may stand anywhere, and so may those that
/// begin with `x-`. Every other keyword is an error, because the reader does not check it.
public struct JSONSchema: Sendable {
    /// The schema as it was read, or as a shape writes it.
    private let source: XMLValue
    /// The nodes of the schema in the form that the walker reads.
    let table: SchemaTable

    /// Makes a schema of what a shape has learned.
    init(_ shape: ShapeLearner) {
        let nodes = SchemaComposer(shape).nodes
        source = SchemaWriter(nodes).schema()
        table = SchemaTable(nodes)
    }

    /// Reads a schema from JSON text.
    ///
    /// - Throws: An `XMLError`: for text that is not JSON as `XMLValue(json:)` throws it, and with the code
    ///   `invalidSchema` for a schema that has other keywords, wrong values, references that lead nowhere, or parts that
    ///   contradict each other. Its path is a JSON Pointer, such as `#/properties/id`.
    public init(_ json: some Collection<UInt8>) throws(XMLError) {
        // A schema is as deep as documents, and reading it does not recurse.
        let limits: [XMLOptions.Limit: Int] = [.depth: .max, .nameLength: .max]
        try self.init(XMLValue(json: json, limits: limits, refusesRepeats: true))
    }

    /// Reads a schema from JSON text.
    ///
    /// - Throws: An `XMLError`, as ``init(_:)-(Collection<UInt8>)`` describes.
    public init(_ json: String) throws(XMLError) {
        try self.init(json.utf8)
    }

    /// Makes a schema of its JSON.
    ///
    /// - Throws: An `XMLError` with the code `invalidSchema`.
    public init(_ schema: XMLValue) throws(XMLError) {
        source = schema
        table = SchemaTable(try SchemaReader(schema).nodes)
    }

    /// The schema as JSON.
    ///
    /// - Parameter format: The format of the JSON.
    /// - Returns: The text, without a line end.
    public func json(_ format: XMLValue.JSONFormat = .pretty) -> String {
        source.json(format)
    }

    /// Checks a value as it is.
    ///
    /// Converts nothing: a text is not a number, and a single value is not an array. Readers with a ``HeldShape``
    /// convert.
    ///
    /// - Throws: An `XMLError` with the code `mismatch`; its message has the JSON Pointer of the place.
    public func validate(_ value: XMLValue) throws(XMLError) {
        var walker = SchemaWalker(table, SchemaWalker.Rules(converts: false))
        var space = ShapingSpace(reading: value)
        _ = walker.walk(value.content, in: &space)
        if let mismatch = walker.mismatches.first { throw XMLError(.mismatch, message: mismatch.message) }
    }
}

public import XML2Dict

/// A schema that checks values, and converts the values of a reader.
///
/// ```swift
/// let shape = try XMLShape(json: #"{"properties": {"i": {"type": "array", "items": {"type": "integer"}}}}"#)
/// var options = XMLOptions.xmltodict
/// options.shape = shape
/// options.keepsRoot = false
/// let value = try XMLReader(options).read(.string("<a><i>1</i></a>"))     // {"i": [1]}
/// try shape.validate(value)
/// ```
///
/// With `XMLOptions.shape`, every document or record that the reader returns fits the schema. If the schema requires an
/// array, the reader puts a single value in an array. For an object with a property for text, the reader puts a text in
/// a dictionary. For a number, an integer or a boolean, the reader converts the text, as with
/// ``/XML2Dict/XMLOptions/typesByPath``. An empty text becomes null if the schema allows null and not a string. A shape
/// applies after all other options, under every convention that makes elements dictionaries.
///
/// A value that does not fit is an ``/XML2Dict/XMLError`` with the code `mismatch`, which ends the document, or skips
/// the record. With `onMismatch`, the reader delivers the value, and does not convert the members that do not fit. The
/// reader reports the first mismatch at each of at most 100 positions in the schema.
///
/// A shape comes from a JSON Schema (draft 2020-12) or an XML Schema, or from documents by
/// `XMLReader.shape(of:recordsAt:)` or a ``Learner``. A JSON Schema can have these keywords:
///
/// | keyword | meaning |
/// |---|---|
/// | `type` | `object`, `array`, `string`, `number`, `integer`, `boolean`, `null`, or several of them |
/// | `properties`, `required`, `additionalProperties` | the keys of an object |
/// | `items`, `minItems` | the items of an array |
/// | `format` | the form that a string must have: `date`, `date-time` (RFC 3339) or `uri` (RFC 3986) |
/// | `x-xml2dict-types` | `inferred`, in a learned schema: texts become numbers and booleans by the rule of `infersTypes` |
/// | `$ref` | the schema at another pointer in the file, such as `#/$defs/name`; schemas may contain themselves |
/// | `$defs`, `definitions` | schemas for references |
///
/// Annotations such as `title` and `examples`, and other keywords that begin with `x-`, have no effect. All remaining
/// keywords, such as `x-xml2dict-other`, are errors, because the reader would not check them.
public final class XMLShape: Sendable {
    package typealias Warning = @Sendable (XMLError) -> Void

    private enum Schema {
        case json(XMLValue, JSONSchemaTable)
        case xml(LoadedSchema)
    }

    private let schema: Schema
    /// Whether a missing key becomes an empty array, if its schema is an array, has no `minItems` and forbids null.
    package let fillsMissingLists: Bool
    /// Without this closure, a mismatch is an error.
    private let warn: Warning?
    private let findings = Findings()

    /// Creates a shape from a JSON Schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array, has no
    ///     `minItems` and does not allow null.
    ///   - onMismatch: Takes mismatches. The reader then delivers the values. By default, a mismatch is an error.
    /// - Throws: An `XMLError` with the code `invalidSchema` for keywords that ``XMLShape`` does not list, invalid
    ///   values, unresolved references, and contradictions. The error has a JSON Pointer, such as `#/properties/id`.
    public convenience init(
        json schema: XMLValue,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        self.init(.json(schema, JSONSchemaTable(try JSONSchemaReader(schema).nodes)), fillsMissingLists, onMismatch)
    }

    package convenience init(
        json text: some Collection<UInt8>,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        // A schema may be as deep as the documents, and no code recurses into the schema, so these limits are off.
        let limits: [XMLOptions.Limit: Int] = [.depth: .max, .nameLength: .max]
        let schema = try XMLValue(json: text, limits: limits, refusesRepeats: true)
        try self.init(json: schema, fillsMissingLists: fillsMissingLists, onMismatch: onMismatch)
    }

    /// Creates a shape from the text of a JSON Schema.
    ///
    /// - Parameters:
    ///   - text: The schema.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: Takes mismatches. The reader then delivers the values. By default, a mismatch is an error.
    /// - Throws: An `XMLError` of `XMLValue(json:)` for text that is not JSON, or an error of
    ///   ``init(json:fillsMissingLists:onMismatch:)-(XMLValue,_,_)``.
    public convenience init(
        json text: String,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        try self.init(json: text.utf8, fillsMissingLists: fillsMissingLists, onMismatch: onMismatch)
    }

    convenience init(_ learner: ShapeLearner, _ fillsMissingLists: Bool, _ onMismatch: Warning?) {
        let nodes = SchemaComposer(learner).nodes
        self.init(.json(JSONSchemaWriter(nodes).schema(), JSONSchemaTable(nodes)), fillsMissingLists, onMismatch)
    }

    /// Creates a shape from the files of an XML Schema 1.0, or from the schemas of a WSDL.
    ///
    /// Opens the files that the given files include and import, but fetches nothing from the web. Also give a file for
    /// each included or imported web address, and for each namespace that a schema imports without a file.
    ///
    /// - Parameters:
    ///   - files: The names of the files, in any order.
    ///   - folder: The folder with all included and imported files, by default the parent of each given file's folder.
    ///   - limits: The limits of a schema document, and of its types.
    ///   - fillsMissingLists: Whether a missing element becomes an empty array, if it may occur many times.
    ///   - onMismatch: Takes mismatches. The reader then delivers the values. By default, a mismatch is an error.
    /// - Throws: An `XMLError` with the code `cannotOpen`, `limit`, or `invalidSchema` with the file and the line.
    public convenience init(
        contentsOf files: [String],
        within folder: String? = nil,
        limits: [XMLOptions.Limit: Int] = [:],
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        try self.init(files.map { ($0, .file($0)) }, within: folder, nil, limits, fillsMissingLists, onMismatch)
    }

    package convenience init(
        _ files: [(name: String?, source: XMLSource)],
        within folder: String? = nil,
        _ workingFolder: String?,
        _ limits: [XMLOptions.Limit: Int],
        _ fillsMissingLists: Bool,
        _ onMismatch: Warning?
    ) throws(XMLError) {
        let loader = try SchemaLoader(files: files, within: folder, workingFolder: workingFolder, limits: limits)
        self.init(.xml(try TypeResolver(loader).resolved()), fillsMissingLists, onMismatch)
    }

    package var files: [String] { loaded?.files ?? [] }

    private var loaded: LoadedSchema? { if case .xml(let loaded) = schema { loaded } else { nil } }

    /// Creates a shape from the text of an XML Schema 1.0 or a WSDL that includes no files.
    ///
    /// - Parameters:
    ///   - text: The schema.
    ///   - limits: The limits of a schema document, and of its types.
    ///   - fillsMissingLists: Whether a missing element becomes an empty array, if it may occur many times.
    ///   - onMismatch: Takes mismatches. The reader then delivers the values. By default, a mismatch is an error.
    /// - Throws: An `XMLError`, as ``init(contentsOf:within:limits:fillsMissingLists:onMismatch:)`` describes.
    public convenience init(
        xmlSchema text: String,
        limits: [XMLOptions.Limit: Int] = [:],
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        try self.init([(nil, .string(text))], nil, limits, fillsMissingLists, onMismatch)
    }

    private init(_ schema: Schema, _ fillsMissingLists: Bool, _ onMismatch: Warning?) {
        self.schema = schema
        self.fillsMissingLists = fillsMissingLists
        warn = onMismatch
    }

    /// Returns the shape as a JSON Schema.
    ///
    /// - Parameters:
    ///   - format: The format of the JSON.
    ///   - options: The options of the reader, which decide the keys and types of an XML Schema's elements.
    /// - Returns: The text, without a line break at the end.
    public func json(_ format: XMLValue.JSONFormat = .pretty, for options: XMLOptions = XMLOptions()) -> String {
        let json =
            switch schema {
            case .json(let json, _): json
            case .xml(let loaded):
                JSONSchemaWriter(
                    TypeComposer(loaded, ValueForm(options), recordsAt: nil, fillsLists: fillsMissingLists).nodes
                )
                .schema()
            }
        return json.json(format)
    }

    /// Checks a value, and converts nothing: a text is not a number, and a single value is not an array.
    ///
    /// - Throws: An `XMLError` with the code `mismatch`, and a JSON Pointer in its message. For an XML Schema, the code
    ///   is `invalidOptions`, because a value may lack the namespaces of its names.
    public func validate(_ value: XMLValue) throws(XMLError) {
        guard case .json(_, let table) = schema else {
            throw XMLError(
                .invalidOptions,
                "an XML Schema checks documents, and not values; read the document with this shape, or check the value with the shape of json(_:for:)"
            )
        }
        var space = ShapingSpace(reading: value)
        let shaped = JSONSchemaWalker(table, converts: false).shape(value.content, in: &space)
        if let mismatch = shaped.mismatches.first { throw XMLError(.mismatch, message: mismatch.message) }
    }

    /// Returns `nil` for a JSON Schema.
    package func description(for plan: Plan) throws(XMLError) -> XMLDescription? {
        guard let loaded else { return nil }
        return try XMLDescription(loaded, plan, fillsLists: fillsMissingLists)
    }

    /// The number of all mismatches, also of mismatches that were not reported.
    package var mismatchCount: Int { findings.lock.locked { findings.count } }

    private final class Findings: @unchecked Sendable {
        let lock = Monitor()
        var count = 0
        /// The reported mismatches, each identified by a component of the schema and a name.
        var reported: Set<NameBytes> = []
    }

    /// Counts a mismatch, and returns whether to report it: only the first at each position, up to `reportLimit`.
    private func isNew(_ fault: ElementMismatch) -> Bool {
        findings.lock.locked {
            findings.count += 1
            let key = NameBytes(Int32(truncatingIfNeeded: fault.component), fault.name.utf8)
            return findings.reported.count < Self.reportLimit && findings.reported.insert(key).inserted
        }
    }

    private static let reportLimit = 100
}

extension XMLShape: ValueShaper {
    package var deliversMismatches: Bool { warn != nil }

    package func report(_ error: XMLError) { warn?(error) }

    package func namespace(ofName name: String) -> String? {
        loaded.flatMap { loaded in loaded.types.names.declared(name).map { loaded.types.names.uri(of: $0.namespace) } }
    }

    package var followsElements: Bool { loaded != nil }

    package func makeSession(isStrict: Bool, _ plan: Plan) -> any ShapingSession {
        let notes = isStrict ? nil : isNew
        return switch schema {
        case .json(_, let table): JSONSchemaWalker(table, fillsLists: fillsMissingLists, notes)
        case .xml(let loaded): TypeFollower(loaded, plan.form, notes)
        }
    }
}

extension Plan {
    package var shape: XMLShape? { shaping?.shaper as? XMLShape }
}

extension XMLOptions {
    /// The shape that converts all values.
    ///
    /// Two `XMLOptions` are equal only if their shapes are the same object.
    public var shape: XMLShape? {
        get { shaping?.shaper as? XMLShape }
        set { shaping = newValue.map { Shaping($0) } }
    }
}

public import XML2Dict

/// A schema that values have: it checks values, and it converts those of a reader.
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
/// With `XMLOptions.shape`, every record that the reader returns, or every document, fits the schema. Where the schema
/// says array, a single value is in an array. Where it says object, with a property for text, a text is in a dictionary.
/// Where it says number, integer or boolean, a text becomes one, as
/// ``/XML2Dict/XMLOptions/typesByPath`` does it. An empty text becomes null where null is allowed and a string is not.
/// A value that does not fit is an ``/XML2Dict/XMLError`` with the code `mismatch`; with `onMismatch` it is
/// delivered, and a part that does not fit stays unconverted. The shape applies after all other options, under every convention with elements as dictionaries.
///
/// A shape is read from a JSON Schema (draft 2020-12) or an XML Schema, or learned from documents, by
/// `XMLReader.shape(of:recordsAt:)` or a ``Learner``. A JSON Schema has these keywords:
///
/// | keyword | meaning |
/// |---|---|
/// | `type` | `object`, `array`, `string`, `number`, `integer`, `boolean`, `null`, or several of them |
/// | `properties`, `required`, `additionalProperties` | the keys of an object |
/// | `items`, `minItems` | the items of an array |
/// | `format` | of a string: `date`, `date-time` (RFC 3339) or `uri` (RFC 3986); it is checked |
/// | `x-xml2dict-types` | `inferred`, in a learned schema: texts become numbers and booleans by the rule of `infersTypes` |
/// | `$ref` | the schema at another place of the file, such as `#/$defs/name`; schemas may contain themselves |
/// | `$defs`, `definitions` | schemas for references |
///
/// Keywords that only describe, such as `title`, `description` and `examples`, may stand anywhere, and so may those that
/// begin with `x-`. Every other keyword is an error, because the reader does not check it.
public final class XMLShape: Sendable {
    /// Takes a mismatch of a value that is delivered, where a part that does not fit stays unconverted.
    ///
    /// The first mismatch is reported at each of at most 100 places in the schema.
    package typealias Warning = @Sendable (XMLError) -> Void

    private enum Schema {
        /// A JSON Schema: as it was read or is written, and in the form that the walker reads.
        case json(XMLValue, SchemaTable)
        /// An XML Schema, whose types follow the elements of a document.
        case xml(LoadedSchema)
    }

    private let schema: Schema
    /// Whether a missing key becomes an empty array, if its schema is an array without `minItems` and `null`.
    package let fillsMissingLists: Bool
    /// Reports a mismatch of a value that is delivered; `nil` where it is an error.
    private let warn: Warning?
    private let findings = Findings()

    /// Makes a shape of a JSON Schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: Takes the first mismatch at each of at most 100 places in the schema, and values are delivered all
    ///     the same; with `nil`, a mismatch is an error, which ends the document, or skips the record.
    /// - Throws: An `XMLError` with the code `invalidSchema`, for a schema that has other keywords, wrong values,
    ///   references that lead nowhere, or parts that contradict each other. Its path is a JSON Pointer, such as
    ///   `#/properties/id`.
    public convenience init(
        json schema: XMLValue,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        self.init(.json(schema, SchemaTable(try SchemaReader(schema).nodes)), fillsMissingLists, onMismatch)
    }

    /// Makes a shape of the text of a JSON Schema.
    ///
    /// - Parameters:
    ///   - text: The schema in UTF-8.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: Takes the first mismatch at each of at most 100 places in the schema, and values are delivered all
    ///     the same; with `nil`, a mismatch is an error, which ends the document, or skips the record.
    /// - Throws: An `XMLError`: for text that is not JSON as `XMLValue(json:)` throws it, and otherwise as
    ///   ``init(json:fillsMissingLists:onMismatch:)-(XMLValue,_,_)`` describes.
    package convenience init(
        json text: some Collection<UInt8>,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        // A schema is as deep as documents, and reading it does not recurse.
        let limits: [XMLOptions.Limit: Int] = [.depth: .max, .nameLength: .max]
        let schema = try XMLValue(json: text, limits: limits, refusesRepeats: true)
        try self.init(json: schema, fillsMissingLists: fillsMissingLists, onMismatch: onMismatch)
    }

    /// Makes a shape of the text of a JSON Schema.
    ///
    /// - Parameters:
    ///   - text: The schema.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: Takes the first mismatch at each of at most 100 places in the schema, and values are delivered all
    ///     the same; with `nil`, a mismatch is an error, which ends the document, or skips the record.
    /// - Throws: An `XMLError`, for text that is not JSON as `XMLValue(json:)` throws it, and otherwise as
    ///   ``init(json:fillsMissingLists:onMismatch:)-(XMLValue,_,_)`` describes.
    public convenience init(
        json text: String,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        try self.init(json: text.utf8, fillsMissingLists: fillsMissingLists, onMismatch: onMismatch)
    }

    /// Makes a shape of what was learned from values.
    convenience init(_ learner: ShapeLearner, _ fillsMissingLists: Bool, _ onMismatch: Warning?) {
        let nodes = SchemaComposer(learner).nodes
        self.init(.json(SchemaWriter(nodes).schema(), SchemaTable(nodes)), fillsMissingLists, onMismatch)
    }

    /// Reads an XML Schema 1.0 from files, or the schemas of a WSDL.
    ///
    /// The reader opens the files that these include and import, and fetches nothing. A namespace that no such file has,
    /// or a web address, needs a file of its own in the list.
    ///
    /// - Parameters:
    ///   - files: The names of the files, in any order.
    ///   - folder: The folder whose files they may include and import; `nil` for the folder above each file.
    ///   - limits: The limits of a schema document, and of its types.
    ///   - fillsMissingLists: Whether a missing element becomes an empty array, if it may occur many times.
    ///   - onMismatch: Takes the first mismatch at each of at most 100 places in the schema, and values are delivered all
    ///     the same; with `nil`, a mismatch is an error, which ends the document, or skips the record.
    /// - Throws: An `XMLError`: with the code `cannotOpen` for a file, `limit`, or `invalidSchema` with the file and the
    ///   line of what is wrong.
    public convenience init(
        contentsOf files: [String],
        within folder: String? = nil,
        limits: [XMLOptions.Limit: Int] = [:],
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) {
        try self.init(files.map { ($0, .file($0)) }, within: folder, nil, limits, fillsMissingLists, onMismatch)
    }

    /// Reads an XML Schema 1.0 from files that may have been read already, and that may include files of another folder.
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

    /// The names of the files of an XML Schema; none for a JSON Schema.
    package var files: [String] { loaded?.files ?? [] }

    private var loaded: LoadedSchema? { if case .xml(let loaded) = schema { loaded } else { nil } }

    /// Reads an XML Schema 1.0, or the schemas of a WSDL, from text that includes no files.
    ///
    /// - Parameters:
    ///   - text: The schema.
    ///   - limits: The limits of a schema document, and of its types.
    ///   - fillsMissingLists: Whether a missing element becomes an empty array, if it may occur many times.
    ///   - onMismatch: Takes the first mismatch at each of at most 100 places in the schema, and values are delivered all
    ///     the same; with `nil`, a mismatch is an error, which ends the document, or skips the record.
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

    /// The shape as a JSON Schema.
    ///
    /// - Parameters:
    ///   - format: The format of the JSON.
    ///   - options: The options of the reader of documents with an XML Schema, which decide about keys and forms.
    /// - Returns: The text, without a line break at the end.
    public func json(_ format: XMLValue.JSONFormat = .pretty, for options: XMLOptions = XMLOptions()) -> String {
        let json =
            switch schema {
            case .json(let json, _): json
            case .xml(let loaded):
                SchemaWriter(
                    TypeComposer(loaded, ValueForm(options), recordsAt: nil, fillsLists: fillsMissingLists).nodes
                )
                .schema()
            }
        return json.json(format)
    }

    /// Checks a value as it is.
    ///
    /// Converts nothing: a text is not a number, and a single value is not an array. Readers with `XMLOptions.shape`
    /// convert.
    ///
    /// - Throws: An `XMLError` with the code `mismatch`; its message has the JSON Pointer of the place. With the code
    ///   `invalidOptions` for an XML Schema, as a value may lack the namespaces that its names have.
    public func validate(_ value: XMLValue) throws(XMLError) {
        guard case .json(_, let table) = schema else {
            throw XMLError(
                .invalidOptions,
                "an XML Schema checks documents, and not values; read the document with this shape, or check the value with the shape of json(_:for:)"
            )
        }
        var space = ShapingSpace(reading: value)
        let shaped = SchemaWalker(table, converts: false).shape(value.content, in: &space)
        if let mismatch = shaped.mismatches.first { throw XMLError(.mismatch, message: mismatch.message) }
    }

    /// The description of an XML Schema; `nil` for a JSON Schema.
    ///
    /// - Throws: An `XMLError` with the code `noMatch` for a path of records that the schema does not have, or `limit`.
    package func description(for plan: Plan) throws(XMLError) -> XMLDescription? {
        guard let loaded else { return nil }
        return try XMLDescription(loaded, plan, fillsLists: fillsMissingLists)
    }

    // MARK: Mismatches

    /// How many mismatches of delivered values there were, also those that were not reported.
    package var mismatchCount: Int { findings.lock.locked { findings.count } }

    /// What readers have found, under a lock.
    private final class Findings: @unchecked Sendable {
        let lock = Monitor()
        var count = 0
        /// The places, with what was found there.
        var reported: Set<NameBytes> = []
    }

    /// Counts a mismatch.
    ///
    /// - Returns: Whether to report it: it is the first one at its place, and fewer than 100 places are reported.
    private func isNew(_ fault: ElementFault) -> Bool {
        findings.lock.locked {
            findings.count += 1
            let place = NameBytes(Int32(truncatingIfNeeded: fault.place), fault.name.utf8)
            return findings.reported.count < Self.reportLimit && findings.reported.insert(place).inserted
        }
    }

    /// How many places are reported at most.
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
        case .json(_, let table): SchemaWalker(table, fillsLists: fillsMissingLists, notes)
        case .xml(let loaded): TypeFollower(loaded, plan.form, notes)
        }
    }
}

extension Plan {
    /// The shape of all values; `nil` for none.
    package var shape: XMLShape? { shaping?.shaper as? XMLShape }
}

extension XMLOptions {
    /// The shape of all values, which converts them; `nil` for none.
    ///
    /// Two options are equal only with the same object.
    public var shape: XMLShape? {
        get { shaping?.shaper as? XMLShape }
        set { shaping = newValue.map { Shaping($0) } }
    }
}

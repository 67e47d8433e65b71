import XML2Dict

/// A schema in the table of a JSON Schema: a node for each object or boolean of the file that is a schema.
///
///     {"type": "object", "properties": {"id": {"type": "integer"}, "tag": {"$ref": "#/$defs/t"}}, "$defs": {"t": true}}
///
///     nodes   0 anything   1 nothing   2 the root   3 id   4 tag ──▶ 5   5 $defs/t
///
/// Properties have the numbers of nodes. A node with a reference stands for another one.
struct SchemaNode {
    /// The kinds of values that `type` allows.
    struct Types: OptionSet {
        let rawValue: UInt8

        static let object = Types(rawValue: 1)
        static let array = Types(rawValue: 2)
        static let string = Types(rawValue: 4)
        static let number = Types(rawValue: 8)
        static let integer = Types(rawValue: 16)
        static let boolean = Types(rawValue: 32)
        static let null = Types(rawValue: 64)
        static let all: Types = [.object, .array, .string, .number, .integer, .boolean, .null]
        /// What a text can become.
        static let ofText: Types = [.string, .number, .integer, .boolean]

        /// The types with their names in JSON Schema, in the order in which they are written.
        static let names: KeyValuePairs<String, Types> = [
            "object": .object, "array": .array, "string": .string, "number": .number, "integer": .integer,
            "boolean": .boolean, "null": .null,
        ]

        var names: [String] { Self.names.filter { contains($0.value) }.map(\.key) }
    }

    /// The formats that are checked.
    enum Format: String, CaseIterable {
        case date
        case dateTime = "date-time"
        case uri
    }

    /// A property that is described, or required without a description.
    struct Property {
        let name: String
        var node: Int
        var isRequired = false
    }

    /// The keyword of learned schemas, with the value `inferred`, beside `type`.
    static let typesKeyword = "x-xml2dict-types"

    static let anything = 0
    static let nothing = 1
    /// The node of the whole schema.
    static let root = 2

    /// The nodes that come before the root.
    static var beforeRoot: [SchemaNode] { [SchemaNode(), SchemaNode(types: [])] }

    /// What a shape has learned of the values, in words.
    var description: String?
    /// The name of its type; `nil` for one without a name.
    var name: String?
    var types = Types.all
    /// The properties; those of `properties` are in the order of the file.
    var properties: [Property] = []
    /// The node for other properties.
    var additional = SchemaNode.anything
    var items = SchemaNode.anything
    var minItems = 0
    var format: Format?
    /// Whether texts become numbers and booleans only by the rule of `infersTypes`, as in a schema that was learned.
    var infersTypes = false
    /// The node that it stands for.
    var reference: Int?
}

extension SchemaNode.Format {
    /// The form of texts that a shape learns as the format.
    var form: TextForm {
        switch self {
        case .date: .date
        case .dateTime: .dateTime
        case .uri: .url
        }
    }

    /// Whether a text has the format.
    func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        self == .uri ? TextForm.isURI(text) : TextForm(text) == form
    }
}

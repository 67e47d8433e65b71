import XML2Dict

/// A schema inside a JSON Schema, written as an object, `true` or `false`.
///
///     {"properties": {"id": {"type": "integer"}, "tag": {"$ref": "#/$defs/t"}}, "$defs": {"t": true}}
///
///     nodes   0 anything   1 nothing   2 the root   3 id   4 tag ──▶ 5   5 $defs/t
///
/// A property has the index of its node. A node with a `reference` stands for the node at the index `reference`.
struct JSONSchemaNode {
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
        static let ofText: Types = [.string, .number, .integer, .boolean]

        static let names: KeyValuePairs<String, Types> = [
            "object": .object, "array": .array, "string": .string, "number": .number, "integer": .integer,
            "boolean": .boolean, "null": .null,
        ]

        var names: [String] { Self.names.filter { contains($0.value) }.map(\.key) }
    }

    enum Format: String, CaseIterable {
        case date
        case dateTime = "date-time"
        case uri
    }

    struct Property {
        let name: String
        var node: Int
        var isRequired = false
    }

    /// The keyword that learned schemas have beside `type`, with the value `inferred`.
    static let typesKeyword = "x-xml2dict-types"

    static let anything = 0
    static let nothing = 1
    static let root = 2

    static var beforeRoot: [JSONSchemaNode] { [JSONSchemaNode(), JSONSchemaNode(types: [])] }

    /// The learned number of occurrences, as the text of the keyword `description`.
    var description: String?
    var name: String?
    var types = Types.all
    /// The properties in the order of the file, followed by the properties that only `required` names.
    var properties: [Property] = []
    var additional = JSONSchemaNode.anything
    var items = JSONSchemaNode.anything
    var minItems = 0
    var format: Format?
    /// Whether texts become numbers and booleans only by the rule of `infersTypes`, as in a learned schema.
    var infersTypes = false
    var reference: Int?
}

extension JSONSchemaNode.Format {
    var form: TextForm {
        switch self {
        case .date: .date
        case .dateTime: .dateTime
        case .uri: .url
        }
    }

    func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        self == .uri ? TextForm.isURI(text) : TextForm(text) == form
    }
}

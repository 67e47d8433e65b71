/// Gives attributes the values that they have in the source when references to entities are kept as text.
///
/// The parser hands over values with everything resolved, and leaves out what it cannot resolve. So the values of a tag in which there is
/// such a reference are made again from its source, as XML 1.0 section 3.3.3 has it but for the references:
///
///     source        <a b="x&nbsp;y" c="1">        attributes   [ b, "xy", c, "1", nil ]
///     values        "x&nbsp;y\0"                  pointers     [ b, ────┐ , c, "1", nil ]
///                    ▲─────────────────────────────────────────────────┘
struct KeptReferences: ~Copyable {
    typealias Attributes = UnsafePointer<UnsafePointer<CChar>?>

    /// What a document declares of an attribute.
    private struct Declaration {
        /// Whether it is `CDATA`: white space does not count in what is not.
        let isText: Bool
        /// The default value, with a zero byte behind it, if there are references in it.
        let value: [UInt8]?
    }

    /// What is declared, by the names of elements and then of attributes: a tag's own name, which may be long, is looked up once.
    private var declarations: [[UInt8]: [[UInt8]: Declaration]] = [:]
    /// Whether any default value has references in it.
    private var hasDefaults = false
    /// The values that were made, each with a zero byte behind it.
    private var values: [UInt8] = []
    /// Which attributes they are of, and where each begins.
    private var places: [(attribute: Int, offset: Int)] = []

    /// Remembers what an attribute's declaration says; the first one of an attribute is the one that counts (section 3.3).
    ///
    /// - Parameters:
    ///   - element: The name of the elements.
    ///   - attribute: The attribute's name.
    ///   - isText: Whether it is declared as `CDATA`.
    ///   - literal: The default value as it is written, if there is one.
    mutating func declare(
        _ element: UnsafePointer<CChar>,
        _ attribute: UnsafePointer<CChar>,
        isText: Bool,
        literal: UnsafeBufferPointer<UInt8>?
    ) {
        let element = Self.bytes(element), attribute = Self.bytes(attribute)
        guard declarations[element]?[attribute] == nil else { return }
        let value = literal.flatMap { Self.value(of: $0[...], isText: isText) }.map { $0 + [0] }
        declarations[element, default: [:]][attribute] = Declaration(isText: isText, value: value)
        if value != nil { hasDefaults = true }
    }

    /// Calls a function with the attributes of a tag.
    ///
    /// - Parameters:
    ///   - attributes: What the parser says: names and values in turn.
    ///   - writtenCount: How many of them stand in the tag; the others have default values.
    ///   - element: The element's name.
    ///   - source: The tag as it is written.
    ///   - body: What is done with them; the pointers hold for as long as it runs. It is told how many bytes were made for them.
    mutating func withAttributes(
        _ attributes: Attributes,
        writtenCount: Int,
        of element: UnsafePointer<CChar>,
        in source: UnsafeBufferPointer<UInt8>,
        _ body: (Attributes, Int) -> Void
    ) {
        guard hasDefaults || source.contains(UInt8(ascii: "&")) else { return body(attributes, 0) }
        collect(attributes, writtenCount, Self.bytes(element), source)
        guard !places.isEmpty else { return body(attributes, 0) }
        var pointers: [UnsafePointer<CChar>?] = []
        for (name, value) in AttributeList(attributes) {
            pointers += [name, value]
        }
        pointers.append(nil)
        let byteCount = values.count
        values.withUnsafeBufferPointer { values in
            values.withMemoryRebound(to: CChar.self) { values in
                for place in places where place.attribute * 2 + 1 < pointers.count {
                    pointers[place.attribute * 2 + 1] = values.baseAddress.map { $0 + place.offset }
                }
                pointers.withUnsafeBufferPointer { pointers in
                    if let base = pointers.baseAddress { body(base, byteCount) }
                }
            }
        }
    }

    /// Makes the values that differ from the parser's.
    private mutating func collect(
        _ attributes: Attributes,
        _ writtenCount: Int,
        _ element: [UInt8],
        _ source: UnsafeBufferPointer<UInt8>
    ) {
        values = []
        places = []
        let declared = declarations[element] ?? [:]
        var rest = source.dropFirst().drop { !Self.endsName($0) }
        for (index, (name, _)) in AttributeList(attributes).enumerated() {
            let declaration = declared.isEmpty ? nil : declared[Self.bytes(name)]
            let made =
                index < writtenCount
                ? Self.value(of: Self.nextValue(&rest), isText: declaration?.isText ?? true).map { $0 + [0] }
                : declaration?.value
            if let made {
                places.append((index, values.count))
                values += made
            }
        }
    }

    /// The text between the next quotes of a tag, which the parser has found to be well-formed.
    private static func nextValue(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>
    {
        rest = rest.drop { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
        guard let quote = rest.popFirst() else { return rest }
        let value = rest.prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 1)
        return value
    }

    /// An attribute's value with the references to entities that it has; `nil` when it has none.
    private static func value(of source: Slice<UnsafeBufferPointer<UInt8>>, isText: Bool) -> [UInt8]? {
        var value: [UInt8] = []
        var hasKept = false
        var rest = source
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "&"):
                let name = rest.prefix { $0 != UInt8(ascii: ";") }
                rest = rest.dropFirst(name.count + 1)
                if let character = character(of: name) {
                    value += character
                } else {
                    hasKept = true
                    value += [UInt8(ascii: "&")] + name + [UInt8(ascii: ";")]
                }
            case 0x0D:
                // Two bytes that end a line are one (section 2.11).
                if rest.first == 0x0A { rest.removeFirst() }
                value.append(0x20)
            case 0x09, 0x0A:
                value.append(0x20)
            default:
                value.append(byte)
            }
        }
        guard hasKept else { return nil }
        return isText ? value : Array(value.split(separator: 0x20).joined(separator: [0x20]))
    }

    /// The character that a reference means that needs no declaration (sections 4.1 and 4.6).
    private static func character(of name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let text = String(decoding: name, as: UTF8.self)
        guard text.first == "#" else {
            return predefined.first { $0.name == text }.map { [UInt8(ascii: $0.character)] }
        }
        let digits = text.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return number.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
    }

    private static let predefined: [(name: String, character: Unicode.Scalar)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
    ]

    private static func endsName(_ byte: UInt8) -> Bool {
        XMLWhitespace.contains(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        let length = Memory.length(of: text)
        return text.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
    }
}

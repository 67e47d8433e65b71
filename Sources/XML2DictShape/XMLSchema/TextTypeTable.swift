import XML2Dict

/// The simple types of a schema, as far as JSON distinguishes them (XML Schema part 2).
struct TextTypeTable: ~Copyable {
    /// The raw values describe the types in messages.
    enum Kind: String {
        case string = "a text of another form"
        case integer = "a whole number"
        case decimal = "a decimal number"
        case float = "a number"
        case boolean = "a boolean"
        case list = "a list, of which each item is "
        case union = "one of several types, none of which allows it"
    }

    struct Node: BitwiseCopyable {
        let kind: Kind
        /// The form of a string type, so that a union can choose the first member that accepts a text.
        var form = LexicalForm.any
        var isUnsignedLong = false
        var hasList = false
        var item: Int32 = 0
        var members = MemberRange()
        /// The number of members of a union that convert texts differently, because only these members are tried.
        var distinct = 0
        /// The restricted type, or type 0 (`anySimpleType`) for lists and unions.
        var base: Int32 = 0
        /// The widest type with the same conversion, because most restrictions add only rules that no code checks.
        var widest: Int32 = -1
        var type: Int32 = -1
    }

    var nodes = GrowableBuffer<Node>()
    /// The members of unions, with nested unions flattened, and with repeated conversions at the end of each union.
    private var members = GrowableBuffer<Int32>()
    private(set) var builtIn: [String: Int32] = [:]

    static let any: Int32 = 0

    /// The maximum number of conversions of a union, which bounds the time for a text.
    static let mostDistinct = 100

    init() {
        // The name after < is the restricted type. Without this name, an atomic type restricts `anyAtomicType`.
        let kinds: KeyValuePairs<Kind, String> = [
            .string: "anySimpleType anyAtomicType string normalizedString<string token<normalizedString anyURI",
            .boolean: "boolean", .decimal: "decimal",
            .integer: """
            integer<decimal nonPositiveInteger<integer negativeInteger<nonPositiveInteger long<integer int<long \
            short<int byte<short nonNegativeInteger<integer unsignedLong<nonNegativeInteger unsignedInt<unsignedLong \
            unsignedShort<unsignedInt unsignedByte<unsignedShort positiveInteger<nonNegativeInteger
            """,
            .float: "float double",
        ]
        for (kind, names) in kinds { add(Node(kind: kind), names) }
        for (form, names) in LexicalForm.builtIn { add(Node(kind: .string, form: form), names) }
        for (list, item) in ["NMTOKENS": "NMTOKEN", "IDREFS": "IDREF", "ENTITIES": "ENTITY"] {
            builtIn[list] = self.list(of: builtIn[item] ?? Self.any)
        }
        nodes[Int(Self.any)].base = -1
    }

    private mutating func add(_ node: Node, _ names: String) {
        for name in names.split(separator: " ") {
            let parts = name.split(separator: "<")
            var node = node
            node.base = parts.count > 1 ? builtIn[String(parts[1])] ?? Self.any : builtIn["anyAtomicType"] ?? Self.any
            node.isUnsignedLong = parts[0] == "unsignedLong"
            if nodes.count > 0 {
                let base = nodes[Int(node.base)]
                let isSame = (base.kind, base.form, base.isUnsignedLong) == (node.kind, node.form, node.isUnsignedLong)
                if isSame { node.widest = base.widest }
            }
            builtIn[String(parts[0])] = add(node)
        }
    }

    private mutating func add(_ node: Node) -> Int32 {
        var node = node
        let type = Int32(nodes.count)
        if node.widest < 0 { node.widest = type }
        nodes.append(node)
        return type
    }

    mutating func restriction(of base: Int32) -> Int32 {
        var node = nodes[Int(base)]
        node.base = base
        return add(node)
    }

    mutating func list(of item: Int32) -> Int32 { add(Node(kind: .list, hasList: true, item: item)) }

    /// Returns `nil` for more than `mostDistinct` different conversions.
    mutating func union(of types: [Int32]) -> Int32? {
        let first = members.count
        var passed: Set<Int32> = [], conversions: Set<Int32> = [], rest: [Int32] = []
        for type in types {
            let isUnion = nodes[Int(type)].kind == .union
            for member in isUnion ? members(of: type) : [type] {
                guard passed.insert(member).inserted else { continue }
                let node = nodes[Int(member)]
                // The complement of the item's type stands for a list, because no type is negative.
                let conversion = node.kind == .list ? ~nodes[Int(node.item)].widest : node.widest
                if conversions.insert(conversion).inserted { members.append(member) } else { rest.append(member) }
            }
        }
        let distinct = members.count - first
        guard distinct <= Self.mostDistinct else { return nil }
        for member in rest { members.append(member) }
        var node = Node(kind: .union, hasList: types.contains { nodes[Int($0)].hasList }, distinct: distinct)
        node.members = MemberRange(start: first, count: passed.count)
        return add(node)
    }

    func widest(_ type: Int32) -> Int32 { nodes[Int(type)].widest }

    func members(of union: Int32) -> [Int32] { nodes[Int(union)].members.indices.map { members[$0] } }

    func typed(_ entry: Entry, _ type: Int32, _ space: inout ShapingSpace) -> Entry? {
        let node = nodes[Int(type)]
        switch node.kind {
        case .string: return entry
        case .boolean: return boolean(entry, &space)
        case .integer, .decimal, .float: return number(entry, node.kind, &space)
        case .list: return list(entry, node.item, &space)
        case .union:
            for index in node.members.indices.prefix(node.distinct) {
                let member = nodes[Int(members[index])]
                if member.kind == .string, !member.form.accepts(space.tree.text(entry)) { continue }
                if let typed = typed(entry, members[index], &space) { return typed }
            }
            return nil
        }
    }

    /// The kind of an empty text: a string or a list, or another kind if the type does not allow an empty text.
    func ofEmpty(_ type: Int32) -> Kind {
        let node = nodes[Int(type)]
        guard node.kind == .union else { return node.kind }
        for index in node.members.indices.prefix(node.distinct) {
            let member = nodes[Int(members[index])]
            if member.kind == .list || member.kind == .string && member.form == .any { return member.kind }
        }
        return .integer
    }

    func expected(_ type: Int32) -> String {
        let node = nodes[Int(type)]
        return node.kind.rawValue + (node.kind == .list ? nodes[Int(node.item)].kind.rawValue : "")
    }

    private func boolean(_ entry: Entry, _ space: inout ShapingSpace) -> Entry? {
        let text = space.tree.text(entry)
        let isJSON = text.count == 4 ? text.elementsEqual("true".utf8) : text.elementsEqual("false".utf8)
        if isJSON { return entry.kind(.boolean) }
        return TextTypes.boolean(text).map { space.add($0, .boolean, under: entry.key) }
    }

    private func number(_ entry: Entry, _ kind: Kind, _ space: inout ShapingSpace) -> Entry? {
        let text = space.tree.text(entry)
        // Fast path: most numbers are valid JSON already.
        if let (digits, isWhole) = TextTypes.plainNumber(text), digits < 300, isWhole || kind != .integer {
            return entry.kind(.number)
        }
        let bare = XMLWhitespace.trimmed(text)
        if kind == .float {
            if text.isNumberOfJSON { return entry.kind(.number) }
            if let number = TextTypes.number(text) {
                let minus = UInt8(ascii: "-"), isMinusZero = bare.first == minus && number.first != minus
                return space.add((isMinusZero ? [minus] : []) + number, .number, under: entry.key)
            }
            let isOther = ["INF", "-INF", "+INF", "NaN"].contains { bare.elementsEqual($0.utf8) }
            return isOther || TextTypes.isNumber(bare) ? entry : nil
        }
        guard let decimal = TextTypes.decimal(bare), decimal.isWhole || kind == .decimal else { return nil }
        return space.add(decimal.json, .number, under: entry.key)
    }

    private func list(_ entry: Entry, _ item: Int32, _ space: inout ShapingSpace) -> Entry? {
        var items = GrowableBuffer<Entry>(), offset = 0
        let length = space.tree.text(entry).count
        while offset < length {
            // Adding an entry may move the memory, so each iteration gets the text again.
            let text = space.tree.text(entry)
            while offset < length, XMLWhitespace.contains(text[offset]) { offset += 1 }
            let start = offset
            while offset < length, !XMLWhitespace.contains(text[offset]) { offset += 1 }
            guard offset > start else { break }
            let word = Entry(key: entry.key, kind: .string, length: offset - start, offset: entry.offset + start)
            guard let typed = typed(word, item, &space) else { return nil }
            items.append(typed)
        }
        return space.add(UnsafeBufferPointer(start: items.base, count: items.count), .array, under: entry.key)
    }
}

/// The lexical forms of string types (XML Schema part 2, section 3), which distinguish the members of a union.
///
/// In a template, `d` is a digit, `y` the digits of a year, and `f` an optional fraction. A time zone may follow.
enum LexicalForm: String {
    case any = ""
    case date = "y-dd-dd"
    case time = "dd:dd:ddf"
    case dateTime = "y-dd-ddTdd:dd:ddf"
    case gYear = "y"
    case gYearMonth = "y-dd"
    case gMonth = "--dd"
    case gMonthDay = "--dd-dd"
    case gDay = "---dd"
    case duration, hexBinary, base64Binary, name, localName, nameToken, qualifiedName, language

    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    static let builtIn: KeyValuePairs<LexicalForm, String> = [
        .date: "date", .time: "time", .dateTime: "dateTime dateTimeStamp<dateTime", .gYear: "gYear",
        .gYearMonth: "gYearMonth", .gMonth: "gMonth", .gMonthDay: "gMonthDay", .gDay: "gDay",
        .duration: "duration dayTimeDuration<duration yearMonthDuration<duration", .hexBinary: "hexBinary",
        .base64Binary: "base64Binary", .name: "Name<token",
        .localName: "NCName<Name ID<NCName IDREF<NCName ENTITY<NCName", .nameToken: "NMTOKEN<token",
        .qualifiedName: "QName NOTATION", .language: "language<token",
    ]

    func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = XMLWhitespace.trimmed(text)
        switch self {
        case .any: return true
        case .duration:
            // The order of the fields is not checked.
            let rest = text.drop { $0 == UInt8(ascii: "-") }
            return rest.count > 2 && rest.first == UInt8(ascii: "P") && "YMDHS".utf8.contains(rest[rest.endIndex - 1])
                && rest.allSatisfy { $0.isDigit || "PYMDTHS.".utf8.contains($0) }
        case .hexBinary: return text.count.isMultiple(of: 2) && text.allSatisfy(\.isHexadecimal)
        case .base64Binary:
            let characters = text.filter { !XMLWhitespace.contains($0) }
            let end = characters.drop {
                $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
            return characters.count.isMultiple(of: 4) && end.count < 3 && end.allSatisfy { $0 == UInt8(ascii: "=") }
        case .nameToken: return !text.isEmpty && text.allSatisfy(\.isInName)
        case .name, .localName, .qualifiedName:
            guard text.first?.beginsName == true else { return false }
            let colons = text.count { $0 == UInt8(ascii: ":") }
            return text.allSatisfy(\.isInName) && colons <= (self == .localName ? 0 : self == .name ? .max : 1)
        case .language:
            let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return parts.enumerated().allSatisfy { index, part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isLetter || index > 0 && $0.isDigit }
            }
        default: return Self.matches(text, rawValue)
        }
    }

    private static func matches(_ text: Bytes, _ template: String) -> Bool {
        var rest = text
        guard take(template, from: &rest) else { return false }
        return rest.isEmpty || takeZone(from: &rest) && rest.isEmpty
    }

    static func takeZone(from text: inout Bytes) -> Bool {
        ["Z", "+dd:dd", "-dd:dd"].contains { take($0, from: &text) }
    }

    /// Removes a match of the template from the beginning of the text, or returns `false`.
    static func take(_ template: String, from text: inout Bytes) -> Bool {
        var rest = text
        for character in template.utf8 {
            switch character {
            case UInt8(ascii: "d"):
                guard let digit = rest.popFirst(), digit.isDigit else { return false }
            case UInt8(ascii: "y"):
                if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
                let digits = rest.prefix(while: \.isDigit)
                guard digits.count >= 4 else { return false }
                rest = rest.dropFirst(digits.count)
            case UInt8(ascii: "f"):
                guard rest.first == UInt8(ascii: ".") else { break }
                let digits = rest.dropFirst().prefix(while: \.isDigit)
                guard !digits.isEmpty else { return false }
                rest = rest.dropFirst(digits.count + 1)
            case let byte:
                guard rest.popFirst() == byte else { return false }
            }
        }
        text = rest
        return true
    }
}

import XML2Dict

/// The names of a shape or of a schema, by numbers of their own.
///
///     number   0        1          2
///     name     feed     @id        #text
///     role     element  attribute  text
///
/// Names are equal only with the same bytes, as keys are (EXACT-NAMES).
struct ShapeNames {
    private(set) var texts: [String] = []
    /// The roles of the keys that have the names.
    private(set) var roles: [KeyRole] = []
    private var numbers: [NameBytes: Int32] = [:]
    /// The first name of a key with each role.
    private(set) var keys: [KeyRole: Int32] = [:]

    /// The number of a name, which is added if it is new.
    mutating func number(of name: some Collection<UInt8>, _ role: KeyRole = .element) -> Int32 {
        let bytes = NameBytes(name)
        if let known = numbers[bytes] { return known }
        let number = Int32(texts.count)
        texts.append(String(decoding: name, as: UTF8.self))
        roles.append(role)
        numbers[bytes] = number
        if keys[role] == nil { keys[role] = number }
        return number
    }

    /// The number of a name of other names, which is added if it is new.
    mutating func number(of other: Int, in names: ShapeNames) -> Int32 {
        number(of: names.texts[other].utf8, names.roles[other])
    }

    /// The number of a name; `nil` if there is no such name.
    func known(_ name: some Collection<UInt8>) -> Int32? { numbers[NameBytes(name)] }
}

/// The numbers that names of a document have in a shape or in a schema; each name is looked up once.
struct DocumentNumbers: ~Copyable {
    private var numbers = GrowableBuffer<Int32>()
    /// The number of a name that has not occurred.
    private static let unknown = Int32.min

    @inline(__always)
    mutating func number(of name: Int, _ lookUp: () -> Int32) -> Int32 {
        if name < numbers.count, numbers[name] != Self.unknown { return numbers[name] }
        let number = lookUp()
        numbers.extend(to: name + 1, with: Self.unknown)
        numbers[name] = number
        return number
    }

    mutating func removeAll() { numbers.count = 0 }
}

/// The bytes of a name as a key, which are hashed together rather than one by one.
struct NameBytes: Hashable {
    private let bytes: [UInt8]

    init(_ name: some Collection<UInt8>) { bytes = Array(name) }

    /// The name in a namespace.
    init(_ namespace: Int32, _ local: some Collection<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + local.count)
        withUnsafeBytes(of: namespace) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: local)
        self.bytes = bytes
    }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// Finds the members of types by name.
///
///     shape    type: the node of a path      ─ name ─▶ the node of the longer path
///     schema   type: the node of an object   ─ name ─▶ the place of the property, with its node
///
/// A path is one kind of type: the elements at it have the same children. The types of a schema may contain themselves.
/// Most types have few members, which are compared one by one.
struct MemberTable {
    /// How many members are compared one by one, before this table is asked.
    static let narrow = 8

    private var members: [UInt64: Int32] = [:]

    subscript(type: Int, name: Int32) -> Int32? {
        get { members[Self.pair(type, name)] }
        set { members[Self.pair(type, name)] = newValue }
    }

    private static func pair(_ type: Int, _ name: Int32) -> UInt64 {
        UInt64(type) << 32 | UInt64(UInt32(bitPattern: name))
    }
}

/// A member of a type, such as an element or a property.
protocol NamedMember: BitwiseCopyable {
    /// The number of its name.
    var name: Int32 { get }
}

/// Where the members of a type are: a range that a plain value can have.
struct MemberRange: BitwiseCopyable {
    var start = 0
    var count = 0

    var places: Range<Int> { start..<start + count }
}

/// The members of types: those of one type are adjacent.
struct Members<Member: NamedMember>: ~Copyable {
    private var members = GrowableBuffer<Member>()
    /// The places by type and name, of the members of types with more than `MemberTable.narrow`.
    private var places = MemberTable()

    var count: Int { members.count }
    var all: [Member] { self[MemberRange(count: count)] }

    subscript(place: Int) -> Member {
        @inline(__always) get { members[place] }
        set { members[place] = newValue }
    }

    subscript(range: MemberRange) -> [Member] { range.places.map { members[$0] } }

    mutating func append(_ member: Member) { members.append(member) }

    /// Ends the members of a type, which begin at `start`, and indexes them by name if they are many.
    mutating func end(_ type: Int, from start: Int) -> MemberRange {
        let range = MemberRange(start: start, count: count - start)
        if range.count > MemberTable.narrow {
            for place in range.places { places[type, members[place].name] = Int32(place) }
        }
        return range
    }

    /// The place of a name among the members of a type, which is probably at a place; `nil` when it has none.
    @inline(__always)
    func place(of name: Int32, in type: Int, _ range: MemberRange, probably place: Int = -1) -> Int? {
        let isThere = place >= range.start && place < range.start &+ range.count && members[place].name == name
        return isThere ? place : self.place(of: name, in: type, range)
    }

    private func place(of name: Int32, in type: Int, _ range: MemberRange) -> Int? {
        guard range.count <= MemberTable.narrow else { return places[type, name].map { Int($0) } }
        var place = range.start
        while place < range.start &+ range.count {
            if members[place].name == name { return place }
            place &+= 1
        }
        return nil
    }
}

/// Names of which each is used once.
///
///     a-b ─▶ aB    a.b ─▶ aB2    a_b ─▶ aB3
struct UniqueNames {
    private var used: Set<String> = []
    /// The next number for each name that was asked for again: to begin at 2 each time would take quadratic time.
    private var numbers: [String: Int] = [:]

    /// The name, with a number if it is used already.
    mutating func unique(_ name: String) -> String {
        guard !used.insert(name).inserted else { return name }
        var found = name, number = numbers[name] ?? 2
        repeat {
            // A keyword of Swift keeps its backticks at both ends.
            found = name.hasSuffix("`") ? "\(name.dropLast())\(number)`" : "\(name)\(number)"
            number += 1
        } while !used.insert(found).inserted
        numbers[name] = number
        return found
    }
}

import XML2Dict

/// The names of a shape or a schema, with ids in the order in which names are added.
///
///     id   0        1          2
///     name     feed     @id        #text
///     role     element  attribute  text
///
/// Two names are equal only if their bytes are equal, as with keys (EXACT-NAMES).
struct ShapeNames {
    private(set) var texts: [String] = []
    private(set) var roles: [KeyRole] = []
    private var ids: [NameBytes: Int32] = [:]
    private(set) var keys: [KeyRole: Int32] = [:]

    /// Returns the id of a name, and first adds an unknown name.
    mutating func id(of name: some Collection<UInt8>, _ role: KeyRole = .element) -> Int32 {
        let bytes = NameBytes(name)
        if let known = ids[bytes] { return known }
        let id = Int32(texts.count)
        texts.append(String(decoding: name, as: UTF8.self))
        roles.append(role)
        ids[bytes] = id
        if keys[role] == nil { keys[role] = id }
        return id
    }

    mutating func id(of other: Int, in names: ShapeNames) -> Int32 {
        id(of: names.texts[other].utf8, names.roles[other])
    }

    func known(_ name: some Collection<UInt8>) -> Int32? { ids[NameBytes(name)] }
}

/// Maps the ids of names in a document to ids in a shape or a schema, and looks up each name once.
struct DocumentIDs: ~Copyable {
    private var ids = GrowableBuffer<Int32>()
    private static let unknown = Int32.min

    @inline(__always)
    mutating func id(of name: Int, _ lookUp: () -> Int32) -> Int32 {
        if name < ids.count, ids[name] != Self.unknown { return ids[name] }
        let id = lookUp()
        ids.extend(to: name + 1, with: Self.unknown)
        ids[name] = id
        return id
    }

    mutating func removeAll() { ids.count = 0 }
}

/// The bytes of a name as a dictionary key, with a hash that is faster than the hash of an array.
struct NameBytes: Hashable {
    private let bytes: [UInt8]

    init(_ name: some Collection<UInt8>) { bytes = Array(name) }

    init(_ namespace: Int32, _ local: some Collection<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + local.count)
        withUnsafeBytes(of: namespace) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: local)
        self.bytes = bytes
    }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// Finds members by name in types with more than `narrow` members; for fewer members, a loop is faster.
///
///     shape    type: the node of a path      ─ name ─▶ the node of the longer path
///     schema   type: the node of an object   ─ name ─▶ the index of the property, with its node
struct MemberTable {
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

protocol NamedMember: BitwiseCopyable {
    var name: Int32 { get }
}

struct MemberRange: BitwiseCopyable {
    var start = 0
    var count = 0

    var indices: Range<Int> { start..<start + count }
}

struct Members<Member: NamedMember>: ~Copyable {
    private var members = GrowableBuffer<Member>()
    /// The indices of members by type and name, for types with more than `MemberTable.narrow` members.
    private var indices = MemberTable()

    var count: Int { members.count }
    var all: [Member] { self[MemberRange(count: count)] }

    subscript(index: Int) -> Member {
        @inline(__always) get { members[index] }
        set { members[index] = newValue }
    }

    subscript(range: MemberRange) -> [Member] { range.indices.map { members[$0] } }

    mutating func append(_ member: Member) { members.append(member) }

    mutating func end(_ type: Int, from start: Int) -> MemberRange {
        let range = MemberRange(start: start, count: count - start)
        if range.count > MemberTable.narrow {
            for index in range.indices { indices[type, members[index].name] = Int32(index) }
        }
        return range
    }

    /// Returns the index of a name among the members of a type, and looks at `guess` first.
    @inline(__always)
    func index(of name: Int32, in type: Int, _ range: MemberRange, probably guess: Int = -1) -> Int? {
        let isRight = guess >= range.start && guess < range.start &+ range.count && members[guess].name == name
        return isRight ? guess : index(of: name, in: type, range)
    }

    private func index(of name: Int32, in type: Int, _ range: MemberRange) -> Int? {
        guard range.count <= MemberTable.narrow else { return indices[type, name].map { Int($0) } }
        var index = range.start
        while index < range.start &+ range.count {
            if members[index].name == name { return index }
            index &+= 1
        }
        return nil
    }
}

/// Appends numbers to names that are taken.
///
///     a-b ─▶ aB    a.b ─▶ aB2    a_b ─▶ aB3
struct UniqueNames {
    private var used: Set<String> = []
    /// The next number for each repeated name, because to begin at 2 each time would take quadratic time.
    private var suffixes: [String: Int] = [:]

    mutating func unique(_ name: String) -> String {
        guard !used.insert(name).inserted else { return name }
        var found = name, suffix = suffixes[name] ?? 2
        repeat {
            // A keyword of Swift keeps its backticks at both ends.
            found = name.hasSuffix("`") ? "\(name.dropLast())\(suffix)`" : "\(name)\(suffix)"
            suffix += 1
        } while !used.insert(found).inserted
        suffixes[name] = suffix
        return found
    }
}

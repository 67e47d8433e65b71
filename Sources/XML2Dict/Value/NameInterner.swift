/// Finds the ID of a name in a `NameList`, and adds a name that is not in the list.
///
/// The interner is an open-addressing hash table. A slot holds the upper half of a name's hash, so the search dismisses
/// most wrong slots without reading their names:
///
///     slot = [ hash: 32 bits │ ID + 1: 32 bits ]        0: free
///
/// Each plan has a random seed, so the author of a document does not know which names share a slot. The hash is fast
/// and not cryptographic. The hash does not protect against an author who can find the seed, for example by measuring
/// the time that names take. IDs follow document order, so no result depends on the seed.
package struct NameInterner: ~Copyable {
    package private(set) var list: NameList
    package private(set) var names: NameView

    private var slots: UnsafeMutablePointer<UInt64>?
    private var slotCount = 0
    /// The IDs of recent names, by the lowest bits of their addresses.
    private var recentPointers: UnsafeMutablePointer<RecentPointer>?
    private var watched: [Int] = []
    private let seed: UInt64

    package private(set) var count = 0

    /// The result for a name that cannot be added, because no ID is left or the name is too long.
    static var full: Int { -1 }
    private static var isWatched: Int { -2 }

    private static var recentCount: Int { 256 }

    private struct RecentPointer: BitwiseCopyable {
        var pointer: UnsafePointer<CChar>?
        var id = 0
    }

    package init() {
        seed = .random(in: .min ... .max)
        list = NameList()
        names = list.view
    }

    /// Creates a table with the names, seed and slots of `planned`, which must not change afterwards.
    init(continuing planned: borrowing NameInterner) {
        seed = planned.seed
        list = NameList(continuing: planned.list)
        names = list.view
        count = planned.count
        guard let filled = planned.slots else { return }
        let byteCount = planned.slotCount * MemoryLayout<UInt64>.stride, memory = Memory.allocate(byteCount)
        memory.copyMemory(from: filled, byteCount: byteCount)
        slots = memory.bindMemory(to: UInt64.self, capacity: planned.slotCount)
        slotCount = planned.slotCount
    }

    init(copying list: NameList, count: Int) {
        seed = .random(in: .min ... .max)
        self.list = NameList(copying: list.view, count: count)
        names = self.list.view
        self.count = count
        growIfHalfFull()
    }

    deinit {
        Memory.free(slots)
        recentPointers?.deallocate()
    }

    /// Returns the ID of a name that may be new, or `full`.
    @inline(__always)
    mutating func id(of name: CString) -> Int {
        let bytes = UnsafeRawPointer(name.start).assumingMemoryBound(to: UInt8.self)
        return id(of: bytes, count: Memory.length(of: name.start))
    }

    package mutating func id(of name: Name, _ part: Range<Int>) -> Int {
        precondition(part.upperBound <= name.byteCount, "the part is outside the name")
        return id(of: name.bytes + part.lowerBound, count: part.count)
    }

    /// Returns the ID of a C string whose address always means the same string, such as expat's names of attributes.
    ///
    /// Later calls only compare addresses. The result is negative for a watched name.
    @inline(__always)
    mutating func id(ofStable name: CString) -> Int {
        let index = Self.recentIndex(of: name)
        if let recent = recentPointers?[index], recent.pointer == name.start { return recent.id }
        return note(name, at: index)
    }

    @inline(__always)
    private static func recentIndex(of name: CString) -> Int {
        // Expat keeps short names so close together that only the lowest bits of their addresses differ.
        Int(bitPattern: name.start) & (recentCount - 1)
    }

    @inline(never)
    private mutating func note(_ name: CString, at index: Int) -> Int {
        let pointers = recentPointers ?? .allocate(capacity: Self.recentCount)
        if recentPointers == nil { pointers.initialize(repeating: RecentPointer(), count: Self.recentCount) }
        recentPointers = pointers
        let id = id(of: name)
        if watched.contains(id) { return Self.isWatched }
        pointers[index] = RecentPointer(pointer: name.start, id: id)
        return id
    }

    /// Sets the names for which `id(ofStable:)` returns a negative result.
    mutating func watch(_ ids: [Int]) { watched = ids }

    mutating func forgetAddresses() {
        recentPointers?.update(repeating: RecentPointer(), count: Self.recentCount)
    }

    /// Forgets the addresses of names that are not from expat, before other names take their memory.
    package mutating func forgetAddresses(of attributes: AttributeList) {
        for (name, _) in attributes { recentPointers?[Self.recentIndex(of: name)] = RecentPointer() }
    }

    @inline(__always)
    package mutating func id(of bytes: UnsafePointer<UInt8>, count byteCount: Int) -> Int {
        let hash = Self.hash(bytes, byteCount, seed)
        if let slots {
            let mask = slotCount &- 1
            var index = Int(truncatingIfNeeded: hash) & mask
            while slots[index] != 0 {
                let slot = slots[index]
                if slot &>> 32 == hash &>> 32 {
                    let id = Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
                    if names[id].equals(bytes, count: byteCount) { return id }
                }
                index = (index &+ 1) & mask
            }
        }
        return add(bytes, byteCount, hash)
    }

    package mutating func id(of name: String) -> Int {
        var name = name
        return name.withUTF8 { id(of: $0) }
    }

    package mutating func id(of name: UnsafeBufferPointer<UInt8>) -> Int {
        // An empty buffer may have no address.
        withUnsafePointer(to: 0 as UInt8) { nothing in
            id(of: name.baseAddress ?? nothing, count: name.count)
        }
    }

    package mutating func id(ofOption name: String) -> Int { certain(id(of: name)) }

    @inline(__always)
    func checked(_ id: Int) throws(BuildError) -> Int {
        guard id >= 0 else { throw .tooMany }
        return id
    }

    /// Returns the ID of a name from the program, and ends the process if the ID is `full`.
    @inline(__always)
    package func certain(_ id: Int) -> Int {
        guard id >= 0 else { Memory.isExhausted() }
        return id
    }

    @inline(never)
    private mutating func add(_ bytes: UnsafePointer<UInt8>, _ byteCount: Int, _ hash: UInt64) -> Int {
        guard count < NameList.maximumCount else { return Self.full }
        growIfHalfFull()
        guard let slots, list.add(bytes, count: byteCount) else { return Self.full }
        Self.insert(count, hash, slots, slotCount)
        count += 1
        return count - 1
    }

    private static func insert(_ id: Int, _ hash: UInt64, _ slots: UnsafeMutablePointer<UInt64>, _ slotCount: Int) {
        var index = Int(truncatingIfNeeded: hash) & (slotCount - 1)
        while slots[index] != 0 {
            index = (index + 1) & (slotCount - 1)
        }
        slots[index] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(id + 1)
    }

    private mutating func growIfHalfFull() {
        guard count * 2 >= slotCount else { return }
        var newCount = max(64, slotCount * 2)
        while newCount <= count * 2 { newCount *= 2 }
        let memory = Memory.allocateZeroed(newCount, MemoryLayout<UInt64>.stride)
        let newSlots = memory.bindMemory(to: UInt64.self, capacity: newCount)
        for id in 0..<count {
            let name = names[id]
            Self.insert(id, Self.hash(name.bytes, name.byteCount, seed), newSlots, newCount)
        }
        Memory.free(slots)
        slots = newSlots
        slotCount = newCount
    }

    /// Hashes eight bytes at a time, and the last eight bytes overlap earlier bytes so that no read leaves the name.
    @inline(__always)
    private static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ seed: UInt64) -> UInt64 {
        let raw = UnsafeRawPointer(bytes)
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        if count >= 8 {
            var offset = 0
            while offset &+ 8 < count {
                hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset &+= 8
            }
            return mix(hash ^ raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
        }
        if count >= 4 {
            let low = UInt64(raw.loadUnaligned(as: UInt32.self))
            let high = UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return mix(hash ^ (low | high &<< 32))
        }
        guard count > 0 else { return mix(hash) }
        let first = UInt64(bytes[0]), middle = UInt64(bytes[count &>> 1]), last = UInt64(bytes[count &- 1])
        return mix(hash ^ (first | middle &<< 8 | last &<< 16))
    }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

/// The names of a plan: the table of each document begins with these names.
package final class PlannedNames: @unchecked Sendable {
    private let table: NameInterner

    package init(_ table: consuming NameInterner) {
        self.table = table
    }

    var count: Int { table.count }

    package func begun() -> NameInterner { NameInterner(continuing: table) }
}

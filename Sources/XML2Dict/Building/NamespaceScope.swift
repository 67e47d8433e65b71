/// The namespace declarations that are in force (Namespaces in XML 1.0, section 6).
///
/// Prefixes have slots, slot 0 for the default namespace. Declarations are a stack; each remembers the one of the same prefix that it
/// hides, so that leaving an element brings that back:
///
///     <a xmlns="u" xmlns:m="v"> <b xmlns="w">     slots         0: default   1: m
///                                                 declarations  [ 0: u ][ 1: v ][ 0: w, hides the first ]
///                                                 current       slot 0: third   slot 1: second
///
/// Prefixes and URIs are numbers of the parser's name table.
struct NamespaceScope: ~Copyable {
    struct Declaration: BitwiseCopyable {
        let slot: Int32
        /// The number of the URI; that of the empty text takes a default namespace away.
        let uri: Int32
        /// The declaration that this one hides, or `none`.
        let hidden: Int32
        /// How many elements are open around the one that it stands in.
        let depth: Int32
    }

    static var none: Int32 { -1 }

    private(set) var declarations = GrowableBuffer<Declaration>()
    /// The declaration in force, by slot.
    private var current = GrowableBuffer<Int32>()
    /// The prefix, by slot.
    private var prefixes = GrowableBuffer<Int32>()
    /// The slot, by the number of the prefix.
    private var slots = GrowableBuffer<Int32>()
    /// Counts changes of what is in force.
    private(set) var changes = 0

    /// The slot of a prefix.
    mutating func slot(of prefix: Int) throws(BuildError) -> Int {
        while slots.count <= prefix {
            guard slots.append(Self.none) else { throw .outOfMemory }
        }
        if slots[prefix] < 0 {
            slots[prefix] = Int32(current.count)
            guard current.append(Self.none), prefixes.append(Int32(prefix)) else { throw .outOfMemory }
        }
        return Int(slots[prefix])
    }

    /// The number of a slot's prefix.
    func prefix(of slot: Int32) -> Int { Int(prefixes[Int(slot)]) }

    /// The number of the URI that a slot's prefix stands for; `none` when it is not declared.
    @inline(__always)
    func uri(of slot: Int32) -> Int32 {
        let declaration = current[Int(slot)]
        return declaration < 0 ? Self.none : declarations[Int(declaration)].uri
    }

    /// Whether a declaration is not hidden by another one.
    func isInForce(_ index: Int) -> Bool {
        current[Int(declarations[index].slot)] == index
    }

    /// How many bytes all declarations take: prefixes, URIs, and an entry for each.
    func byteCount(_ names: borrowing NameInterner) -> Int {
        var count = declarations.count &* MemoryLayout<Entry>.size
        for index in 0..<declarations.count {
            let declaration = declarations[index]
            count &+= names.names[prefix(of: declaration.slot)].byteCount
            count &+= names.names[Int(declaration.uri)].byteCount
        }
        return count
    }

    /// Where the declarations of the innermost element begin, around which so many are open.
    func firstDeclaration(atDepth depth: Int) -> Int {
        var start = declarations.count
        while start > 0, declarations[start - 1].depth == depth {
            start -= 1
        }
        return start
    }

    mutating func declare(_ slot: Int32, _ uri: Int, depth: Int) throws(BuildError) {
        let hidden = current[Int(slot)]
        let new = Declaration(slot: slot, uri: Int32(uri), hidden: hidden, depth: Int32(clamping: depth))
        guard declarations.append(new) else { throw .outOfMemory }
        current[Int(slot)] = Int32(declarations.count - 1)
        changes &+= 1
    }

    /// An element ends, around which so many are open.
    @inline(__always)
    mutating func leave(_ depth: Int) {
        while declarations.count > 0 {
            let last = declarations[declarations.count - 1]
            guard Int(last.depth) == depth else { return }
            current[Int(last.slot)] = last.hidden
            declarations.count &-= 1
            changes &+= 1
        }
    }
}

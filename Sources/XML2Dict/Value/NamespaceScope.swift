/// The namespace declarations that are in force (Namespaces in XML 1.0, section 6).
///
/// Each prefix has a slot; slot 0 is the default namespace. Declarations are a stack. Each remembers the declaration of
/// the same prefix that it hides, and the end of the element restores that one:
///
///     <a xmlns="u" xmlns:m="v"> <b xmlns="w">     slots         0: default   1: m
///                                                 declarations  [ 0: u ][ 1: v ][ 0: w, hides the first ]
///                                                 current       slot 0: third   slot 1: second
///
/// Prefixes and URIs are numbers of a `NameInterner`.
struct NamespaceScope: ~Copyable {
    struct Declaration: BitwiseCopyable {
        let slot: Int32
        /// The number of the URI; the empty text ends a default namespace.
        let uri: Int32
        /// The declaration that this one hides, or `none`.
        let hidden: Int32
        /// How many elements are open around the element with the declaration.
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
    /// How often the declarations in force have changed.
    private(set) var changes = 0

    /// Finds or makes the slot of a prefix.
    mutating func slot(of prefix: Int) -> Int {
        slots.extend(to: prefix + 1, with: Self.none)
        if slots[prefix] < 0 {
            slots[prefix] = Int32(current.count)
            current.append(Self.none)
            prefixes.append(Int32(prefix))
        }
        return Int(slots[prefix])
    }

    /// The number of a slot's prefix.
    func prefix(of slot: Int32) -> Int { Int(prefixes[Int(slot)]) }

    /// The number of the URI of a slot's prefix; `none` when the prefix is not declared.
    @inline(__always)
    func uri(of slot: Int32) -> Int32 {
        let declaration = current[Int(slot)]
        return declaration < 0 ? Self.none : declarations[Int(declaration)].uri
    }

    /// The declaration in force of a slot's prefix; `none` when the prefix is not declared.
    func declaration(of slot: Int32) -> Int32 { current[Int(slot)] }

    /// Whether no other declaration hides this one.
    func isInForce(_ index: Int) -> Bool {
        current[Int(declarations[index].slot)] == index
    }

    /// How many bytes all declarations need: prefixes, URIs, and an entry for each.
    func byteCount(_ names: borrowing NameInterner) -> Int {
        var count = declarations.count &* MemoryLayout<Entry>.size
        for index in 0..<declarations.count {
            let declaration = declarations[index]
            count &+= names.names[prefix(of: declaration.slot)].byteCount
            count &+= names.names[Int(declaration.uri)].byteCount
        }
        return count
    }

    /// Where the declarations of the innermost element begin.
    ///
    /// `depth` elements are open around it.
    func firstDeclaration(atDepth depth: Int) -> Int {
        var start = declarations.count
        while start > 0, declarations[start - 1].depth == depth {
            start -= 1
        }
        return start
    }

    mutating func declare(_ slot: Int32, _ uri: Int, depth: Int) {
        let hidden = current[Int(slot)]
        let new = Declaration(slot: slot, uri: Int32(uri), hidden: hidden, depth: Int32(clamping: depth))
        declarations.append(new)
        current[Int(slot)] = Int32(declarations.count - 1)
        changes &+= 1
    }

    /// Ends the declarations of an element that ends with `depth` elements open around it.
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

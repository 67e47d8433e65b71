/// The prefixes of names, and the namespace declarations in force (Namespaces in XML 1.0, section 6).
///
/// Each prefix has a slot. Slot 0 is the default namespace. The declarations are a stack. A declaration hides the
/// outer declaration of its prefix, until the end tag of the element restores the outer declaration:
///
///     <a xmlns="u" xmlns:m="v"> <b xmlns="w">     slots         0: default   1: xml   2: m
///                                                 declarations  [ xml ][ 0: u ][ 2: v ][ 0: w, hides the second ]
///                                                 current       slot 0: fourth   slot 2: third
///
/// Each namespace has a linked list of its declarations in force, latest first. Names, prefixes and URIs are IDs of a
/// `NameInterner`.
package struct NamespaceScope: ~Copyable {
    package struct Declaration: BitwiseCopyable {
        package let slot: Int32
        /// The ID of the URI, or of `""` for `xmlns=""`, which ends a default namespace.
        package let uri: Int32
        let hidden: Int32
        /// The number of elements around the element with the declaration.
        let depth: Int32
        /// The neighbors in the linked list of the namespace, or `none`.
        fileprivate(set) var earlier: Int32
        fileprivate(set) var later = none
    }

    package struct Parts: BitwiseCopyable {
        /// The slot of the prefix, or for `xmlns:m`, the slot of the declared prefix `m`.
        package let slot: Int32
        package let prefixLength: Int32
        package let role: QualifiedName.Role

        package static let unknown = Parts(slot: none, prefixLength: 0, role: .ordinary)

        package var areKnown: Bool { slot >= 0 }
        package var hasPrefix: Bool { prefixLength > 0 }
        package var localStart: Int { hasPrefix ? Int(prefixLength) + 1 : 0 }
    }

    package static var none: Int32 { -1 }

    /// Index 0 has the prefix `xml`, which is declared in every document (section 3).
    package static var firstDeclaration: Int { 1 }

    package private(set) var declarations = GrowableBuffer<Declaration>()
    /// Indices of `declarations`, by slot.
    private var current = GrowableBuffer<Int32>()
    /// IDs of prefixes, by slot.
    private var prefixes = GrowableBuffer<Int32>()
    /// Slots, by the ID of the prefix.
    private var slots = GrowableBuffer<Int32>()
    /// Indices of the latest declaration in force, by the ID of the URI.
    private var latest = GrowableBuffer<Int32>()
    /// The number of changes, which shows whether a cache is still valid.
    package private(set) var changes = 0
    package let nothing: Int
    package let xmlNamespace: Int

    /// Creates a scope that takes no memory, for readers that look up no name.
    init() { (nothing, xmlNamespace) = (0, 0) }

    package init(_ names: inout NameInterner) {
        nothing = names.id(ofOption: "")
        xmlNamespace = names.id(ofOption: NamespaceURI.xml)
        _ = slot(of: nothing)
        declare(slot(of: names.id(ofOption: "xml")), xmlNamespace, depth: -1)
    }

    package mutating func slot(of prefix: Int) -> Int32 {
        slots.extend(to: prefix + 1, with: Self.none)
        if slots[prefix] < 0 {
            slots[prefix] = Int32(current.count)
            current.append(Self.none)
            prefixes.append(Int32(prefix))
        }
        return slots[prefix]
    }

    package func prefix(of slot: Int32) -> Int { Int(prefixes[Int(slot)]) }

    mutating func parts(of name: Int, _ names: inout NameInterner) throws(BuildError) -> Parts {
        let name = names.names[name], qualified = QualifiedName(name.utf8[...])
        // `xmlns:m` gets the slot of `m`.
        let isPrefixed = qualified.role == .declaration && !qualified.prefix.isEmpty
        let owner = isPrefixed ? qualified.local : qualified.prefix
        let prefix = try names.checked(names.id(of: name, owner.startIndex..<owner.endIndex))
        return Parts(slot: slot(of: prefix), prefixLength: Int32(qualified.prefix.count), role: qualified.role)
    }

    package mutating func certainParts(of name: Int, _ names: inout NameInterner) -> Parts {
        guard let parts = try? parts(of: name, &names) else { Memory.isExhausted() }
        return parts
    }

    /// The ID of the URI of a slot's prefix, or `none` if the prefix is not declared.
    @inline(__always)
    package func uri(of slot: Int32) -> Int32 {
        let declaration = current[Int(slot)]
        return declaration < 0 ? Self.none : declarations[Int(declaration)].uri
    }

    /// Whether the document declares the prefix with this URI, which is false for the predefined prefix `xml`.
    func declares(_ slot: Int32, _ uri: Int) -> Bool {
        let index = Int(current[Int(slot)])
        return index >= Self.firstDeclaration && Int(declarations[index].uri) == uri
    }

    package func isInForce(_ index: Int) -> Bool {
        current[Int(declarations[index].slot)] == index
    }

    /// Whether the declaration is in force, and either has a URI or ends a default namespace.
    func isShown(_ index: Int) -> Bool {
        guard isInForce(index) else { return false }
        var declaration = declarations[index]
        guard declaration.uri == nothing else { return true }
        guard declaration.slot == 0 else { return false }
        while declaration.hidden >= 0 {
            declaration = declarations[Int(declaration.hidden)]
            if declaration.uri != nothing { return true }
        }
        return false
    }

    package func byteCount(_ names: borrowing NameInterner) -> Int {
        var count = declarations.count &* MemoryLayout<Entry>.size
        for index in 0..<declarations.count {
            let declaration = declarations[index]
            count &+= names.names[prefix(of: declaration.slot)].byteCount
            count &+= names.names[Int(declaration.uri)].byteCount
        }
        return count
    }

    /// Returns the index of the first declaration of the element with `depth` elements around it.
    package func firstDeclaration(atDepth depth: Int) -> Int {
        var start = declarations.count
        while start > 0, declarations[start - 1].depth == depth {
            start -= 1
        }
        return start
    }

    /// Returns the ID of a prefix that is declared for a namespace (`""` for the default namespace), or `nil`.
    package func prefix(for uri: Int, isAttribute: Bool) -> Int? {
        var index = uri < latest.count ? latest[uri] : Self.none
        while index >= 0 {
            let declaration = declarations[Int(index)]
            // An attribute without a prefix has no namespace.
            if !isAttribute || declaration.slot != 0 { return prefix(of: declaration.slot) }
            index = declaration.earlier
        }
        return nil
    }

    package mutating func declare(_ slot: Int32, _ uri: Int, depth: Int) {
        let hidden = current[Int(slot)], new = declarations.count
        if hidden >= 0 { unlink(Int(hidden)) }
        latest.extend(to: uri + 1, with: Self.none)
        declarations.append(
            Declaration(
                slot: slot,
                uri: Int32(uri),
                hidden: hidden,
                depth: Int32(clamping: depth),
                earlier: latest[uri]
            )
        )
        link(new)
        current[Int(slot)] = Int32(new)
        changes &+= 1
    }

    @inline(__always)
    package mutating func leave(_ depth: Int) {
        guard declarations.count > 0, Int(declarations[declarations.count &- 1].depth) == depth else { return }
        endDeclarations(atDepth: depth)
    }

    package mutating func leaveAll() {
        while let last = declarations.last, last.depth >= 0 { endDeclarations(atDepth: Int(last.depth)) }
    }

    @inline(never)
    private mutating func endDeclarations(atDepth depth: Int) {
        let first = firstDeclaration(atDepth: depth)
        while declarations.count > first {
            let index = declarations.count - 1, last = declarations[index]
            unlink(index)
            current[Int(last.slot)] = last.hidden
            if last.hidden >= 0 { link(Int(last.hidden)) }
            declarations.count = index
            changes &+= 1
        }
    }

    /// Removes a declaration, which keeps its `earlier` and `later`, so that `link` can insert the declaration again.
    private mutating func unlink(_ index: Int) {
        let declaration = declarations[index]
        if declaration.later >= 0 {
            declarations[Int(declaration.later)].earlier = declaration.earlier
        } else {
            latest[Int(declaration.uri)] = declaration.earlier
        }
        if declaration.earlier >= 0 { declarations[Int(declaration.earlier)].later = declaration.later }
    }

    /// Declarations end in reverse order, so the neighbors are the same as before `unlink`.
    private mutating func link(_ index: Int) {
        let declaration = declarations[index], linkedIndex = Int32(index)
        if declaration.later >= 0 {
            declarations[Int(declaration.later)].earlier = linkedIndex
        } else {
            latest[Int(declaration.uri)] = linkedIndex
        }
        if declaration.earlier >= 0 { declarations[Int(declaration.earlier)].later = linkedIndex }
    }
}

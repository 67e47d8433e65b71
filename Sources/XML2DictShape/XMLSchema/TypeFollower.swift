import XML2Dict

/// Assigns the types of an XML Schema to the elements of a document, from start tag to end tag.
///
///     <order><item>             states   [ Order: item seen ][ Item ]
///
/// A state has the type of an open element, and for each declared child, a bit that the start of the child sets.
///
/// Unchecked exclusivity is safe, because no access to a member overlaps a change of the same member.
final class TypeFollower: ElementShaper {
    private struct State: BitwiseCopyable {
        var type: Int
        /// The declared type, which differs from `type` if `xsi:type` names another type.
        var declared: Int
        /// The index of the element in `TypeTable.elements`, or -1 for an element that its parent does not declare.
        var element = -1
        var isList = false
        var isNillable = false
        /// Whether the element is the first with its name, and a sibling in another namespace may have this local name.
        var sharesName = false
        var expected = 0
        var seen = 0
    }

    /// The schema's id for a name of the document, valid only in `namespace`, because documents may redeclare a prefix.
    private struct KnownName: BitwiseCopyable {
        var namespace: Int32 = .min
        var id: Int32 = -1
    }

    private let schema: LoadedSchema
    private let keys: SharedKeys
    /// Indexed by type: whether all keys of the type differ, or `false` before `newLists` computes this.
    @exclusivity(unchecked) private var areKeysDistinct = GrowableBuffer<Bool>()
    private let hasDictionaries: Bool
    /// Whether elements with only text are dictionaries, so that the options decide the value of an empty element.
    private let emptyIsOfOptions: Bool
    private let marks: Marks
    @exclusivity(unchecked) private var states = GrowableBuffer<State>()
    @exclusivity(unchecked) private var seen = GrowableBuffer<UInt64>()
    /// Indexed by twice the document's id of a name, plus 1 for the name of an attribute.
    @exclusivity(unchecked) private var ids = GrowableBuffer<KnownName>()
    @exclusivity(unchecked) private var listIndices: [Int: [Int]] = [:]
    /// The shapes of elements with their declared type, indexed by twice the type, plus 1 for nillable elements.
    @exclusivity(unchecked) private var shapes = GrowableBuffer<ElementShape>()
    private let notes: MismatchFilter?

    init(_ schema: LoadedSchema, _ form: ValueForm, _ notes: MismatchFilter?) {
        self.schema = schema
        self.notes = notes
        hasDictionaries = form.keepsAttributes && form.textKey != nil
        emptyIsOfOptions = !form.textOnlyIsString
        let lost: Marks = [hasDictionaries ? [] : .dictionary, emptyIsOfOptions ? .text : []]
        marks = Marks(rawValue: .max).subtracting(lost)
        keys = SharedKeys(form, schema)
    }

    func note(_ fault: ElementMismatch) -> Bool { notes?(fault) ?? true }

    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch]) {
        (value, [])
    }

    func begin(
        _ tag: ShapedTag,
        in parent: ElementShape?,
        _ names: NameView
    ) -> (shape: ElementShape, fault: ElementMismatch?) {
        end(to: (parent?.state ?? -1) + 1)
        let isRoot = states.count == 0
        var fault = begin(tag.name, key: tag.key, names)
        if let (uri, local) = tag.type {
            let faultOfType = setType(uri, local)
            // At the root, a valid `xsi:type` replaces the declaration.
            fault = faultOfType ?? (isRoot ? nil : fault)
        }
        return (shape(of: top), fault)
    }

    @inline(__always)
    private func begin(_ name: ExpandedName, key: Int, _ names: NameView) -> ElementMismatch? {
        let id = id(of: name, names, isAttribute: false)
        guard states.count > 0 else { return beginRoot(id, name, names) }
        let top = states.count &- 1, parent = states[top], range = schema.types.nodes[parent.type].elements
        guard let index = schema.types.elements.index(of: id, in: parent.type, range, probably: parent.expected)
        else { return beginOther(id, name, key, names, in: parent) }
        let member = schema.types.elements[index]
        states[top].expected = index &+ 1
        var state = State(type: Int(member.type), declared: Int(member.type), element: index)
        state.isList = member.isList || isListElsewhere(id, parent, index)
        state.isNillable = member.isNillable
        let wasSeen = note(index, of: parent)
        state.sharesName = member.sharesName && !wasSeen && !isMerged(index, in: parent.type)
        open(state)
        guard wasSeen, !state.isList else { return nil }
        return ElementMismatch(at: index + 1, name: "again", "is there again, where the schema allows one")
    }

    @inline(never)
    private func beginOther(
        _ id: Int32,
        _ name: ExpandedName,
        _ key: Int,
        _ names: NameView,
        in parent: State
    ) -> ElementMismatch? {
        let (isLookedUp, fault) = admission(of: name, key, names, in: parent.type, isAttribute: false)
        if isLookedUp == true {
            beginGlobal(schema.types.root(id))
        } else {
            let type = isLookedUp == nil ? TypeTable.any : TypeTable.skipped
            open(State(type: type, declared: type))
        }
        return fault
    }

    /// Returns whether to look up the global declaration of an undeclared name, or `nil` if the type refuses the name.
    @inline(never)
    private func admission(
        of name: ExpandedName,
        _ key: Int,
        _ names: NameView,
        in type: Int,
        isAttribute: Bool
    ) -> (isLookedUp: Bool?, fault: ElementMismatch?) {
        guard schema.types.nodes[type].content != .any else { return (type != TypeTable.skipped, nil) }
        guard let wildcard = schema.types.wildcard(of: type, isAttribute: isAttribute, namespace(of: name, names))
        else { return (nil, ElementMismatch(at: type, name: shown(name, names), "is not in the schema")) }
        // A name that a wildcard admits must not have the key of a declared name.
        let isFault = keys.declares(key, names, isAttribute: isAttribute, in: type)
        let fault = isFault ? ElementMismatch(at: type, name: shown(name, names), ElementMismatch.sameKey) : nil
        return (!wildcard.isSkip, fault)
    }

    private func beginRoot(_ id: Int32, _ name: ExpandedName, _ names: NameView) -> ElementMismatch? {
        beginGlobal(schema.types.root(id))
        guard schema.types.root(id) == nil else { return nil }
        let local = names[name.written].utf8.dropFirst(name.localStart), all = schema.types.roots
        let alike = all.filter { schema.types.names.local($0.name).utf8.elementsEqual(local) }
        let roots = (alike.isEmpty ? all : alike).map { schema.types.names.shown($0.name) }
        let known = roots.prefix(10).joined(separator: ", ") + (roots.count > 10 ? ", …" : roots.isEmpty ? "none" : "")
        let uri = alike.first.map { schema.types.names.uri(of: schema.types.names.names[Int($0.name)].namespace) } ?? ""
        let missing = name.namespace >= 0 || uri.isEmpty ? "" : "; the root needs xmlns=\"\(uri)\""
        return ElementMismatch(
            at: 0,
            "the schema declares no root \(shown(name, names)); it declares \(known)\(missing)"
        )
    }

    private func beginGlobal(_ declaration: TypeTable.Member?) {
        let type = declaration.map { Int($0.type) } ?? TypeTable.any
        open(State(type: type, declared: type, isNillable: declaration?.isNillable ?? false))
    }

    private func open(_ state: State) {
        var state = state
        state.seen = seen.count
        state.expected = schema.types.nodes[state.type].elements.start
        var count = schema.types.nodes[state.type].elements.count
        while count > 0 {
            seen.append(0)
            count &-= 64
        }
        states.append(state)
    }

    /// Sets the bit of a child element in its parent, and returns whether the bit was set before.
    @inline(__always)
    private func note(_ index: Int, of parent: State) -> Bool {
        let bit = index &- schema.types.nodes[parent.type].elements.start
        let word = parent.seen &+ bit &>> 6, mask = 1 &<< UInt64(truncatingIfNeeded: bit & 63)
        let before = seen[word]
        seen[word] = before | mask
        return before & mask != 0
    }

    private func end(to depth: Int) {
        guard states.count > depth else { return }
        seen.count = states[depth].seen
        states.count = depth
    }

    /// Whether child elements are an array, because a related type repeats their name, or because names share a key.
    @inline(__always)
    private func isListElsewhere(_ name: Int32, _ parent: State, _ index: Int) -> Bool {
        if parent.declared != parent.type, schema.types.familyLists[parent.declared, name] != nil { return true }
        return isMerged(index, in: parent.type)
    }

    @inline(__always)
    private func isMerged(_ index: Int, in type: Int) -> Bool {
        lists(of: type)?.elements.contains(index) ?? false
    }

    @inline(__always)
    private func lists(of type: Int) -> SharedKeys.Lists? {
        if type < areKeysDistinct.count, areKeysDistinct[type] { return nil }
        return newLists(of: type)
    }

    @inline(never)
    private func newLists(of type: Int) -> SharedKeys.Lists? {
        let lists = keys.lists(of: type)
        areKeysDistinct.extend(to: type + 1, with: false)
        areKeysDistinct[type] = lists.count == 0
        return lists.count > 0 ? lists : nil
    }

    /// Sets the type of the innermost element from `xsi:type`, or returns a mismatch and keeps the declared type.
    private func setType(
        _ uri: UnsafeBufferPointer<UInt8>,
        _ local: Slice<UnsafeBufferPointer<UInt8>>
    ) -> ElementMismatch? {
        let top = states.count - 1
        guard states[top].type != TypeTable.skipped else { return nil }
        var state = states[top]
        var found: String { ExpandedNames.shown(local, in: String(decoding: uri, as: UTF8.self)) }
        let name = schema.types.names.namespaces.known(uri).flatMap { schema.types.names.known($0, local) }
        guard let type = name.flatMap({ schema.types.types[$0] }) else {
            let message = "has the xsi:type \(found), which is not a type of the schema"
            return ElementMismatch(at: -1, name: found, message)
        }
        guard schema.types.allows(type, for: state.type) else {
            let declared = schema.types.shown(type: state.type)
            let message = "has the xsi:type \(found), which is not derived from the declared type \(declared)"
            return ElementMismatch(at: mismatchID(of: state), name: "xsi:type \(found)", message)
        }
        end(to: top)
        state.type = type
        open(state)
        return nil
    }

    @inline(__always)
    private func id(of name: ExpandedName, _ names: NameView, isAttribute: Bool) -> Int32 {
        let index = name.written &* 2 &+ (isAttribute ? 1 : 0)
        if index < ids.count {
            let known = ids[index]
            if known.namespace == name.namespace { return known.id }
        }
        return newID(of: name, names, at: index)
    }

    @inline(never)
    private func newID(of name: ExpandedName, _ names: NameView, at index: Int) -> Int32 {
        let local = names[name.written].utf8.dropFirst(name.localStart), namespace = namespace(of: name, names)
        let id = namespace < 0 ? -1 : schema.types.names.known(namespace, local) ?? -1
        ids.extend(to: index + 1, with: KnownName())
        ids[index] = KnownName(namespace: name.namespace, id: id)
        return id
    }

    private func namespace(of name: ExpandedName, _ names: NameView) -> Int32 {
        guard name.namespace >= 0 else { return ExpandedNames.none }
        return schema.types.names.namespaces.known(names[Int(name.namespace)].utf8) ?? -1
    }

    private var top: State { states[states.count &- 1] }

    private func state(_ shape: ElementShape) -> State { states[shape.state] }

    @inline(__always)
    private func shape(of state: State) -> ElementShape {
        let index = state.type &* 2 &+ (state.isNillable ? 1 : 0)
        let isKnown = state.type == state.declared && index < shapes.count && shapes[index].state >= 0
        var shape = isKnown ? shapes[index] : newShape(of: state, at: index)
        shape.state = states.count &- 1
        // Uses raw values, because the compiler does not specialize the functions of option sets across modules.
        let list = state.isList ? Marks.list.rawValue : 0, shared = state.sharesName ? Marks.sharedName.rawValue : 0
        shape.marks = Marks(rawValue: shape.marks.rawValue | list | shared)
        return shape
    }

    @inline(never)
    private func newShape(of state: State, at index: Int) -> ElementShape {
        let node = schema.types.nodes[state.type]
        var shape = ElementShape(state: 0, marks: node.marks.intersection(marks))
        if state.isNillable { shape.marks.insert(.nillable) }
        shape.whenEmpty = empty(state)
        shape.whenBlank = blank(state.type)
        guard state.type == state.declared else {
            // If elements of the declared type are dictionaries, this element is also a dictionary, even if empty.
            if schema.types.nodes[state.declared].isDictionary { shape.marks.remove(.text) }
            return shape
        }
        shapes.extend(to: index + 1, with: ElementShape(state: -1))
        shapes[index] = shape
        return shape
    }

    /// The meaning of white space that is the only text of an element.
    private func blank(_ type: Int) -> ElementShape.Blank {
        switch schema.types.nodes[type].content {
        case .any, .mixed: return .text
        // If a declared element has the text key, white space under this key would look like the element.
        case .nothing, .elements: return keys.declaresText(in: type) ? .nothing : .layout
        case .text:
            let kind = schema.types.texts.ofEmpty(schema.types.nodes[type].text)
            return kind == .string || kind == .list ? .text : .nothing
        }
    }

    private func empty(_ state: State) -> ElementShape.Empty {
        let node = schema.types.nodes[state.type]
        let dictionary: ElementShape.Empty = emptyIsOfOptions ? .ofOptions : .dictionary
        switch node.content {
        case .any, .mixed: return .ofOptions
        case .nothing:
            return node.hasAttributes || schema.types.nodes[state.declared].isDictionary ? dictionary : .ofOptions
        case .elements: return dictionary
        case .text:
            let isDictionary = node.hasAttributes && hasDictionaries
            switch schema.types.texts.ofEmpty(node.text) {
            case .string: return isDictionary || emptyIsOfOptions ? dictionary : .string
            case .list: return isDictionary || emptyIsOfOptions ? dictionary : .list
            default: return !state.isNillable ? .fault : isDictionary ? dictionary : .null
            }
        }
    }

    func convert(_ text: Entry, of element: ElementShape, in space: inout ShapingSpace) -> ShapedText {
        let state = state(element), node = schema.types.nodes[state.type]
        if text.length == 0 {
            let message = "is empty, where the schema expects \(schema.types.texts.expected(node.text))"
            return .fault(ElementMismatch(at: mismatchID(of: state), message))
        }
        guard node.content == .text else {
            if space.tree.text(text).allSatisfy(XMLWhitespace.contains) { return .entry(text) }
            let message = "has \(MismatchText.found(text, space.tree)), where the schema allows no text"
            return .fault(ElementMismatch(at: mismatchID(of: state), message))
        }
        let isListed = lists(of: state.type)?.hasText == true
        return typed(text, as: node.text, isListed: isListed, at: mismatchID(of: state), in: &space)
    }

    func attribute(
        _ attribute: Entry,
        _ name: ExpandedName,
        of element: ElementShape,
        in space: inout ShapingSpace
    ) -> ShapedText {
        let state = state(element), names = space.tree.names
        if name.isOfInstance {
            let isLeftOut =
                element.marks.contains(.text) || keys.declares(attribute.key, names, isAttribute: true, in: state.type)
            return isLeftOut ? .nothing : .entry(attribute)
        }
        let id = id(of: name, names, isAttribute: true), range = schema.types.nodes[state.type].attributes
        if let index = schema.types.attributes.index(of: id, in: state.type, range) {
            let type = schema.types.attributes[index].type
            let isListed = lists(of: state.type)?.attributes.contains(index) == true
            return typed(attribute, as: type, isListed: isListed, at: -2 - index, in: &space)
        }
        let (isLookedUp, fault) = admission(of: name, attribute.key, names, in: state.type, isAttribute: true)
        if let fault { return .fault(fault) }
        // A wildcard admits the attribute, so only a global declaration can give its type.
        guard isLookedUp == true, let type = schema.types.globalAttributes[id] else { return .entry(attribute) }
        return typed(attribute, as: type, isListed: false, at: mismatchID(of: state), in: &space)
    }

    @inline(__always)
    private func typed(
        _ text: Entry,
        as type: Int32,
        isListed: Bool,
        at id: Int,
        in space: inout ShapingSpace
    ) -> ShapedText {
        if let typed = schema.types.texts.typed(text, type, &space) { return .entry(isListed ? typed.listed : typed) }
        let found = MismatchText.found(text, space.tree), expected = schema.types.texts.expected(type)
        return .fault(ElementMismatch(at: id, "is \(found), where the schema expects \(expected)"))
    }

    func missingLists(of element: ElementShape, includesSeen: Bool) -> [(uri: String, local: String)] {
        let state = state(element), first = schema.types.nodes[state.type].elements.start
        var found: [(uri: String, local: String)] = []
        for index in indices(ofListsIn: state) {
            let bit = index - first
            guard includesSeen || seen[state.seen + bit / 64] & 1 << UInt64(bit % 64) == 0 else { continue }
            let name = schema.types.names.names[Int(schema.types.elements[index].name)]
            found.append((schema.types.names.uri(of: name.namespace), name.local))
        }
        return found
    }

    private func indices(ofListsIn state: State) -> [Int] {
        let node = schema.types.nodes[state.type], types = state.declared << 32 | state.type
        guard node.elements.count > 0 else { return [] }
        if let indices = listIndices[types] { return indices }
        let indices = node.elements.indices.filter { index in
            let member = schema.types.elements[index]
            return member.isList || isListElsewhere(member.name, state, index)
        }
        listIndices[types] = indices
        return indices
    }

    /// Returns the id of an element's declaration, or of an undeclared element's type, to report a mismatch only once.
    private func mismatchID(of state: State) -> Int {
        state.element >= 0 ? state.element + 1 : schema.types.elements.count + 1 + state.type
    }

    private func shown(_ name: ExpandedName, _ names: NameView) -> String {
        let uri = name.namespace < 0 ? "" : names[Int(name.namespace)].string
        return ExpandedNames.shown(names[name.written].utf8.dropFirst(name.localStart), in: uri)
    }
}

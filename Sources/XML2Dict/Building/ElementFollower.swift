/// A session that follows the elements of a document from start tag to end tag.
///
/// An XML Schema gives types to names with their namespaces, which a value may lack, and to elements by their parents'
/// types. So the session of such a schema keeps the type of each open element:
///
///     start tag  ── name, xsi:type ──▶  begin, setType  ──▶  array? dictionary? typed?
///     attribute, text  ─────────────▶  typed           ──▶  an entry in its type
///     end tag  ─────────────────────▶  empty, missingLists
///
/// The builder asks it where it would otherwise ask the options.
package protocol ElementFollower: ShapingSession {
    /// Begins an element with `depth` elements around it, and ends those that were deeper.
    ///
    /// - Returns: Its form; an element that the shape does not have has any type.
    func begin(_ name: FollowedName, key: Int, depth: Int, _ names: NameView) -> ElementForm

    /// Gives the innermost element the type that its `xsi:type` names.
    ///
    /// - Parameters:
    ///   - uri: The namespace of the type; empty without one.
    ///   - local: Its local name.
    /// - Returns: Its form; the element keeps its type if there is no such type.
    func setType(_ uri: UnsafeBufferPointer<UInt8>, _ local: Slice<UnsafeBufferPointer<UInt8>>) -> ElementForm

    /// What was wrong last.
    var fault: ElementFault { get }

    /// Gives text of the element with `depth` elements around it its type; `nil` for text that the type does not allow.
    func typed(_ text: Entry, depth: Int, in space: inout ShapingSpace) -> Entry?

    /// Gives an attribute of the innermost element its type; `nil` for one that the shape does not allow.
    ///
    /// An attribute that is in an array even alone is a listed entry.
    func typed(_ attribute: Entry, _ name: FollowedName, in space: inout ShapingSpace) -> Entry?

    /// Whether a declared name of the innermost element has the key of an attribute.
    func declares(_ key: Int, _ names: NameView) -> Bool

    /// The value of the element with `depth` elements around it, which is empty.
    func empty(depth: Int) -> EmptyForm

    /// What the text of the element with `depth` elements around it is if it has only white space, under its key.
    func blank(_ key: Int, depth: Int, _ names: NameView) -> BlankForm

    /// The names of the arrays that the element with `depth` elements around it may lack: namespaces and local names.
    ///
    /// - Parameters:
    ///   - depth: How many elements are around the element.
    ///   - includesSeen: Whether the options may have left out elements that the document has.
    /// - Returns: The names.
    func missingLists(depth: Int, includesSeen: Bool) -> [(uri: String, local: String)]

    /// Counts a mismatch.
    ///
    /// - Returns: Whether to report it.
    func note(_ fault: ElementFault) -> Bool
}

/// A name of a document with its namespace.
package struct FollowedName: BitwiseCopyable {
    /// The number of the name as the document writes it.
    package let written: Int
    /// The number of its namespace; below 0 without one.
    package let namespace: Int32
    /// The place of its local name.
    package let localStart: Int
}

/// The value of an empty element.
package enum EmptyForm {
    /// The value of the options.
    case ofOptions
    case string, dictionary, list, null
    /// Its type does not allow it.
    case fault
}

/// What white space without other text is.
package enum BlankForm {
    /// A text as any other, white space as between child elements, or nothing.
    case text, layout, nothing
}

/// What does not fit at an element or an attribute.
package struct ElementFault {
    /// The place in the schema, of which only the first fault is reported.
    package let place: Int
    /// What was found, which differs at a place; empty if only the place counts.
    package let name: String
    /// The message after the path of the element or the attribute.
    package let message: String

    /// The message for a key that only one name may have.
    package static let sameKey =
        "has the key of another declared name; options that keep namespaces, or prefix attributes, make keys differ"

    package init(at place: Int, name: String = "", _ message: String) {
        self.place = place
        self.name = name
        self.message = message
    }
}

/// Following the elements of a document.
extension ValueBuilder {
    /// Gives an element that has begun its type and its form.
    ///
    /// - Parameters:
    ///   - written: The number of its name.
    ///   - type: The number of the name of its `xsi:type`, and the value; `nil` without one.
    /// - Throws: `BuildError`: `tooMany`, and `mismatch` at the root.
    @inline(never)
    mutating func follow(
        _ written: Int,
        _ type: (written: Int, value: UnsafeBufferPointer<UInt8>)?
    ) throws(BuildError) {
        guard let follower else { return }
        let name = try open.resolver.expanded(written, isAttribute: false, &open.names)
        let top = open.count &- 1
        var form = follower.begin(name, key: open[top].key, depth: top, open.names.names)
        if let type, open.resolver.isOfInstance(type.written, open.names) {
            let typeName = QualifiedName(XMLWhitespace.trimmed(type.value))
            let prefix = try open.names.checked(open.names.number(of: UnsafeBufferPointer(rebasing: typeName.prefix)))
            let uri = open.names.names[open.resolver.uri(ofPrefix: prefix)].utf8
            let named = follower.setType(uri, typeName.name(in: uri))
            // At the root, a type is enough.
            form = open.count > 1 ? named.union(form.intersection(.isFault)) : named
        }
        if form.rawValue & ElementForm.isFault.rawValue != 0 { try note(follower.fault) }
        if form.contains(.sharesName), top > open.selection.outerDepth {
            // A default namespace can give both elements one key.
            let key = open[top].key, siblings = pending[open[top - 1].pendingStart..<pending.count]
            if siblings.contains(where: { $0.key == key }) {
                noteLater(ElementFault(at: -1, name: open.names.names[key].string, ElementFault.sameKey))
            }
        }
        let lost: ElementForm = rules.isOrdered ? .isList : []
        open[top].marks.formUnion(PathMarks(form.subtracting(lost)))
        open[top].flags.formUnion(OpenElement.Flags(form))
    }

    /// Gives text of the innermost element its type.
    @inline(never)
    mutating func shapedText(_ entry: Entry, _ marks: PathMarks) -> Entry {
        guard let follower else { return entry }
        let depth = open.count &- 1
        let typed = Self.inSpace(&entries, &text.bytes, &open.names, rules.keys.text) {
            follower.typed(entry, depth: depth, in: &$0)
        }
        text.finish()
        if let typed { return retyped(typed, entry, marks) }
        noteLater(follower.fault)
        return entry
    }

    /// Returns the value as the schema types it; if the options type the path of a single value, the text in that type.
    private mutating func retyped(_ value: Entry, _ text: Entry, _ marks: PathMarks) -> Entry {
        let isSingle = [.string, .number, .boolean].contains(value.unlisted.kind)
        guard isSingle, !marks.isDisjoint(with: .types) else { return value }
        let typed = typed(text, as: marks)
        return value.isListed ? typed.listed : typed
    }

    /// Gives an attribute of the innermost element its type.
    ///
    /// - Returns: The attribute; `nil` for one about the instance that is left out, in a text or for its key.
    @inline(never)
    mutating func shapedAttribute(_ entry: Entry, _ written: Int, _ marks: PathMarks) throws(BuildError) -> Entry? {
        guard let follower else { return entry }
        let name = try open.resolver.expanded(written, isAttribute: true, &open.names)
        if try open.resolver.role(written, &open.names) == .declaration || open.resolver.isOfInstance(name)
            || name.namespace < 0 && open.resolver.isOfInstance(written, open.names)
        {
            let isText = open[open.count &- 1].flags.contains(.isTextByShape)
            return isText || follower.declares(entry.key, open.names.names) ? nil : entry
        }
        let typed = Self.inSpace(&entries, &text.bytes, &open.names, rules.keys.text) {
            follower.typed(entry, name, in: &$0)
        }
        if let typed { return retyped(rules.isOrdered ? typed.unlisted : typed, entry, marks) }
        noteLater(follower.fault, attribute: written)
        return entry
    }

    /// The value of an element that is empty, in its type.
    @inline(never)
    mutating func shapedEmpty(_ element: OpenElement) throws(BuildError) -> Entry? {
        guard let follower else { return empty(under: element.key) }
        switch follower.empty(depth: open.count - 1) {
        case .ofOptions: return empty(under: element.key)
        case .string: return Entry(key: element.key, kind: .string, length: 0, offset: 0)
        case .dictionary: return emptyDictionary(under: element.key)
        case .list: return Entry(key: element.key, kind: .array, length: 0, offset: 0)
        case .null: return .null(under: element.key)
        case .fault:
            noteLater(follower.fault)
            return empty(under: element.key)
        }
    }

    /// Makes white space that is the whole text of an element what its type says.
    ///
    /// - Returns: The text; `nil` if it is part of a dictionary, or nothing.
    @inline(never)
    mutating func shapedBlank(_ text: Entry) -> Entry? {
        guard let follower, self.text.bytes[text.place].allSatisfy(XMLWhitespace.contains) else { return text }
        switch follower.blank(text.key, depth: open.count - 1, open.names.names) {
        case .text: return text
        case .layout: if rules.keepsTextBeside { push(text) }
        case .nothing: break
        }
        return nil
    }

    /// Adds the arrays that an element lacks, if the shape wants them.
    @inline(never)
    mutating func addMissingLists(to element: OpenElement) throws(BuildError) {
        guard let follower, !element.flags.contains(.isNil) else { return }
        let lists = follower.missingLists(depth: open.count - 1, includesSeen: rules.empty == .omit)
        guard !lists.isEmpty else { return }
        // Something else may have the key.
        folding.note(pending, element.pendingStart..<pending.count, nameCount: open.names.count)
        for (uri, local) in lists {
            guard let name = try open.resolver.name(ofAbsent: local, in: uri, &open.names),
                !(rules.hasElementPaths && open.marks(ofElement: name.path).contains(.skip)),
                folding.isNew(name.key, nameCount: open.names.count)
            else { continue }
            if rules.writesNamespaces { declarationCache.add(open.names.names[name.key].byteCount) }
            push(Entry(key: name.key, kind: .array, length: 0, offset: 0))
        }
    }

    // MARK: Mismatches

    /// Notes what is wrong with the innermost element, which has begun.
    ///
    /// - Throws: `BuildError.mismatch` at the root, whose type all other elements need.
    private mutating func note(_ fault: ElementFault) throws(BuildError) {
        guard open.count == 1, let shaping, let follower else { return noteLater(fault) }
        guard let mismatch = mismatch(fault, follower) else { return }
        if shaping.outcome != .shaper { throw .mismatch(mismatch) }
        // The value of the root, which is kept, is reported when it is complete: reporting forgets what came before.
        if open.selection.isBuilding { shaping.noted.append(mismatch) } else { shaping.mismatches.append(mismatch) }
    }

    /// Notes what is wrong with the innermost element or one of its attributes, for the record around it.
    private mutating func noteLater(_ fault: ElementFault, attribute: Int? = nil) {
        guard let shaping, let follower, open.selection.isBuilding else { return }
        guard shaping.outcome == .shaper || shaping.noted.isEmpty else { return }
        if let mismatch = mismatch(fault, follower, attribute) { shaping.noted.append(mismatch) }
    }

    private mutating func mismatch(
        _ fault: ElementFault,
        _ follower: any ElementFollower,
        _ attribute: Int? = nil
    ) -> LocatedMismatch? {
        guard follower.note(fault) else { return nil }
        let path = path, name = attribute.map { "/@" + open.names.names[$0].string.shortened } ?? ""
        let message = fault.name.isEmpty && fault.place == 0 ? fault.message : "\(path)\(name) \(fault.message)"
        let place = open[open.count - 1].start.place
        return LocatedMismatch(message: message, place: place, path: path, line: nil, waitingCount: records.count)
    }

    /// Passes on the mismatches of a record or a document that is complete.
    ///
    /// - Returns: The value; `nil` for a record that is left out.
    func followed(_ value: Entry, _ shaping: RecordShaping) throws(BuildError) -> Entry? {
        guard !shaping.noted.isEmpty else { return value }
        let noted = shaping.noted
        shaping.noted = []
        guard shaping.outcome != .error else { throw .mismatch(noted[0]) }
        shaping.mismatches += noted
        return shaping.outcome == .skip ? nil : value
    }
}

/// Which keys a dictionary has that is being made.
extension Folding {
    /// Notes the keys of pending entries.
    mutating func note(_ pending: borrowing GrowableBuffer<Entry>, _ run: Range<Int>, nameCount: Int) {
        beginFold(nameCount)
        for place in run { notes[pending[place].key].fold = fold }
    }

    /// Notes a key.
    ///
    /// - Returns: Whether it was not noted before.
    mutating func isNew(_ key: Int, nameCount: Int) -> Bool {
        if key >= notes.count { notes.extend(to: nameCount, with: Note(fold: 0, slot: 0)) }
        defer { notes[key].fold = fold }
        return notes[key].fold != fold
    }
}

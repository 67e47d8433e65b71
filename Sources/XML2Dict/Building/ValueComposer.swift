/// Makes a value of texts and of other values, which it copies into a new storage.
///
/// It works like `ValueBuilder`: values added to an open dictionary or array are pending until it is closed, and then
/// fold into one entry.
///
///     open(under: "")  add("1", under: "a")  open(under: "b")  add(…)  close(.array)  close(.dictionary)
package struct ValueComposer: ~Copyable {
    private var names = NameInterner()
    private var folding = Folding(listsSome: false)
    private var pending = GrowableBuffer<Entry>()
    private var open = GrowableBuffer<Opening>()
    private var entries = GrowableBuffer<Entry>()
    private var bytes = GrowableBuffer<UInt8>()
    /// The key of text and the prefix of attributes of the first added value; the whole value takes them over.
    private var manner: (textKey: String, attributePrefix: [UInt8])?

    /// An open container: its key, and where its part of `pending` begins.
    struct Opening: BitwiseCopyable {
        let key: Int
        let start: Int
    }

    package enum Container {
        case array, dictionary
    }

    package enum Text {
        case string, number, boolean, null
    }

    package init() {}

    // MARK: Composing

    /// Begins a dictionary or an array.
    package mutating func open(under key: String) {
        open.append(Opening(key: names.number(ofOption: key), start: pending.count))
    }

    /// Ends the dictionary or array that was begun last.
    ///
    /// Values under the same key of a dictionary fold into an array.
    package mutating func close(_ container: Container) {
        guard let opening = open.last else { preconditionFailure("nothing is open") }
        open.count -= 1
        // An empty dictionary has no offset: a reader would take it for a line.
        let run = opening.start..<pending.count, offset = run.isEmpty ? 0 : entries.count
        var length = run.count
        if container == .dictionary {
            length = fold(run)
        } else {
            entries.append(pending, run)
        }
        pending.count = opening.start
        let kind: Entry.Kind = container == .dictionary ? .dictionary : .array
        pending.append(Entry(key: opening.key, kind: kind, length: length, offset: offset))
    }

    /// Adds a text, or null.
    package mutating func add(_ text: String, _ kind: Text, under key: String) {
        let entryKind: Entry.Kind =
            switch kind {
            case .string: .string
            case .number: .number
            case .boolean: .boolean
            case .null: .null
            }
        var text = text
        let start = bytes.count
        text.withUTF8 { bytes.append($0) }
        pending.append(textEntry(from: start, entryKind, under: names.number(ofOption: key)))
    }

    /// Adds a value.
    package mutating func add(_ value: XMLValue, under key: String) {
        if manner == nil, value.entry.childCount > 0 {
            let storage = value.storage
            manner = (storage.tree.names[storage.roles.textKey].string, storage.roles.attributePrefix)
        }
        pending.append(copy(value.entry, value.storage.tree, under: names.number(ofOption: key)))
    }

    /// Returns the composed value, when no container is open.
    package mutating func finish() -> XMLValue {
        guard let entry = pending.last, open.count == 0 else { preconditionFailure("nothing was composed") }
        let textKey = names.number(ofOption: manner?.textKey ?? "text")
        let roles = KeyRoles([(textKey, .text)], textKey: textKey, attributePrefix: manner?.attributePrefix ?? [])
        let blocks = StorageBlocks(entries: entries.take(), bytes: bytes.take(), lines: LineTable())
        return XMLValue(storage: ValueStorage(blocks, names: names.list, roles), entry: entry)
    }

    // MARK: Entries

    private mutating func fold(_ run: Range<Int>) -> Int {
        do throws(BuildError) {
            return try folding.appendDictionary(of: pending, run, nameCount: names.count, to: &entries)
        } catch {
            // A dictionary that is too large has no error here.
            Memory.isExhausted()
        }
    }

    /// Copies an entry and its content, without recursion: a document may be a million elements deep.
    private mutating func copy(_ entry: Entry, _ tree: StorageView, under key: Int) -> Entry {
        let top = shallowCopy(entry, tree, under: key)
        var rest: [(source: Entry, offset: Int)] = [(entry, top.offset)]
        while let (source, offset) = rest.popLast() {
            for place in 0..<source.childCount {
                let child = tree.child(of: source, at: place)
                let isNamed = source.kind != .array
                let copy = shallowCopy(child, tree, under: isNamed ? number(of: tree.names[child.key]) : 0)
                entries[offset + place] = copy
                if copy.childCount > 0 { rest.append((child, copy.offset)) }
            }
        }
        return top
    }

    /// Copies an entry with its text, or with room for its content.
    private mutating func shallowCopy(_ entry: Entry, _ tree: StorageView, under key: Int) -> Entry {
        switch entry.kind {
        case .string, .number, .boolean, .name:
            let start = bytes.count
            bytes.append(tree.text(entry))
            return textEntry(from: start, entry.kind == .name ? .string : entry.kind, under: key)
        case .null:
            return Entry(key: key, kind: .null, length: 0, offset: 0)
        case .array, .dictionary, .textOnly:
            let offset = entry.childCount > 0 ? entries.count : 0
            entries.extend(to: entries.count + entry.childCount, with: .nothing)
            let kind: Entry.Kind = entry.kind == .array ? .array : .dictionary
            return Entry(key: key, kind: kind, length: entry.childCount, offset: offset)
        }
    }

    /// The entry of the text that was appended last.
    private func textEntry(from start: Int, _ kind: Entry.Kind, under key: Int) -> Entry {
        let length = bytes.count - start
        return Entry(key: key, kind: kind, length: length, offset: length > 0 ? start : 0)
    }

    // MARK: Names

    private mutating func number(of name: Name) -> Int {
        names.certain(names.number(of: name, 0..<name.byteCount))
    }
}

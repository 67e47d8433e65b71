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
    private var content = EntryCopier()
    /// The roles of the first added value that a reader made; the whole value is in its convention.
    private var roles: KeyRoles?

    /// An open container: its key, and where its part of `pending` begins.
    struct Opening: BitwiseCopyable {
        let key: Int
        let start: Int
    }

    package enum Container {
        case array, dictionary
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
        let run = opening.start..<pending.count, offset = run.isEmpty ? 0 : content.entries.count
        var length = run.count
        if container == .dictionary {
            do throws(BuildError) {
                length = try folding.appendDictionary(of: pending, run, nameCount: names.count, to: &content.entries)
            } catch {
                Memory.isExhausted()
            }
        } else {
            content.entries.append(pending, run)
        }
        pending.count = opening.start
        let kind: Entry.Kind = container == .dictionary ? .dictionary : .array
        pending.append(Entry(key: opening.key, kind: kind, length: length, offset: offset))
    }

    /// Adds a text, or null.
    package mutating func add(_ text: String, _ kind: Entry.Kind, under key: String) {
        var text = text
        let number = names.number(ofOption: key)
        pending.append(text.withUTF8 { content.add($0, kind, under: number) })
    }

    /// Adds a value.
    package mutating func add(_ value: XMLValue, under key: String) {
        let storage = value.storage
        if roles == nil, storage.roles.isOfReader, value.entry.childCount > 0 {
            roles = KeyRoles(storage.roles, in: storage.tree.names, &names)
        }
        let number = names.number(ofOption: key)
        pending.append(content.copy(value, under: number, &names))
    }

    /// Returns the composed value, when no container is open.
    package mutating func finish() -> XMLValue {
        guard let entry = pending.last, open.count == 0 else { preconditionFailure("nothing was composed") }
        let roles = roles ?? KeyRoles(ofProgram: names.number(ofOption: KeyRoles.textKey))
        return XMLValue(storage: ValueStorage(content.takeBlocks(), names: names.list, roles), entry: entry)
    }
}

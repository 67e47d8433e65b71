/// Creates a value from texts and from copies of other values in a new storage.
///
/// Values in an open dictionary or array are pending until `close` replaces these values by one entry.
///
///     open(under: "")  add("1", under: "a")  open(under: "b")  add(…)  close(.array)  close(.dictionary)
package struct ValueComposer: ~Copyable {
    private var names = NameInterner()
    private var folding = Folding(listsSome: false)
    private var pending = GrowableBuffer<Entry>()
    private var open = GrowableBuffer<Opening>()
    private var content = EntryCopier()
    /// The roles of the first added value from a reader, which determine the convention of the whole value.
    private var roles: KeyRoles?

    struct Opening: BitwiseCopyable {
        let key: Int
        let start: Int
    }

    package enum Container {
        case array, dictionary
    }

    package init() {}

    package mutating func open(under key: String) {
        open.append(Opening(key: names.id(ofOption: key), start: pending.count))
    }

    package mutating func close(_ container: Container) {
        guard let opening = open.last else { preconditionFailure("nothing is open") }
        open.count -= 1
        // An empty dictionary has offset 0, because any other offset would be its line number: see `LineTable`.
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

    package mutating func add(_ text: String, _ kind: Entry.Kind, under key: String) {
        var text = text
        let id = names.id(ofOption: key)
        pending.append(text.withUTF8 { content.add($0, kind, under: id) })
    }

    package mutating func add(_ value: XMLValue, under key: String) {
        let storage = value.storage
        if roles == nil, storage.roles.isOfReader, value.entry.childCount > 0 {
            roles = KeyRoles(storage.roles, in: storage.tree.names, &names)
        }
        let id = names.id(ofOption: key)
        pending.append(content.copy(value, under: id, &names))
    }

    package mutating func finish() -> XMLValue {
        guard let entry = pending.last, open.count == 0 else { preconditionFailure("nothing was composed") }
        let roles = roles ?? KeyRoles(ofProgram: names.id(ofOption: KeyRoles.textKey))
        return XMLValue(storage: ValueStorage(content.takeBlocks(), names: names.list, roles), entry: entry)
    }
}

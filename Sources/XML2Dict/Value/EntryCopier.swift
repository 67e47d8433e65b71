/// Copies entries of any storage, with all that is in them, into the blocks of an edited storage.
///
/// It works without recursion: a value may be a million dictionaries deep. A run that several entries refer to is
/// copied once, and is shared in the copy, too.
struct EntryCopier {
    private let storage: ValueStorage
    private let target: StorageEdits
    /// The storage whose lines the copy keeps, when it is a copy of a whole value.
    private let lineSource: ValueStorage?
    /// Whether the target has the names of the source under the same numbers.
    private let keepsNumbers: Bool
    private var numbers: [Int: Int] = [:]
    private var copiedRuns: [Int: Entry] = [:]
    private var rest: [(source: Entry, copy: Entry)] = []

    private var source: StorageView { storage.tree }

    /// A copier of values of another storage, whose names get other numbers.
    init(from storage: ValueStorage, to target: StorageEdits) {
        self.storage = storage
        self.target = target
        lineSource = nil
        keepsNumbers = false
    }

    /// A copier of a whole value, whose edits have the same names.
    init(copying storage: ValueStorage, to target: StorageEdits) {
        self.storage = storage
        self.target = target
        lineSource = storage.hasLines ? storage : nil
        keepsNumbers = true
    }

    /// Copies an entry; the copy has the key of the original for a whole value, and any key else.
    mutating func copy(_ entry: Entry) -> Entry {
        if entry.isText, !keepsNumbers {
            return target.newText(source.text(entry), entry.kind == .name ? .string : entry.kind)
        }
        let copy = shallowCopy(keepsNumbers ? entry : entry.under(key: 0))
        while let (source, copy) = rest.popLast() {
            let run = UnsafeMutablePointer(mutating: target.tree.entries + copy.offset)
            for place in 0..<source.childCount {
                let child = self.source.child(of: source, at: place)
                let key = source.kind == .array ? 0 : number(child.key)
                run[place] = shallowCopy(child.under(key: key))
            }
        }
        return copy
    }

    /// Copies an entry, which has its new key already; the content of its run is copied later.
    private mutating func shallowCopy(_ entry: Entry) -> Entry {
        switch entry.kind {
        case .null:
            return lineSource == nil ? .null(under: entry.key) : entry
        case .name:
            return keepsNumbers ? entry : copyText(entry, .string)
        case .string, .number, .boolean:
            return copyText(entry, entry.kind)
        case .textOnly:
            if number(source.textKey) == target.tree.textKey { return copyText(entry, .textOnly) }
            return copyRun(entry, .dictionary)
        case .dictionary, .array:
            guard entry.length == 0 else { return copyRun(entry, entry.kind) }
            return Entry(key: entry.key, kind: entry.kind, length: 0, offset: lineSource == nil ? 0 : entry.offset)
        }
    }

    private mutating func copyRun(_ entry: Entry, _ kind: Entry.Kind) -> Entry {
        if let known = copiedRuns[entry.offset], known.kind == entry.kind, known.length == entry.length {
            target.share(known)
            return Entry(key: entry.key, kind: kind, length: known.length, offset: known.offset)
        }
        let length = entry.childCount
        let (run, offset) = target.newRun(room: length)
        run.initialize(repeating: .nothing, count: length)
        let copy = Entry(key: entry.key, kind: kind, length: length, offset: offset)
        // The entry that the copy is for refers to it; that of the value itself is not in a run.
        if !rest.isEmpty || !copiedRuns.isEmpty { target.settle(copy) }
        if kind == entry.kind { copiedRuns[entry.offset] = copy }
        if let lineSource { target.keepLine(of: entry, in: lineSource, for: copy) }
        rest.append((entry, copy))
        return copy
    }

    private mutating func copyText(_ entry: Entry, _ kind: Entry.Kind) -> Entry {
        let text = source.text(entry)
        guard let start = text.baseAddress, !text.isEmpty else {
            return Entry(key: entry.key, kind: kind, length: 0, offset: 0)
        }
        let memory = target.copiedText.allocate(text.count)
        memory.copyMemory(from: start, byteCount: text.count)
        let offset = target.tree.bytes.offset(of: memory)
        let copy = Entry(key: entry.key, kind: kind, length: text.count, offset: offset)
        if let lineSource { target.keepLine(of: entry, in: lineSource, for: copy) }
        return copy
    }

    /// The number of a name in the target.
    private mutating func number(_ number: Int) -> Int {
        if keepsNumbers { return number }
        if let known = numbers[number] { return known }
        let found = target.number(of: source.names[number].utf8)
        numbers[number] = found
        return found
    }
}

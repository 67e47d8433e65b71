/// An entry of a value: its key, kind, length and offset in 16 bytes.
///
///     first  [ length: 36 bits │ key: 28 bits ]
///     second [ offset: 56 bits │ kind: 8 bits ]
///
/// | kind       | length and offset                                                 |
/// |------------|-------------------------------------------------------------------|
/// | dictionary | number of entries, first entry; each entry has a key              |
/// | array      | number of entries, first entry; keys of entries mean nothing      |
/// | string     | number of bytes, first byte of text                               |
/// | textOnly   | as string: a dictionary whose only entry is this text under the   |
/// |            | document's text key                                               |
/// | null       | unused; a length above 0 is the number of values that were        |
/// |            | observed and not kept: see `ContentObserver`                      |
/// | number,    | as string; the text is valid JSON                                 |
/// | boolean    |                                                                   |
/// | name       | a string; the offset is the ID of a name                          |
///
/// Most elements have only text. The kind `textOnly` saves an entry for each such element. `StorageView` presents this
/// kind as a dictionary.
///
/// The key is the ID of a name in the document's `NameList`. The offset has a sign: see `BlockAddress`.
@usableFromInline package struct Entry: BitwiseCopyable, Sendable {
    static let keyBits = 28
    static let maximumLength = (1 << 36) - 1

    @usableFromInline package enum Kind: UInt8, Sendable {
        case null, string, array, dictionary, textOnly, number, boolean, name

        /// Creates a kind from a raw value by inlined code, because the compiler's initializer is a function call.
        @inlinable @inline(__always)
        package init?(rawValue: UInt8) {
            switch rawValue {
            case 0: self = .null
            case 1: self = .string
            case 2: self = .array
            case 3: self = .dictionary
            case 4: self = .textOnly
            case 5: self = .number
            case 6: self = .boolean
            case 7: self = .name
            default: return nil
            }
        }
    }

    @usableFromInline var first: UInt64
    @usableFromInline var second: UInt64

    /// The caller checks that the length is at most `maximumLength`.
    @inlinable @inline(__always)
    package init(key: Int, kind: Kind, length: Int, offset: Int) {
        first = UInt64(truncatingIfNeeded: length) &<< 28 | UInt64(truncatingIfNeeded: key)
        second = UInt64(truncatingIfNeeded: offset) &<< 8 | UInt64(kind.rawValue)
    }

    @inlinable @inline(__always)
    package var key: Int { Int(truncatingIfNeeded: first & 0xFFF_FFFF) }

    @inlinable @inline(__always)
    package var length: Int { Int(truncatingIfNeeded: first &>> 28) }

    /// The offset, which is negative for some content of a changed value.
    @inlinable @inline(__always)
    package var offset: Int { Int(truncatingIfNeeded: Int64(bitPattern: second) &>> 8) }

    @inlinable @inline(__always)
    package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: second)) ?? .null }

    @inlinable @inline(__always)
    package func under(key: Int) -> Entry {
        Entry(key: key, kind: kind, length: length, offset: offset)
    }

    @inlinable @inline(__always)
    package func kind(_ kind: Kind) -> Entry {
        Entry(key: key, kind: kind, length: length, offset: offset)
    }

    package static func null(under key: Int) -> Entry { Entry(key: key, kind: .null, length: 0, offset: 0) }

    package static func emptyString(under key: Int) -> Entry { Entry(key: key, kind: .string, length: 0, offset: 0) }

    package static func emptyDictionary(under key: Int) -> Entry {
        Entry(key: key, kind: .dictionary, length: 0, offset: 0)
    }

    package static var nothing: Entry { null(under: 0) }

    @inlinable @inline(__always)
    package static func name(_ id: Int, key: Int) -> Entry {
        Entry(key: key, kind: .name, length: 0, offset: id)
    }

    /// Marks a pending entry that folding must put into an array, even if no other entry has the same key.
    private static let listBit: UInt64 = 0x80

    @inline(__always)
    var isListed: Bool { second & Self.listBit != 0 }

    @inline(__always)
    package var listed: Entry {
        var entry = self
        entry.second |= Self.listBit
        return entry
    }

    @inline(__always)
    package var unlisted: Entry {
        var entry = self
        entry.second &= ~Self.listBit
        return entry
    }

    @inline(__always)
    func moved(by move: JoinedOffsets.Move, _ ids: NameIDMap) -> Entry {
        var moved = self
        moved.first = first & ~0xFFF_FFFF | UInt64(truncatingIfNeeded: ids[key])
        guard length > 0 else { return moved.emptyMoved(ids) }
        let kind = UInt8(truncatingIfNeeded: second) & ~UInt8(Self.listBit)
        let isContainer = kind == Kind.dictionary.rawValue || kind == Kind.array.rawValue
        moved.second = second &+ UInt64(truncatingIfNeeded: isContainer ? move.entries : move.bytes) &<< 8
        return moved
    }

    func moved(entries: Int, bytes: Int) -> Entry {
        // Without content, the offset can be a line, or the ID of a name.
        guard length > 0, kind != .name else { return self }
        let isContainer = kind == .dictionary || kind == .array
        return Entry(key: key, kind: kind, length: length, offset: offset &+ (isContainer ? entries : bytes))
    }

    private func emptyMoved(_ ids: NameIDMap) -> Entry {
        let offset =
            switch unlisted.kind {
            case .name: ids[self.offset]
            // The offset of an empty text is never read, but it must be valid.
            case .string, .textOnly, .number, .boolean: JoinedOffsets.first
            case .null, .array, .dictionary: self.offset
            }
        let moved = Entry(key: key, kind: unlisted.kind, length: 0, offset: offset)
        return isListed ? moved.listed : moved
    }

    @inlinable @inline(__always)
    package var isDictionary: Bool { kind == .dictionary || kind == .textOnly }

    @inlinable @inline(__always)
    package var isText: Bool {
        switch kind {
        case .string, .number, .boolean, .name: true
        case .null, .array, .dictionary, .textOnly: false
        }
    }

    @inlinable @inline(__always)
    package var isString: Bool { kind == .string || kind == .name }

    @inlinable @inline(__always)
    package var isEmptyText: Bool { length == 0 && kind != .name }

    @inlinable @inline(__always)
    package var childCount: Int {
        switch kind {
        case .dictionary, .array: length
        case .textOnly: 1
        case .string, .null, .number, .boolean, .name: 0
        }
    }

    @inlinable @inline(__always)
    package func isIdentical(to other: Entry) -> Bool { first == other.first && second == other.second }

    func isSame(as other: Entry) -> Bool {
        kind == other.kind && length == other.length && (isEmptyText || offset == other.offset)
    }
}

/// An entry of a value: its key, kind, length and offset in 16 bytes.
///
///     first  [ length: 36 bits │ key: 28 bits ]
///     second [ offset: 56 bits │ kind: 8 bits ]
///
/// | kind       | length and offset mean                                            |
/// |------------|-------------------------------------------------------------------|
/// | dictionary | that many entries, from that one on; each one's key is in force   |
/// | array      | that many entries, from that one on; their keys mean nothing      |
/// | string     | that many bytes of text, from that one on                         |
/// | textOnly   | that many bytes of text, from that one on: a dictionary with one  |
/// |            | entry, that text under the document's text key                    |
/// | null       | nothing; a length above 0 is the number of values that were       |
/// |            | observed and not kept: see `ContentObserver`                      |
/// | number,    | that many bytes of text, from that one on, which is already JSON  |
/// | boolean    |                                                                   |
/// | name       | a string: the name with the number that the offset is             |
///
/// Most elements have only text: the kind `textOnly` saves an entry for each. `StorageView` presents this kind as a
/// dictionary.
///
/// The key is the number of a name in the document's `NameList`. The offset has a sign: see `BlockAddress`.
@usableFromInline package struct Entry: BitwiseCopyable, Sendable {
    static let keyBits = 28
    static let maximumLength = (1 << 36) - 1

    @usableFromInline package enum Kind: UInt8, Sendable {
        case null, string, array, dictionary, textOnly, number, boolean, name

        /// The kind of a number, without a call: the compiler's own initializer is one, and each entry asks.
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

    /// Creates an entry.
    ///
    /// The caller checks that the length is at most `maximumLength`.
    @inlinable @inline(__always)
    package init(key: Int, kind: Kind, length: Int, offset: Int) {
        first = UInt64(truncatingIfNeeded: length) &<< 28 | UInt64(truncatingIfNeeded: key)
        second = UInt64(truncatingIfNeeded: offset) &<< 8 | UInt64(kind.rawValue)
    }

    @inlinable @inline(__always)
    package var key: Int { Int(truncatingIfNeeded: first & 0xFFF_FFFF) }

    /// How many bytes or entries.
    @inlinable @inline(__always)
    package var length: Int { Int(truncatingIfNeeded: first &>> 28) }

    /// The offset of its content; negative for some content of a changed value.
    @inlinable @inline(__always)
    package var offset: Int { Int(truncatingIfNeeded: Int64(bitPattern: second) &>> 8) }

    @inlinable @inline(__always)
    package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: second)) ?? .null }

    /// This entry under another key.
    @inlinable @inline(__always)
    package func under(key: Int) -> Entry {
        Entry(key: key, kind: kind, length: length, offset: offset)
    }

    /// This text as another kind of text.
    @inlinable @inline(__always)
    package func kind(_ kind: Kind) -> Entry {
        Entry(key: key, kind: kind, length: length, offset: offset)
    }

    package static func null(under key: Int) -> Entry { Entry(key: key, kind: .null, length: 0, offset: 0) }

    package static func emptyString(under key: Int) -> Entry { Entry(key: key, kind: .string, length: 0, offset: 0) }

    package static func emptyDictionary(under key: Int) -> Entry {
        Entry(key: key, kind: .dictionary, length: 0, offset: 0)
    }

    /// Null under an arbitrary key.
    package static var nothing: Entry { null(under: 0) }

    /// A string that is a name of the document's `NameList`.
    @inlinable @inline(__always)
    package static func name(_ number: Int, key: Int) -> Entry {
        Entry(key: key, kind: .name, length: 0, offset: number)
    }

    /// The bit of an entry that is in an array even alone under its key.
    ///
    /// Only pending entries have this bit: folding makes the array and clears the bit.
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

    /// This entry in a storage that has its content elsewhere, with other numbers of names.
    ///
    /// - Parameters:
    ///   - move: Where the content of the builder is in the storage.
    ///   - numbers: The numbers of the builder's names in the storage.
    /// - Returns: The entry, which stays listed.
    @inline(__always)
    func moved(by move: JoinedOffsets.Move, _ numbers: NumberMap) -> Entry {
        var moved = self
        moved.first = first & ~0xFFF_FFFF | UInt64(truncatingIfNeeded: numbers[key])
        guard length > 0 else { return moved.emptyMoved(numbers) }
        let kind = UInt8(truncatingIfNeeded: second) & ~UInt8(Self.listBit)
        let isContainer = kind == Kind.dictionary.rawValue || kind == Kind.array.rawValue
        moved.second = second &+ UInt64(truncatingIfNeeded: isContainer ? move.entries : move.bytes) &<< 8
        return moved
    }

    /// This entry in a storage that has its content elsewhere.
    ///
    /// - Parameters:
    ///   - entries: By how many entries a run is moved.
    ///   - bytes: By how many bytes a text is moved.
    /// - Returns: The entry; an entry without content stays as it is.
    func moved(entries: Int, bytes: Int) -> Entry {
        // The offset of an entry without content can be a line, or the number of a name.
        guard length > 0, kind != .name else { return self }
        let isContainer = kind == .dictionary || kind == .array
        return Entry(key: key, kind: kind, length: length, offset: offset &+ (isContainer ? entries : bytes))
    }

    /// An entry without content in another storage.
    private func emptyMoved(_ numbers: NumberMap) -> Entry {
        let offset =
            switch unlisted.kind {
            case .name: numbers[self.offset]
            // The place of an empty text is never read, but must be one that may be.
            case .string, .textOnly, .number, .boolean: JoinedOffsets.first
            // The place may be a line.
            case .null, .array, .dictionary: self.offset
            }
        let moved = Entry(key: key, kind: unlisted.kind, length: 0, offset: offset)
        return isListed ? moved.listed : moved
    }

    @inlinable @inline(__always)
    package var isDictionary: Bool { kind == .dictionary || kind == .textOnly }

    /// Whether it is text: a string, a number or a boolean.
    @inlinable @inline(__always)
    package var isText: Bool {
        switch kind {
        case .string, .number, .boolean, .name: true
        case .null, .array, .dictionary, .textOnly: false
        }
    }

    @inlinable @inline(__always)
    package var isString: Bool { kind == .string || kind == .name }

    /// Whether a text has no characters; a name has some.
    @inlinable @inline(__always)
    package var isEmptyText: Bool { length == 0 && kind != .name }

    /// How many entries a dictionary or an array has; 0 for anything else.
    @inlinable @inline(__always)
    package var childCount: Int {
        switch kind {
        case .dictionary, .array: length
        case .textOnly: 1
        case .string, .null, .number, .boolean, .name: 0
        }
    }

    /// Whether both are the same content of the same tree, under the same key.
    @inlinable @inline(__always)
    package func isIdentical(to other: Entry) -> Bool { first == other.first && second == other.second }

    /// Whether both are the same content of the same tree, under any key.
    func isSame(as other: Entry) -> Bool {
        kind == other.kind && length == other.length && (isEmptyText || offset == other.offset)
    }
}

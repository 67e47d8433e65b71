/// Reads JSON text (RFC 8259) from chunks of any size into the storage of values, without recursion.
///
///     text       at most 48 bytes that have been read, and the unread bytes from `unreadIndex` on
///     open       the containers around `innermost`, with their keys and their starts in `pending`
///     innermost  the innermost open container
///     pending    finished values of the open containers, as entries
///     bytes      the texts of strings and numbers
///     entries    members and items of finished containers
///
/// `{"a": [1, {"b": "x"}], "a": 2}`, when `x` has been read:
///
///     open       [ top ][ {…}: from 0 ][ […] under a: from 0 ]       innermost  {…}: from 1
///     pending    [ 1 ][ b: "x" ]                                     bytes      "1x"
///
/// `}` moves the pending entries from index 1 on to `entries`, and one entry replaces them:
///
///     pending    [ 1 ][ {…}: 1 entry from 0 ]                        entries    [ b: "x" ]
///
/// At the end of an object, `Folding` makes an array of values under the same key.
///
/// The reader takes a punctuation mark, a string, a number or a word only as a whole. If the text ends inside one of
/// these tokens, the reader reads the token again with the next chunk: `…, "na` + `me": …`. A long string still costs
/// linear time, because the reader first searches the new bytes for the string's end. Errors also wait for the bytes
/// that the message and the excerpt show. So the error does not depend on the chunks.
package struct JSONReader: ~Copyable {
    package enum Extent {
        case one
        /// Any number of values, with or without white space between them: JSON Lines (or NDJSON), concatenated JSON,
        /// and JSON text sequences (RFC 7464).
        case series
    }

    enum Expectation {
        case topValue, memberValue, item
        /// The first item of an array, or the end of the array.
        case firstItem
        case key
        /// The first key of an object, or the end of the object.
        case firstKey
        case colon
        case memberEnd, itemEnd
        /// Nothing, because the value is complete.
        case nothing
    }

    struct Container: BitwiseCopyable {
        let key: Int
        /// The index of the container's first pending entry.
        let start: Int
        let afterValue: Expectation

        var isArray: Bool { afterValue == .itemEnd }
    }

    var open = GrowableBuffer<Container>()
    var innermost: Container
    var pending = GrowableBuffer<Entry>()
    var entries = GrowableBuffer<Entry>()
    var bytes = GrowableBuffer<UInt8>()
    var names: NameInterner
    var recentKeys = RecentKeys()
    var folding = Folding(listsSome: false, joinsArrays: true)
    var expectation = Expectation.topValue
    /// The id of the key of the current or next value.
    var key = 0
    /// The offset of an unfinished string in `bytes`, and the `continuationCount` of the line before the string.
    var unfinished: (start: Int, continuationCount: Int)?

    var text = GrowableBuffer<UInt8>()
    var unreadIndex = 0
    var earlierCount = 0
    /// `earlierCount` minus the address of the text.
    private var addressOffset = 0
    var line = JSONLine()
    /// The length of the token at the end of the last chunk, and the index before which the token does not end.
    private var cutCount = 0, searchedCount = 0
    private(set) var isFinished = false

    let depthLimit: Int
    let nameLimit: Int
    let numberLimit: Int
    let resultLimit: Int
    /// The position where the reader began to look for the value.
    private(set) var valueStart = (line: 1, column: 1, offset: 0)
    let extent: Extent
    let textKey: Int
    let textOnly: TextOnlyOpening
    private let roles: KeyRoles
    var refusesRepeats = false
    private var failure: XMLError?

    package private(set) var isComplete = false

    /// Creates a reader for input with one value or a series.
    ///
    /// - Parameters:
    ///   - extent: The number of values of the input.
    ///   - limits: The limits: only `depth`, `nameLength`, `tokenLength` and `result` apply.
    ///   - textKey: The key of text, for other readers of the values.
    package init(_ extent: Extent, limits: Limits = Limits(), textKey: String = KeyRoles.textKey) {
        var names = NameInterner()
        let textKeyID = names.id(ofOption: textKey)
        textOnly = TextOnlyOpening(names.names[textKeyID], limit: limits[.nameLength])
        self.names = names
        self.textKey = textKeyID
        self.extent = extent
        innermost = Container(key: textKeyID, start: 0, afterValue: .nothing)
        roles = KeyRoles(ofProgram: textKeyID)
        depthLimit = max(0, limits[.depth])
        // Sums with these limits must not overflow.
        nameLimit = min(max(0, limits[.nameLength]), Entry.maximumLength)
        resultLimit = limits[.result]
        numberLimit = min(max(0, limits[.tokenLength]), Entry.maximumLength)
        endText()
    }

    private var entry: Entry { pending.last ?? .nothing }

    package var value: StoredValue {
        StoredValue(entry: entry, tree: StorageView(entries, bytes, names.names, textKey: textKey))
    }

    package mutating func takeValue() -> XMLValue {
        let entry = entry
        let blocks = StorageBlocks(entries: entries.take(), bytes: bytes.take())
        return XMLValue(storage: ValueStorage(blocks, names: names.list, roles), entry: entry)
    }

    /// Copies the next bytes of the input, and the caller then calls `next` until `next` returns `false`.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        _ = feed(atMost: bytes.count) { (room) in
            room.copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// Calls a function that writes the next bytes of the input into the reader's memory.
    ///
    /// The caller then calls `next` until `next` returns `false`.
    ///
    /// - Throws: The error of `fill`.
    package mutating func feed<Failure>(
        atMost count: Int,
        _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        // An excerpt shows at most 45 bytes before the error.
        let readCount = max(0, unreadIndex - 48)
        if readCount > 0 {
            text.removeFirst(readCount)
            earlierCount += readCount
            unreadIndex -= readCount
            searchedCount -= readCount
        }
        text.reserve(count)
        let added = try fill(UnsafeMutableRawBufferPointer(start: text.end, count: count))
        text.count += added
        endText()
        return added
    }

    /// Ends the input, and the caller then calls `next` until `next` returns `false`.
    package mutating func finish() {
        isFinished = true
    }

    /// Reads the next value.
    ///
    /// If the input has one value, the value is complete only after `finish`. In a series, only a number or a word at
    /// the end of the input needs `finish`.
    ///
    /// - Returns: `false` if the reader needs more bytes, or there are no more values.
    /// - Throws: An `XMLError` with the code `malformed`, `encoding`, `unexpectedEnd` or `limit`, as soon as
    ///   the bytes of its excerpt have arrived.
    package mutating func next() throws(XMLError) -> Bool {
        if let failure { throw failure }
        if isComplete {
            guard extent == .series else { return false }
            begin()
        }
        guard canResumeToken() else { return false }
        let start = UnsafePointer(text.base)
        addressOffset = earlierCount - Int(bitPattern: start)
        var input = JSONInput(start + unreadIndex, end: start + text.count, isLast: isFinished)
        // No token is longer in the storage than in the text.
        bytes.reserve(text.count - unreadIndex)
        var fault: JSONFault?
        do throws(JSONFault) {
            guard text.count - unreadIndex <= Entry.maximumLength else { throw .tooMany }
            try read(&input)
        } catch {
            fault = error
        }
        let reached = input.cursor - start
        unreadIndex = fault == nil ? reached : input.token - start
        if resultByteCount > resultLimit {
            failure = resultError
        } else if let fault {
            if isFinished, reached == text.count {
                isComplete = expectation == .nothing
                if let fault = faultOfEnd { failure = error(fault, at: reached) }
            } else if isFinished || hasExcerpt(from: reached) {
                failure = error(fault, at: reached)
            } else {
                cutCount = reached == text.count ? reached - unreadIndex : 0
                forgetUnfinished()
            }
        } else {
            isComplete = true
        }
        if let failure { throw failure }
        return isComplete
    }

    private mutating func begin() {
        isComplete = false
        expectation = .topValue
        pending.count = 0
        entries.count = 0
        bytes.count = 0
        cutCount = 0
        let offset = earlierCount + unreadIndex
        valueStart = (line.index + 1, line.column(of: offset), offset)
    }

    private mutating func forgetUnfinished() {
        guard let unfinished else { return }
        bytes.count = unfinished.start
        line.continuationCount = unfinished.continuationCount
        self.unfinished = nil
    }

    private var faultOfEnd: JSONFault? {
        if expectation == .nothing { return nil }
        return expectation != .topValue || unreadIndex < text.count || extent == .one ? .end : nil
    }

    private var resultByteCount: Int {
        (entries.count + pending.count) * MemoryLayout<Entry>.stride + bytes.count + names.list.byteCount
    }

    private mutating func endText() {
        text.reserve(1)
        UnsafeMutableRawPointer(text.end).storeBytes(of: (0, 0), as: (UInt64, UInt64).self)
    }

    var bytesOfText: UnsafeRawBufferPointer { UnsafeRawBufferPointer(text[0..<text.count]) }

    @inline(__always)
    func offset(of pointer: UnsafePointer<UInt8>) -> Int { Int(bitPattern: pointer) &+ addressOffset }

    private func hasExcerpt(from index: Int) -> Bool {
        text.count - index >= Self.shownCount || text[index..<text.count].contains { $0 == 0x0A || $0 == 0x0D }
    }

    /// Whether the end of the token that the last chunk cut has arrived, or the token's bytes have doubled.
    ///
    /// So the time is linear in the token's length, and the reader soon finds a token over a limit.
    private mutating func canResumeToken() -> Bool {
        guard !isFinished, cutCount > 0, text.count - unreadIndex < 2 * cutCount else { return true }
        let isString = text[unreadIndex] == UInt8(ascii: "\"")
        searchedCount = max(searchedCount, unreadIndex + 1)
        while searchedCount < text.count {
            let byte = text[searchedCount]
            let isEnd = isString ? byte == UInt8(ascii: "\"") || byte < 0x20 : byte.endsJSONWord
            guard !isEnd else { return true }
            searchedCount += isString && byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return false
    }
}

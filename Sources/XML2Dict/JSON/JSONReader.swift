/// Reads JSON text (RFC 8259) in pieces of any size into the storage of values, without recursion.
///
///     open       the containers around the innermost one: the key of each, and where its part of `pending` begins
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
/// `}` moves the run from 1 on to `entries`, and an entry for it takes its place:
///
///     pending    [ 1 ][ {…}: 1 entry from 0 ]                        entries    [ b: "x" ]
///
/// At the end of an object, `Folding` makes an array of values under the same key.
///
/// A piece can end at any byte. The reader keeps the last bytes of a piece for an excerpt, and an incomplete word, escape
/// or character until the next piece:
///
///     margin     [ at most 48 bytes that have been read │ at most 32 that have not ]
///
/// After a fault, the second part collects the bytes that the message and the excerpt show. So the error is the same
/// however the input is cut.
///
/// The extensions `+Values`, `+Strings`, `+Escapes` and `+Scalars` read, and `+Errors` makes errors.
package struct JSONReader: ~Copyable {
    /// How many values the input has.
    package enum Extent {
        /// One, and nothing after it.
        case one
        /// Any number, with or without white space between them: JSON Lines (or NDJSON), concatenated JSON, and JSON
        /// text sequences (RFC 7464).
        case series
    }

    /// What the next byte belongs to.
    enum Expectation: UInt8 {
        /// A value outside all containers, after a colon, or after a comma.
        case topValue, memberValue, item
        /// The first item of an array, or its end.
        case firstItem
        /// A key, after a comma.
        case key
        /// The first key of an object, or its end.
        case firstKey
        /// The colon after a key.
        case colon
        /// A comma, or the end of the container.
        case memberEnd, itemEnd
        /// Nothing, as the value is complete.
        case nothing
        /// The rest of a string, of a key or of a number.
        case text, keyText, number

        var isInToken: Bool { rawValue >= Expectation.text.rawValue }
    }

    /// An open container.
    struct Container: BitwiseCopyable {
        /// The number of its key in the object around it.
        let key: Int
        /// Where its part of the pending entries begins.
        let start: Int
        /// What follows each of its values.
        let afterValue: Expectation

        var isArray: Bool { afterValue == .itemEnd }
    }

    // Open containers and finished values.
    var open = GrowableBuffer<Container>()
    var innermost: Container
    var pending = GrowableBuffer<Entry>()
    var entries = GrowableBuffer<Entry>()
    var bytes = GrowableBuffer<UInt8>()
    var names: NameInterner
    var recentKeys = RecentKeys()
    var folding = Folding(listsSome: false, joinsArrays: true)

    // The place in the text.
    var expectation = Expectation.topValue
    /// The number of the key of the value that is next or being read.
    var key = 0
    /// Where the text of an unfinished token begins in `bytes`.
    var tokenStart = 0
    /// The part of an unfinished number that has been read.
    var number = JSONNumber.start
    var line = JSONLine()
    /// How many bytes of the input have been read.
    private(set) var readCount = 0
    /// How many bytes of the input are before the piece that is being read, less its address.
    var addressOffset = 0

    // Limits and errors.
    let depthLimit: Int
    let nameLimit: Int
    let numberLimit: Int
    let resultLimit: Int
    /// The place where the reader began to look for the value: the line, the column and the number of bytes before it.
    private(set) var valueStart = (line: 1, column: 1, offset: 0)
    let extent: Extent
    /// The number of the key that text is under.
    let textKey: Int
    let textOnly: TextOnlyOpening
    private let roles: KeyRoles
    var margin = JSONMargin()
    /// Whether an object that has a key twice is an error.
    var refusesRepeats = false
    private var fault: JSONFault?
    private var failure: XMLReaderError?
    private var isFinished = false

    /// Bytes are read in pieces of at most so many, so that the room for their text is small.
    private static var largestPiece: Int { 64 * 1024 }

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - extent: How many values the input has.
    ///   - limits: The limits, of which `depth`, `nameLength` and `tokenLength` matter.
    ///   - textKey: The key that text is under, for other readers of the values.
    package init(_ extent: Extent, limits: [XMLReaderError.Limit: Int] = [:], textKey: String = "text") {
        var names = NameInterner()
        let number = names.number(ofOption: textKey)
        textOnly = TextOnlyOpening(names.names[number], limit: limits.value(of: .nameLength))
        self.names = names
        self.textKey = number
        self.extent = extent
        innermost = Container(key: number, start: 0, afterValue: .nothing)
        roles = KeyRoles([(number, .text)], textKey: number)
        depthLimit = max(0, limits.value(of: .depth))
        // Sums with them must not overflow.
        nameLimit = min(max(0, limits.value(of: .nameLength)), Entry.maximumLength)
        resultLimit = limits.value(of: .result)
        numberLimit = min(max(0, limits.value(of: .tokenLength)), Entry.maximumLength)
    }

    // MARK: Values

    /// Whether a value of a series is complete, or the only value after `finish`.
    package var isComplete: Bool { expectation == .nothing && (extent == .series || isFinished) }

    /// The complete value, in `tree`; it is valid until the next call.
    var entry: Entry { pending.last ?? .nothing }

    /// The memory of the complete value.
    var tree: StorageView { StorageView(entries, bytes, names.names, textKey: textKey) }

    /// The complete value, which is valid until the next call.
    package var value: StoredValue {
        StoredValue(entry: entry, tree: tree)
    }

    /// Takes the complete value, with memory of its own.
    package mutating func takeValue() -> XMLValue {
        let entry = entry
        let blocks = StorageBlocks(entries: entries.take(), bytes: bytes.take(), lines: LineTable())
        return XMLValue(storage: ValueStorage(blocks, names: names.list, roles), entry: entry)
    }

    // MARK: Reading

    /// Reads bytes up to the end of a value of a series, or all of them.
    ///
    /// - Parameter bytes: The next bytes of the input.
    /// - Returns: How many of them the reader has taken. They are fewer only when `isComplete` is true.
    /// - Throws: The error of the text: an `XMLReaderError` with the code `malformed`, `encoding` or `limit`.
    ///   The reader throws it when the bytes of its excerpt have arrived, and from then on.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(XMLReaderError) -> Int {
        try begin()
        var taken = try feedMargin(bytes)
        while taken < bytes.count, !isComplete {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[taken...].prefix(Self.largestPiece))
            let isLastPiece = piece.count == bytes.count - taken
            let count = read(piece, isLast: false)
            margin.pass(piece, count: count)
            taken += count
            // Without a fault, the rest is the beginning of a token.
            if fault != nil || isLastPiece && !isComplete {
                margin.hold(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
                taken = bytes.count
            }
            try check(isLast: false)
        }
        return taken
    }

    /// Ends the input.
    ///
    /// A number or a word at the end of a series is a value that only this call completes.
    ///
    /// - Throws: The error of the text: an `XMLReaderError` with the code `malformed`, `encoding`, `limit`
    ///   or `unexpectedEnd`.
    package mutating func finish() throws(XMLReaderError) {
        try begin()
        isFinished = true
        if fault == nil {
            let held = margin.held
            margin.passHeld(count: read(held, isLast: true))
        }
        if fault == nil, expectation != .nothing {
            if expectation != .topValue { fault = .end } else if extent == .one { fault = .empty }
        }
        try check(isLast: true)
    }

    /// Throws the error of an earlier call, and begins the next value of a series.
    private mutating func begin() throws(XMLReaderError) {
        if let failure { throw failure }
        guard isComplete else { return }
        valueStart = (line.number + 1, line.column(of: readCount), readCount)
        expectation = .topValue
        pending.count = 0
        entries.count = 0
        bytes.count = 0
    }

    /// Reads the bytes that were held back, together with the first of the next ones.
    ///
    /// - Returns: How many of the next bytes the reader has taken.
    private mutating func feedMargin(_ bytes: UnsafeRawBufferPointer) throws(XMLReaderError) -> Int {
        let heldBefore = margin.held.count
        guard heldBefore > 0 || fault != nil else { return 0 }
        let taken = margin.hold(bytes)
        if fault == nil {
            let held = margin.held
            let count = read(held, isLast: false)
            margin.passHeld(count: count)
            // The token that was held back is complete, and the rest of the bytes is read where it is.
            if fault == nil, count >= heldBefore {
                margin.dropHeld()
                return count - heldBefore
            }
        }
        // Without a fault, the token is still incomplete, so all bytes have been taken.
        if fault != nil { margin.hold(UnsafeRawBufferPointer(rebasing: bytes[taken...])) }
        try check(isLast: false)
        return bytes.count
    }

    /// Reads a piece.
    ///
    /// - Returns: How many of its bytes have been read.
    private mutating func read(_ piece: UnsafeRawBufferPointer, isLast: Bool) -> Int {
        let start = (piece.baseAddress ?? UnsafeRawPointer(Memory.spare)).assumingMemoryBound(to: UInt8.self)
        // No token is longer in the storage than in the text.
        bytes.reserve(piece.count)
        addressOffset = readCount - Int(bitPattern: start)
        var input = JSONInput(place: start, end: start + piece.count, isLast: isLast)
        do throws(JSONFault) {
            try read(&input)
        } catch {
            fault = error
        }
        // The bytes of a key stay only until it is complete.
        let keyByteCount = expectation == .keyText ? bytes.count - tokenStart : 0
        if resultByteCount - keyByteCount > resultLimit { fault = .result }
        let count = input.place - start
        readCount += count
        return count
    }

    /// The memory of the value, in bytes: entries, text and names.
    private var resultByteCount: Int {
        (entries.count + pending.count) * MemoryLayout<Entry>.stride + bytes.count + names.list.byteCount
    }

    /// Throws the error of a fault when the bytes that the error shows have arrived.
    private mutating func check(isLast: Bool) throws(XMLReaderError) {
        guard let fault, isLast || fault == .result || margin.isComplete else { return }
        let error = fault == .result ? resultError : error(fault, isLast: isLast)
        failure = error
        throw error
    }
}

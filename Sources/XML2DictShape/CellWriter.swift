/// Writes cells, quoted where they need it.
struct CellWriter: ~Copyable {
    var text = PlainStack<UInt8>(capacity: 4096)
    let comma: UInt8
    private let null: [UInt8]
    private let isSafe: Bool
    /// Whether a byte makes quotation marks necessary, for each byte.
    private let isSpecial: UnsafeMutablePointer<Bool>

    init(_ format: TableFormat) {
        comma = format.comma
        null = Array(format.null.utf8)
        isSafe = format.isSafe
        isSpecial = .allocate(capacity: 256)
        isSpecial.initialize(repeating: false, count: 256)
        for byte in [comma, UInt8(ascii: "\""), 0x0D, 0x0A] { isSpecial[Int(byte)] = true }
    }

    deinit { isSpecial.deallocate() }

    mutating func writeOnlyNull() {
        if null.isEmpty { for _ in 0..<2 { text.append(UInt8(ascii: "\"")) } } else { writeNull() }
    }

    mutating func writeNull() {
        for byte in null { text.append(byte) }
    }

    /// Writes a text.
    ///
    /// Quotation marks tell an empty text, and the text for null, from null.
    @inline(__always)
    mutating func write(_ cell: UnsafeBufferPointer<UInt8>, isSafe: Bool) {
        if !self.isSafe, !cell.isEmpty, cell.count != null.count, !hasSpecial(cell) { return text.append(cell) }
        writeQuoted(cell, isSafe: isSafe)
    }

    @inline(never)
    private mutating func writeQuoted(_ cell: UnsafeBufferPointer<UInt8>, isSafe: Bool) {
        let isNull = cell.count == null.count && cell.elementsEqual(null)
        let hasQuotes = cell.isEmpty || isNull || hasSpecial(cell)
        if hasQuotes { text.append(UInt8(ascii: "\"")) }
        if isSafe, self.isSafe, cell.first.map(Self.beginsFormula) == true { text.append(UInt8(ascii: "'")) }
        for byte in cell {
            if byte == UInt8(ascii: "\"") { text.append(byte) }
            text.append(byte)
        }
        if hasQuotes { text.append(UInt8(ascii: "\"")) }
    }

    private static func beginsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: true
        default: false
        }
    }

    @inline(__always)
    private func hasSpecial(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in cell where isSpecial[Int(byte)] { return true }
        return false
    }
}

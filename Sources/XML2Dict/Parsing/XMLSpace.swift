/// White space as XML 1.0 defines it (production 3).
enum XMLSpace {
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D)
    }

    /// Moves both bounds inwards past white space.
    @inline(__always)
    static func trim(_ bytes: UnsafePointer<UInt8>, _ start: inout Int, _ end: inout Int) {
        while start < end, isSpace(bytes[start]) {
            start &+= 1
        }
        while end > start, isSpace(bytes[end &- 1]) {
            end &-= 1
        }
    }
}

/// White space as XML 1.0 defines it (production 3).
package enum XMLWhitespace {
    @inline(__always)
    package static func contains(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D)
    }

    /// Moves both bounds inwards past white space.
    @inline(__always)
    static func trim(_ bytes: UnsafePointer<UInt8>, _ start: inout Int, _ end: inout Int) {
        while start < end, contains(bytes[start]) {
            start &+= 1
        }
        while end > start, contains(bytes[end &- 1]) {
            end &-= 1
        }
    }

    /// Bytes without the white space at both ends.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let base = bytes.baseAddress else { return bytes[...] }
        var start = 0, end = bytes.count
        trim(base, &start, &end)
        return bytes[start..<end]
    }

    /// Makes each run of white space one space, in place.
    static func collapse(_ bytes: UnsafeMutablePointer<UInt8>, _ start: Int, _ end: inout Int) {
        var target = start
        var isInSpace = false
        for index in start..<end {
            let byte = bytes[index]
            guard contains(byte) else {
                bytes[target] = byte
                target &+= 1
                isInSpace = false
                continue
            }
            if !isInSpace {
                bytes[target] = 0x20
                target &+= 1
            }
            isInSpace = true
        }
        end = target
    }

    // White space that must not be trimmed is hidden for as long as that could happen: as control characters, which no document can
    // contain, not even by reference (production 2).

    private static let hidden: [(space: UInt8, control: UInt8)] = [
        (0x20, 0x01), (0x0A, 0x02), (0x09, 0x03), (0x0D, 0x04),
    ]

    /// Hides white space from trimming.
    static func protect(_ bytes: UnsafeMutablePointer<UInt8>, _ start: Int, _ end: Int) {
        for index in start..<end where contains(bytes[index]) {
            for pair in hidden where pair.space == bytes[index] {
                bytes[index] = pair.control
                break
            }
        }
    }

    /// Brings hidden white space back.
    static func restore(_ bytes: UnsafeMutablePointer<UInt8>, _ start: Int, _ end: Int) {
        for index in start..<end where bytes[index] <= 0x04 {
            for pair in hidden where pair.control == bytes[index] {
                bytes[index] = pair.space
                break
            }
        }
    }
}

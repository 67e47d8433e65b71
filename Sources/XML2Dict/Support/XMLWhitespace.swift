package enum XMLWhitespace {
    @inline(__always)
    package static func contains(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D)
    }

    @inline(__always)
    static func trim(_ bytes: UnsafePointer<UInt8>, _ start: inout Int, _ end: inout Int) {
        while start < end, contains(bytes[start]) {
            start &+= 1
        }
        while end > start, contains(bytes[end &- 1]) {
            end &-= 1
        }
    }

    package static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard let base = bytes.baseAddress else { return bytes[...] }
        var start = 0, end = bytes.count
        trim(base, &start, &end)
        return bytes[start..<end]
    }

    /// Replaces each run of white space by one space, in place.
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
}

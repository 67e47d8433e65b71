#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A converter to UTF-8, or from it, by the system's iconv(3).
final class CharacterConverter {
    private let descriptor: iconv_t
    /// Whether a character may take several bytes, without escape sequences.
    private lazy var isMultibyte = [0x81, 0xB0].contains { convert(byte: $0) == nil }
    /// The bytes of a multi-byte encoding that iconv passes through as controls, U+0080 to U+009F.
    ///
    /// They are in no character, and begin characters in a superset, such as CP949 of EUC-KR.
    ///
    /// Bit n is the byte 80 + n.
    private lazy var controls: UInt32 =
        isMultibyte ? (0x80...0x9F).reduce(0) { convert(byte: $1) == [0xC2, $1] ? $0 | 1 << ($1 & 31) : $0 } : 0

    /// `nil` when the system does not know the encoding.
    init?(from name: String, to other: String = "UTF-8") {
        guard let descriptor = iconv_open(other, name), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// Converts all whole characters, up to invalid bytes, and appends them to `output`.
    func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> CharacterConversion {
        let controls = controls
        guard controls != 0, let end = bytes.firstIndex(where: { $0 &- 0x80 < 32 && controls >> ($0 & 31) & 1 == 1 })
        else {
            let conversion = convertAll(bytes, into: &output)
            guard !conversion.isValid, isMultibyte else { return conversion }
            return CharacterConversion(used: firstRefused(in: bytes), isValid: false)
        }
        let before = convertAll(UnsafeRawBufferPointer(rebasing: bytes[..<end]), into: &output)
        return CharacterConversion(used: before.used, isValid: false)
    }

    /// The character that a byte is at the beginning of a text; `nil` for the beginning of a longer one.
    private func convert(byte: UInt8) -> [UInt8]? {
        var output: [UInt8] = []
        let conversion = withUnsafeBytes(of: byte) { convertAll($0, into: &output) }
        _ = iconv(descriptor, nil, nil, nil, nil)
        return conversion.isValid && conversion.used == 0 ? nil : output
    }

    /// The place of the first character that iconv refuses: the one of glibc passes over some of these in CP949.
    private func firstRefused(in bytes: UnsafeRawBufferPointer) -> Int {
        var room = [UInt8](repeating: 0, count: 64)
        var start = 0, count = 1
        _ = iconv(descriptor, nil, nil, nil, nil)
        while start + count <= bytes.count {
            let character = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
            var used = 0
            let problem = room.withUnsafeMutableBytes { step(character, from: &used, into: $0).problem }
            switch problem {
            case 0: (start, count) = (start + count, 1)
            case EINVAL: count += 1
            default: return start
            }
        }
        return start
    }

    private func convertAll(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> CharacterConversion {
        var room = [UInt8](repeating: 0, count: Self.roomCount)
        var used = 0
        while used < bytes.count {
            let start = used
            let (count, problem) = room.withUnsafeMutableBytes { step(bytes, from: &used, into: $0) }
            output.append(contentsOf: room[..<count])
            guard problem == 0 || problem == EINVAL && used > start else {
                return CharacterConversion(used: used, isValid: problem == EINVAL)
            }
        }
        return CharacterConversion(used: used, isValid: true)
    }

    /// The most bytes of a step, and the bytes of its room, which suffice for their text.
    ///
    /// In EUC-JISX0213 the iconv of glibc never ends when the room ends between two characters from the same bytes.
    private static let stepCount = 1024, roomCount = 16 * stepCount

    // MARK: Places

    /// Whether a byte can change the meaning of those after it, or a character wait for the next one.
    ///
    /// Shifts and escape sequences begin with one of these controls, or with `~` in HZ.
    private(set) lazy var hasStates = (UInt8.min...UInt8.max).contains { byte in
        var output: [UInt8] = []
        let conversion = withUnsafeBytes(of: byte) { convertAll($0, into: &output) }
        _ = iconv(descriptor, nil, nil, nil, nil)
        return conversion.isValid && output.isEmpty
            && (conversion.used == 1 || [0x0E, 0x0F, 0x1B, 0x7E].contains(byte))
    }

    /// How many bytes take up a text in UTF-8 at their beginning; `nil` when the text ends inside a character, or between
    /// two from the same bytes.
    func byteCount(ofText count: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        var room = [UInt8](repeating: 0, count: Self.roomCount), waiting: [UInt8] = []
        var used = 0, left = count
        while left > 0 {
            let start = used
            left -= room.withUnsafeMutableBytes {
                step(bytes, from: &used, into: UnsafeMutableRawBufferPointer(rebasing: $0.prefix(left))).written
            }
            guard left == 0 || used > start else { break }
        }
        finish(into: &waiting)
        return left == 0 && waiting.isEmpty ? used : nil
    }

    /// The bytes of a text, which another converter reads as that text; `nil` without such bytes.
    ///
    /// Some characters have the bytes of others: `¥` becomes `\` in Shift_JIS.
    func bytes(of text: String, readBackBy reader: CharacterConverter) -> [UInt8]? {
        let characters = Array(text.utf8)
        var bytes: [UInt8] = [], back: [UInt8] = []
        guard characters.withUnsafeBytes({ convertAll($0, into: &bytes).isValid }) else { return nil }
        finish(into: &bytes)
        _ = bytes.withUnsafeBytes { reader.convert($0, into: &back) }
        reader.finish(into: &back)
        return back == characters ? bytes : nil
    }

    /// Appends the characters that iconv holds back, such as a letter that the next accent may join.
    func finish(into output: inout [UInt8]) {
        var room = [UInt8](repeating: 0, count: 64)
        let written = room.withUnsafeMutableBytes { room in
            var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = room.count
            _ = iconv(descriptor, nil, nil, &target, &left)
            return room.count - left
        }
        output.append(contentsOf: room[..<written])
    }

    /// Calls iconv(3) once for at most `stepCount` bytes, and returns the number of bytes that it wrote, and the error
    /// number or 0.
    private func step(
        _ bytes: UnsafeRawBufferPointer,
        from used: inout Int,
        into room: UnsafeMutableRawBufferPointer
    ) -> (written: Int, problem: Int32) {
        // iconv's prototype lacks a const: it does not write to its input.
        var source = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.advanced(by: used).assumingMemoryBound(to: CChar.self)
        )
        var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
        let count = min(bytes.count - used, Self.stepCount)
        var sourceLeft = count
        var targetLeft = room.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        // A positive result counts characters that iconv replaced by similar ones.
        let problem = result == Int(bitPattern: UInt.max) ? errno : result == 0 ? 0 : EILSEQ
        used += count - sourceLeft
        return (room.count - targetLeft, problem)
    }
}

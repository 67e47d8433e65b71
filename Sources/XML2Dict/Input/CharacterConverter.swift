#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

final class CharacterConverter {
    private let descriptor: iconv_t
    private lazy var isMultibyte = [0x81, 0xB0].contains { convert(byte: $0) == nil }
    /// The bytes that iconv converts to the control characters U+0080 to U+009F, if the encoding is multi-byte.
    ///
    /// Bit n is the byte 0x80 + n. A multi-byte encoding has no such characters, so the converter refuses these bytes.
    /// In CP949, a superset of EUC-KR, these bytes begin other characters.
    private lazy var controls: UInt32 =
        isMultibyte ? (0x80...0x9F).reduce(0) { convert(byte: $1) == [0xC2, $1] ? $0 | 1 << ($1 & 31) : $0 } : 0

    init?(from name: String, to other: String = "UTF-8") {
        guard let descriptor = iconv_open(other, name), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

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

    /// Converts a text of one byte, or returns `nil` if the byte begins a longer character.
    private func convert(byte: UInt8) -> [UInt8]? {
        var output: [UInt8] = []
        let conversion = withUnsafeBytes(of: byte) { convertAll($0, into: &output) }
        _ = iconv(descriptor, nil, nil, nil, nil)
        return conversion.isValid && conversion.used == 0 ? nil : output
    }

    /// Converts character by character, and returns the index of the first invalid character, because glibc skips some
    /// invalid characters in longer CP949 text.
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

    /// The most bytes that a step converts, and a size of the output buffer that no step can fill.
    ///
    /// In EUC-JISX0213, two bytes can become two characters. If the buffer ended between these characters, glibc's
    /// iconv would write the second character again and again.
    private static let stepCount = 1024, roomCount = 16 * stepCount

    /// Whether a byte can change the meaning of later bytes, or iconv can hold back a character for later bytes.
    ///
    /// Shifts and escape sequences begin with the control characters SO, SI or ESC, or with `~` in HZ.
    private(set) lazy var hasStates = (UInt8.min...UInt8.max).contains { byte in
        var output: [UInt8] = []
        let conversion = withUnsafeBytes(of: byte) { convertAll($0, into: &output) }
        _ = iconv(descriptor, nil, nil, nil, nil)
        return conversion.isValid && output.isEmpty
            && (conversion.used == 1 || [0x0E, 0x0F, 0x1B, 0x7E].contains(byte))
    }

    /// Returns the number of bytes that become `count` bytes of UTF-8.
    ///
    /// Returns `nil` if `count` ends inside a character, or between two characters from the same bytes.
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

    /// Converts a text, or returns `nil` if `reader` would not read the same text back.
    ///
    /// Some characters share bytes. In Shift_JIS, `¥` becomes the byte of `\`.
    func bytes(of text: String, readBackBy reader: CharacterConverter) -> [UInt8]? {
        let characters = Array(text.utf8)
        var bytes: [UInt8] = [], back: [UInt8] = []
        let isValid = characters.withUnsafeBytes { convertAll($0, into: &bytes).isValid }
        finish(into: &bytes)
        guard isValid else { return nil }
        _ = bytes.withUnsafeBytes { reader.convert($0, into: &back) }
        reader.finish(into: &back)
        return back == characters ? bytes : nil
    }

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

    /// Calls iconv(3) once for at most `stepCount` bytes, and returns the number of bytes that iconv wrote, and the
    /// error number or 0.
    private func step(
        _ bytes: UnsafeRawBufferPointer,
        from used: inout Int,
        into room: UnsafeMutableRawBufferPointer
    ) -> (written: Int, problem: Int32) {
        // iconv does not write to its input, although its prototype lacks a const.
        var source = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.advanced(by: used).assumingMemoryBound(to: CChar.self)
        )
        var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
        let count = min(bytes.count - used, Self.stepCount)
        var sourceLeft = count
        var targetLeft = room.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        // A positive result counts characters that iconv replaced by similar characters.
        let problem = result == Int(bitPattern: UInt.max) ? errno : result == 0 ? 0 : EILSEQ
        used += count - sourceLeft
        return (room.count - targetLeft, problem)
    }
}

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
    /// The bytes that iconv passes through as controls, U+0080 to U+009F, although no character of a multi-byte
    /// encoding has them.
    ///
    /// Bit n is the byte 80 + n. In a superset, such as CP949 of EUC-KR, these bytes begin characters.
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

    /// Returns the character of a byte at the beginning of a text, or `nil` if the byte begins a longer character.
    private func convert(byte: UInt8) -> [UInt8]? {
        var output: [UInt8] = []
        let conversion = withUnsafeBytes(of: byte) { convertAll($0, into: &output) }
        _ = iconv(descriptor, nil, nil, nil, nil)
        return conversion.isValid && conversion.used == 0 ? nil : output
    }

    /// Returns the index of the first character that iconv refuses, because glibc skips some of these in CP949.
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
        var room = [UInt8](repeating: 0, count: 16 * 1024)
        var used = 0
        while used < bytes.count {
            let (result, problem) = room.withUnsafeMutableBytes { step(bytes, from: &used, into: $0) }
            output.append(contentsOf: room[..<result])
            switch problem {
            case 0, E2BIG: continue
            case EINVAL: return CharacterConversion(used: used, isValid: true)
            default: return CharacterConversion(used: used, isValid: false)
            }
        }
        return CharacterConversion(used: used, isValid: true)
    }

    /// Whether a byte can change the meaning of later bytes, or a character wait for the next one.
    ///
    /// Shifts and escape sequences begin with one of these controls, or with `~` in HZ.
    private(set) lazy var hasStates = (UInt8.min...UInt8.max).contains { byte in
        var output: [UInt8] = []
        let conversion = withUnsafeBytes(of: byte) { convertAll($0, into: &output) }
        _ = iconv(descriptor, nil, nil, nil, nil)
        return conversion.isValid && output.isEmpty
            && (conversion.used == 1 || [0x0E, 0x0F, 0x1B, 0x7E].contains(byte))
    }

    /// Returns the number of bytes that become `count` bytes of UTF-8, or `nil` if these end inside a character.
    func byteCount(ofText count: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        var room = [UInt8](repeating: 0, count: 16 * 1024)
        var used = 0, left = count
        while left > 0 {
            let (written, problem) = room.withUnsafeMutableBytes {
                step(bytes, from: &used, into: UnsafeMutableRawBufferPointer(rebasing: $0.prefix(left)))
            }
            left -= written
            guard left == 0 || written > 0 && problem == E2BIG else { return nil }
        }
        return used
    }

    func convertAll(_ text: String, into output: inout [UInt8]) -> Bool {
        Array(text.utf8).withUnsafeBytes { text in
            var converted: [UInt8] = []
            let conversion = convertAll(text, into: &converted)
            guard conversion.isValid, conversion.used == text.count else { return false }
            output += converted
            return true
        }
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

    /// Calls iconv(3) once, and returns the number of bytes that it wrote, and the error number or 0.
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
        var sourceLeft = bytes.count - used
        var targetLeft = room.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        // A positive result counts characters that iconv replaced by similar ones.
        let problem = result == Int(bitPattern: UInt.max) ? errno : result == 0 ? 0 : EILSEQ
        used = bytes.count - sourceLeft
        return (room.count - targetLeft, problem)
    }
}

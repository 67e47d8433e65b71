#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A text in another encoding, made by the system and not by the library.
public enum EncodedText {
    /// The bytes of a text in an encoding; `nil` when the system does not know the encoding or it lacks one of the letters.
    public static func bytes(of text: String, in encoding: String) -> [UInt8]? {
        let descriptor = iconv_open(encoding, "UTF-8")
        guard let descriptor, Int(bitPattern: descriptor) != -1 else { return nil }
        defer { iconv_close(descriptor) }
        var text = Array(text.utf8CString.dropLast())
        var room = [CChar](repeating: 0, count: 8 * text.count + 64)
        let written = text.withUnsafeMutableBufferPointer { text in
            room.withUnsafeMutableBufferPointer { room -> Int? in
                var source = text.baseAddress
                var sourceLeft = text.count
                var target = room.baseAddress
                var targetLeft = room.count
                guard iconv(descriptor, &source, &sourceLeft, &target, &targetLeft) == 0 else { return nil }
                // The sequence that returns a stateful encoding to its initial state.
                guard iconv(descriptor, nil, nil, &target, &targetLeft) == 0 else { return nil }
                return room.count - targetLeft
            }
        }
        return written.map { room.prefix($0).map(UInt8.init(bitPattern:)) }
    }
}

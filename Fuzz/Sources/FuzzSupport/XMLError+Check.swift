package import XML2Dict

extension XMLError {
    /// Reports a finding unless this error can come from a document, and has a message and a position.
    package func check() {
        let faults: [Code] = [.malformed, .unexpectedEnd, .encoding, .entity, .limit]
        FuzzSupport.check(faults.contains(code), "no fault of a document: \(code): \(self)")
        FuzzSupport.check(!message.isEmpty, "\(code) without a message")
        FuzzSupport.check(
            line ?? 0 >= 1 && column ?? 0 >= 1 && byteOffset ?? -1 >= 0 && file == nil,
            "\(code) at line \(line ?? -1), column \(column ?? -1), byte \(byteOffset ?? -1)"
        )
        FuzzSupport.check(path.isEmpty || path.utf8.first == UInt8(ascii: "/"), "\(code) at the path \(path)")
        if let excerpt {
            let caret = caret ?? -1
            FuzzSupport.check(
                caret >= 0 && caret <= excerpt.unicodeScalars.count
                    && !excerpt.utf8.contains { $0 == 0x0A || $0 == 0x0D },
                "\(code) in the excerpt \(excerpt)"
            )
        }
    }
}

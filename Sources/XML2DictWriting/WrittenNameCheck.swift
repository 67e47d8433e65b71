import XML2Dict

/// Decides which texts can be written as names (Namespaces in XML 1.0, productions 4 and 7).
///
/// Parsers differ in the characters beyond ASCII. Expat accepts those of the fourth edition of XML 1.0, which every
/// parser accepts, so expat decides.
enum WrittenNameCheck {
    /// Whether a text is a name with at most one prefix.
    static func isQualifiedName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { isName(UnsafeBufferPointer(rebasing: $0)) }
    }

    /// Whether a text is a name without a colon.
    static func isName(_ text: String) -> Bool {
        var text = text
        return text.withUTF8(isName)
    }

    private static func isName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, first.beginsName else { return false }
        guard text.allSatisfy({ $0.isInName && $0 != UInt8(ascii: ":") }) else { return false }
        return text.allSatisfy { $0 < 0x80 } || ExpatCheck.isName(String(decoding: text, as: UTF8.self))
    }
}

// Finds the encoding that an XML declaration names, before the encoding is known (XML 1.0, appendix F).

extension XMLEncoding {
    /// Encodings in which `<?xml` has the same bytes.
    private struct Family {
        /// The bytes of `<?xml`.
        let opening: [UInt8]
        /// An encoding of the family, which can read the declaration; `nil` for ASCII.
        let reader: String?
        /// The words about the bytes for messages.
        let reason: String
    }

    private static let ascii = Family(opening: Array("<?xml".utf8), reader: nil, reason: byDeclaration.reason)

    private static let families = [
        ascii,
        Family(opening: [0x4C, 0x6F, 0xA7, 0x94, 0x93], reader: "IBM037", reason: "in EBCDIC by their first bytes"),
        // The Japanese code pages have other bytes for small letters.
        Family(opening: [0x4C, 0x6F, 0xB7, 0x75, 0x74], reader: "IBM930", reason: "in EBCDIC by their first bytes"),
        // A text in ISO-2022-KR begins with this escape sequence (RFC 1557, section 2).
        Family(
            opening: [0x1B, 0x24, 0x29, 0x43] + Array("<?xml".utf8),
            reader: "ISO-2022-KR",
            reason: "in ISO-2022-KR by their first bytes"
        ),
    ]

    /// The number of bytes that are searched for the end of a declaration.
    static let longestDeclaration = 1024

    static func detectDeclared(_ bytes: [UInt8], isAll: Bool) -> Detection {
        if !isAll, families.contains(where: { bytes.count <= $0.opening.count && $0.opening.starts(with: bytes) }) {
            return .needsMore
        }
        guard let family = families.first(where: { bytes.starts(with: $0.opening) }) else {
            return .found(byDeclaration)
        }
        let text = read(bytes.prefix(longestDeclaration), by: family.reader)
        // A processing instruction such as <?xml-stylesheet …?> is no declaration.
        guard WrittenTag(text[...]).isXMLDeclaration else { return .found(unnamed(family)) }
        guard let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            let isComplete = isAll || bytes.count >= longestDeclaration
            return isComplete ? .found(unnamed(family)) : .needsMore
        }
        guard let name = declaredName(in: text[...end]) else {
            return family.reader == "IBM037" || family.reader == "IBM930"
                ? .refused(
                    "the bytes are \(family.reason), and the declaration does not name the encoding; \(setting: "input.encoding") names it, as in \(setting: "input.encoding", "\"IBM1047\"")"
                )
                : .found(unnamed(family))
        }
        return detect(name, declaration: bytes.prefix(longestDeclaration), family)
    }

    /// The encoding of a document whose declaration has a name.
    private static func detect(_ name: String, declaration: ArraySlice<UInt8>, _ family: Family) -> Detection {
        // Expat knows these names itself. UTF-16 contradicts the bytes, and expat reports that with its place.
        if family.reader == nil {
            switch name.uppercased() {
            case "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE": return .found(byDeclaration)
            case "US-ASCII": return .found(declaredASCII)
            default: break
            }
        }
        let reason = "\(name) by the declaration"
        switch methods(named: name).first {
        case nil:
            return .refused("the encoding is \(reason), and \(refusal(ofDeclared: name))")
        case .latin1 where family.reader == nil:
            return .found(XMLEncoding(.latin1, reason))
        case .direct where family.reader == nil:
            return .found(XMLEncoding(.iconv(name: "UTF-8"), reason))
        case .iconv(let ours):
            // The declaration must name the same encoding when it is read in that encoding.
            let text = read(declaration, by: ours)
            let end = text.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? text.endIndex
            guard text.starts(with: ascii.opening), declaredName(in: text[..<end]) == name else { break }
            return .found(XMLEncoding(.iconv(name: ours), reason))
        case .latin1, .direct, .utf16, .utf32:
            break
        }
        return .found(XMLEncoding(unnamed(family).method, family.reason, isSettled: false))
    }

    /// The encoding of a family's bytes when no declaration names it.
    private static func unnamed(_ family: Family) -> XMLEncoding {
        guard let reader = family.reader else { return byDeclaration }
        return XMLEncoding(.iconv(name: reader), family.reason)
    }

    /// Bytes converted to UTF-8, up to the first byte that is invalid in an encoding.
    private static func read(_ bytes: ArraySlice<UInt8>, by encoding: String?) -> [UInt8] {
        guard let encoding else { return Array(bytes) }
        var text: [UInt8] = []
        if let converter = CharacterConverter(from: encoding) {
            _ = bytes.withUnsafeBytes { converter.convert($0, into: &text) }
        }
        return text
    }

    /// The encoding's name in an XML declaration (XML 1.0, productions 23, 80 and 81); `nil` without a valid one.
    private static func declaredName(in declaration: ArraySlice<UInt8>) -> String? {
        for (name, value) in WrittenTag(declaration).attributes {
            guard let value else { return nil }
            guard name.elementsEqual("encoding".utf8) else { continue }
            guard let first = value.first, isLetter(first), value.allSatisfy(isNameByte) else { return nil }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
    }
}

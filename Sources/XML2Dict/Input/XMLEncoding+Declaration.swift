// Finds the encoding that an XML declaration names (XML 1.0, appendix F).

extension XMLEncoding {
    private struct Family {
        let opening: [UInt8]
        /// An encoding that can read the declarations of the whole family, or `nil` for ASCII.
        let reader: String?
        let name: String
    }

    private static let ascii = Family(opening: Array("<?xml".utf8), reader: nil, name: "UTF-8")

    private static let families = [
        ascii,
        Family(opening: [0x4C, 0x6F, 0xA7, 0x94, 0x93], reader: "IBM037", name: "EBCDIC"),
        // The Japanese code pages have other bytes for small letters.
        Family(opening: [0x4C, 0x6F, 0xB7, 0x75, 0x74], reader: "IBM930", name: "EBCDIC"),
        // A text in ISO-2022-KR begins with this escape sequence (RFC 1557, section 2).
        Family(opening: [0x1B, 0x24, 0x29, 0x43] + ascii.opening, reader: "ISO-2022-KR", name: "ISO-2022-KR"),
    ]

    /// The number of bytes to search for the end of a declaration.
    static let longestDeclaration = 1024

    static func detectDeclared(_ bytes: [UInt8], isAll: Bool) -> Detection {
        if !isAll, families.contains(where: { bytes.count <= $0.opening.count && $0.opening.starts(with: bytes) }) {
            return .needsMore
        }
        guard let family = families.first(where: { bytes.starts(with: $0.opening) }) else {
            return .found(byDeclaration)
        }
        let text = read(bytes.prefix(longestDeclaration), by: family.reader)
        // A processing instruction such as <?xml-stylesheet …?> is not a declaration.
        guard WrittenTag(text[...]).isXMLDeclaration else { return .found(unnamed(family)) }
        guard let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            let isComplete = isAll || bytes.count >= longestDeclaration
            return isComplete ? .found(unnamed(family)) : .needsMore
        }
        guard let name = declaredName(in: text[...end]) else {
            guard family.name == "EBCDIC" else { return .found(unnamed(family)) }
            let remedy: ErrorMessage =
                "\(setting: "encoding") names it, as in \(setting: "encoding", "\"IBM1047\"")"
            return .refused("the bytes are EBCDIC, and the declaration does not name the encoding; \(remedy)")
        }
        return detect(name, declaration: bytes.prefix(longestDeclaration), family)
    }

    private static func detect(_ name: String, declaration: ArraySlice<UInt8>, _ family: Family) -> Detection {
        let upper = name.uppercased(), isASCII = family.reader == nil, evidence = "by the declaration"
        // Expat handles these encodings itself. ASCII bytes are not UTF-16, and expat reports this with a position.
        if isASCII, ["UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE"].contains(upper) { return .found(byDeclaration) }
        if isASCII, upper == "US-ASCII" { return .found(declaredASCII) }
        switch methods(named: name).first {
        case nil:
            return .refused(
                "the encoding \(name) of the declaration \(refusal(of: name)); \(setting: "encoding") names another"
            )
        case .latin1 where isASCII: return .found(XMLEncoding(.latin1, name, evidence))
        case .direct where isASCII: return .found(XMLEncoding(.iconv(name: "UTF-8"), name, evidence))
        case .iconv(let ours):
            // The bytes of the declaration, read in the declared encoding, must name this encoding again.
            let text = read(declaration, by: ours)
            let end = text.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? text.endIndex
            guard text.starts(with: ascii.opening), declaredName(in: text[..<end]) == name else { break }
            return .found(XMLEncoding(.iconv(name: ours), name, evidence))
        case .direct, .units: break
        }
        return .found(XMLEncoding(unnamed(family).method, family.name, byFirstBytes, isSettled: false))
    }

    private static func unnamed(_ family: Family) -> XMLEncoding {
        guard let reader = family.reader else { return byDeclaration }
        return XMLEncoding(.iconv(name: reader), family.name, byFirstBytes)
    }

    private static func read(_ bytes: ArraySlice<UInt8>, by encoding: String?) -> [UInt8] {
        guard let encoding else { return Array(bytes) }
        var text: [UInt8] = []
        if let converter = CharacterConverter(from: encoding) {
            _ = bytes.withUnsafeBytes { converter.convert($0, into: &text) }
        }
        return text
    }

    /// Returns the encoding's name in an XML declaration (XML 1.0, productions 23, 80 and 81), if the name is valid.
    private static func declaredName(in declaration: ArraySlice<UInt8>) -> String? {
        for (name, value) in WrittenTag(declaration).attributes {
            guard let value else { return nil }
            guard name.elementsEqual("encoding".utf8) else { continue }
            let isValid = isName(value) && value.first?.isDigit == false && !value.contains(UInt8(ascii: ":"))
            return isValid ? String(decoding: value, as: UTF8.self) : nil
        }
        return nil
    }
}

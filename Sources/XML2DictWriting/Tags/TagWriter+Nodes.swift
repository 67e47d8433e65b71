import XML2Dict

extension TagWriter {
    /// Writes a text as a CDATA section, or as several sections if the text contains `]]>` (XML 1.0, section 2.7).
    mutating func putSection(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try checkCharacters(text)
        try put("<![CDATA[")
        var rest = text[...]
        while let end = Self.firstOccurrence(of: "]]>", in: rest) {
            // One section ends after the brackets, and the next section begins before the `>`.
            try putPlain(rest[..<(end + 2)])
            try put("]]><![CDATA[")
            rest = rest[(end + 2)...]
        }
        try putPlain(rest)
        try put("]]>")
    }

    mutating func putComment(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try check(comment: text, isTrimmed: rules.trimsComments)
        try startLine()
        try put("<!--")
        try putPlain(text[...])
        if text.last == UInt8(ascii: "-") { try put(UInt8(ascii: " ")) }
        try put("-->")
    }

    mutating func check(comment text: UnsafeBufferPointer<UInt8>, isTrimmed: Bool) throws(WriteError) {
        let fits = isTrimmed || text.last != UInt8(ascii: "-")
        guard fits, Self.firstOccurrence(of: "--", in: text[...]) == nil else {
            throw .value("a comment cannot contain two hyphens, or end with one")
        }
        try checkCharacters(text)
    }

    mutating func putInstruction(_ target: Int32, _ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try check(instruction: target, text)
        try startLine()
        try put("<?")
        try put(names.view[Int(target)].utf8)
        if !text.isEmpty { try put(UInt8(ascii: " ")) }
        try putPlain(text[...])
        try put("?>")
    }

    mutating func check(instruction id: Int32, _ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        let name = names.checked(id), target = names.view[Int(id)]
        let isXML = target.byteCount == 3 && target.string.lowercased() == "xml"
        // The target of an instruction has no colon (Namespaces in XML 1.0, section 7).
        guard name.isValid, !isXML, !target.utf8.contains(UInt8(ascii: ":")) else {
            throw .value("'\(target.shortened)' cannot be the target of an instruction")
        }
        guard Self.firstOccurrence(of: "?>", in: text[...]) == nil else {
            throw .value("an instruction cannot contain ?>")
        }
        guard text.first.map(XMLWhitespace.contains) != true else {
            throw .value("the text of an instruction cannot begin with white space")
        }
        try checkCharacters(text)
        try checkASCII(target.utf8)
    }

    mutating func putDoctype(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard !hasRoot, !hasDoctype else {
            throw .value("a document has one DOCTYPE at most, before its root")
        }
        try checkCharacters(text)
        guard rules.doctypes.accept(String(decoding: text, as: UTF8.self)) else {
            throw .value("this is not the content of a DOCTYPE")
        }
        hasDoctype = true
        try startLine()
        try put("<!DOCTYPE ")
        try putPlain(text[...])
        try put(UInt8(ascii: ">"))
    }

    private static func firstOccurrence(of mark: StaticString, in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let bytes = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        guard text.count >= bytes.count else { return nil }
        return (text.startIndex...text.endIndex - bytes.count).first { text[$0...].starts(with: bytes) }
    }

    mutating func putXMLDeclaration(_ declaration: XMLDeclaration?) throws(WriteError) {
        guard rules.format.hasDeclaration else { return }
        guard let declaration else {
            try put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
            return try endLine()
        }
        guard let version = declaration.version else {
            guard declaration.encoding == nil, declaration.standalone == nil else {
                throw .value("an XML declaration needs a version")
            }
            return
        }
        let isKnown = version.starts(with: "1.".utf8) && version.count > 2
        guard isKnown, version.dropFirst(2).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw .value("'\(String(shortening: version))' is not a version of XML, such as 1.0")
        }
        try put("<?xml version=\"")
        try put(version)
        if let encoding = declaration.encoding {
            try put("\" encoding=\"")
            // The writer writes UTF-8, even if the document that was read had another encoding.
            let isUTF8 = String(decoding: encoding, as: UTF8.self).uppercased() == "UTF-8"
            if isUTF8 { try put(encoding) } else { try put("UTF-8") }
        }
        if let word = declaration.standalone {
            guard word.elementsEqual("yes".utf8) || word.elementsEqual("no".utf8) else {
                throw .value("standalone is yes or no, not '\(String(shortening: word))'")
            }
            try put("\" standalone=\"")
            try put(word)
        }
        try put("\"?>")
        try endLine()
    }
}

struct XMLDeclaration {
    var version, encoding, standalone: UnsafeBufferPointer<UInt8>?
}

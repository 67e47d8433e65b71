import XML2Dict

/// Writing CDATA sections, comments, processing instructions and the DOCTYPE.
extension XMLTextWriter {
    /// Writes a text as a CDATA section, or as several where it contains `]]>` (XML 1.0, section 2.7).
    mutating func putSection(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        try checkCharacters(text)
        try put("<![CDATA[")
        var rest = text[...]
        while let end = Self.firstOccurrence(of: "]]>", in: rest) {
            // One section ends between the brackets and the sign, and the next one begins.
            try putPlain(rest[..<(end + 2)])
            try put("]]><![CDATA[")
            rest = rest[(end + 2)...]
        }
        try putPlain(rest)
        try put("]]>")
    }

    /// Writes a comment (XML 1.0, section 2.5).
    mutating func putComment(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        // The reader trims comments where it trims text, but not beside a key of order.
        let endsWithHyphen = text.last == UInt8(ascii: "-")
        let isTrimmed = rules.trims && !rules.dropsLayout && !rules.form.keepsOrder
        guard Self.firstOccurrence(of: "--", in: text[...]) == nil, !endsWithHyphen || isTrimmed else {
            throw .value(.invalidNode, "a comment cannot contain two hyphens, or end with one")
        }
        try checkCharacters(text)
        try startLine(depth: stack.count - 1)
        try put("<!--")
        try putPlain(text[...])
        if endsWithHyphen { try put(UInt8(ascii: " ")) }
        try put("-->")
    }

    /// Writes the instructions of a dictionary: their targets and their texts.
    mutating func writeInstructions(_ instructions: Entry, _ tree: StorageView) throws(WriteError) {
        for place in 0..<instructions.childCount {
            let entry = tree.child(of: instructions, at: place)
            let items = entry.kind == .array ? entry.length : 1
            for item in 0..<items {
                let content = entry.kind == .array ? tree.entries[entry.offset + item] : entry
                guard content.isText || content.kind == .null else {
                    throw .value(.invalidForm, "an instruction is a dictionary of its target and its text")
                }
                try putInstruction(tree.names[entry.key], Self.text(of: content, tree))
            }
        }
    }

    /// Writes an instruction (XML 1.0, section 2.6).
    private mutating func putInstruction(_ target: Name, _ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        let name = names.writtenName(names.number(of: target.utf8))
        let isXML = target.byteCount == 3 && target.string.lowercased() == "xml"
        // An instruction is no part of a namespace, so its target has no colon (Namespaces in XML 1.0, section 7).
        guard name.isValid, !isXML, !target.utf8.contains(UInt8(ascii: ":")) else {
            throw .value(.invalidName, "'\(target.shortened)' cannot be the target of an instruction")
        }
        guard Self.firstOccurrence(of: "?>", in: text[...]) == nil else {
            throw .value(.invalidNode, "an instruction cannot contain ?>")
        }
        guard text.first.map(XMLWhitespace.contains) != true else {
            throw .value(.invalidNode, "the text of an instruction cannot begin with white space")
        }
        try checkCharacters(text)
        try startLine(depth: stack.count - 1)
        try put("<?")
        try putPlainName(target.utf8)
        if !text.isEmpty { try put(UInt8(ascii: " ")) }
        try putPlain(text[...])
        try put("?>")
    }

    /// Writes a DOCTYPE that a reader reads as the same one.
    mutating func putDoctype(_ text: UnsafeBufferPointer<UInt8>) throws(WriteError) {
        guard !hasRoot, !hasDoctype else {
            throw .value(.invalidForm, "a document has one DOCTYPE at most, before its root")
        }
        try checkCharacters(text)
        guard rules.doctypes.accept(String(decoding: text, as: UTF8.self)) else {
            throw .value(.invalidNode, "this is not the content of a DOCTYPE")
        }
        hasDoctype = true
        try startLine(depth: 0)
        try put("<!DOCTYPE ")
        try putPlain(text[...])
        try put(UInt8(ascii: ">"))
    }

    private static func firstOccurrence(of mark: StaticString, in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let bytes = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        guard text.count >= bytes.count else { return nil }
        return (text.startIndex...text.endIndex - bytes.count).first { text[$0...].starts(with: bytes) }
    }
}

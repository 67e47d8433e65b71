/// Writing CDATA sections, comments, processing instructions and the DOCTYPE, and text.
extension XMLTextWriter {
    /// Writes the text of an element: a string, or several, of which the last is text.
    mutating func writeTexts(_ entry: Entry, _ key: WrittenNames.Key, _ number: Int, _ tree: StorageView) throws(Stop) {
        guard entry.kind == .array else { return try writeText(entry, tree) }
        // Attributes and elements with the key of text are before it.
        let top = stack.count &- 1
        stack[top].itemStart = entry.offset
        stack[top].item = entry.offset
        stack[top].itemEnd = entry.offset &+ entry.length
    }

    mutating func writeText(_ entry: Entry, _ tree: StorageView) throws(Stop) {
        guard !(stack.last?.flags.contains(.isDocument) ?? true) else {
            throw .value(.invalidForm, "text cannot be beside the root")
        }
        guard entry.isText else {
            if entry.kind == .null { return }
            throw .value(.invalidForm, "text is a string, a number or a boolean")
        }
        try putText(tree.text(entry), keepsSpace: true)
    }

    /// Writes a node, or each of several.
    mutating func writeNodes(_ entry: Entry, _ meaning: WrittenNames.Meaning, _ tree: StorageView) throws(Stop) {
        guard entry.kind == .array else { return try writeNode(entry, meaning, tree) }
        for place in 0..<entry.length {
            try writeNode(tree.entries[entry.offset &+ place], meaning, tree)
        }
    }

    private mutating func writeNode(_ entry: Entry, _ meaning: WrittenNames.Meaning, _ tree: StorageView) throws(Stop) {
        if meaning == .instruction { return try writeInstructions(entry, tree) }
        guard entry.isText || entry.kind == .null else {
            throw .value(.invalidForm, "a comment, a CDATA section or a DOCTYPE is a string")
        }
        let text = entry.kind == .null ? UnsafeBufferPointer(start: nil, count: 0) : tree.text(entry)
        switch meaning {
        case .cdata: try putSection(text)
        case .comment: try putComment(text)
        default: try putDoctype(text)
        }
    }

    private mutating func putSection(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        try put("<![CDATA[")
        try checkCharacters(text, allowsReturn: false)
        var rest = text[...]
        while let end = Self.firstOccurrence(of: "]]>", in: rest) {
            // One section ends between the brackets and the sign, and the next one begins.
            try put(UnsafeBufferPointer(rebasing: rest[..<(end + 2)]))
            try put("]]><![CDATA[")
            rest = rest[(end + 2)...]
        }
        try put(UnsafeBufferPointer(rebasing: rest))
        try put("]]>")
    }

    private mutating func putComment(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        guard Self.firstOccurrence(of: "--", in: text[...]) == nil, text.last != UInt8(ascii: "-") else {
            throw .value(.invalidNode, "a comment cannot contain two hyphens, or end with one")
        }
        try startLine(depth: stack.count - 1)
        try put("<!--")
        try checkCharacters(text, allowsReturn: false)
        try put(text)
        try put("-->")
    }

    private mutating func writeInstructions(_ entry: Entry, _ tree: StorageView) throws(Stop) {
        guard entry.kind == .dictionary else {
            throw .value(.invalidForm, "an instruction is a dictionary of its target and its text")
        }
        for place in 0..<entry.length {
            let entry = tree.entries[entry.offset &+ place]
            let items = entry.kind == .array ? entry.offset..<entry.offset + entry.length : 0..<1
            for item in items {
                let content = entry.kind == .array ? tree.entries[item] : entry
                guard content.isText || content.kind == .null else {
                    throw .value(.invalidForm, "an instruction is a dictionary of its target and its text")
                }
                let text = content.kind == .null ? UnsafeBufferPointer(start: nil, count: 0) : tree.text(content)
                try putInstruction(tree.names[entry.key], text, tree, entry.key)
            }
        }
    }

    private mutating func putInstruction(
        _ target: Name,
        _ text: UnsafeBufferPointer<UInt8>,
        _ tree: StorageView,
        _ key: Int
    ) throws(Stop) {
        let name = try lookUp { names throws(BuildError) in try names.writtenName(names.number(of: key, tree)) }
        let isXML = target.byteCount == 3 && target.string.lowercased() == "xml"
        guard name.isValid, !isXML else {
            throw .value(.invalidName, "'\(target.shortened)' cannot be the target of an instruction")
        }
        guard Self.firstOccurrence(of: "?>", in: text[...]) == nil else {
            throw .value(.invalidNode, "an instruction cannot contain ?>")
        }
        try startLine(depth: stack.count - 1)
        try put("<?")
        try put(target.utf8)
        if !text.isEmpty { try put(UInt8(ascii: " ")) }
        try checkCharacters(text, allowsReturn: false)
        try put(text)
        try put("?>")
    }

    /// Writes a DOCTYPE that the reader reads as the same one.
    private mutating func putDoctype(_ text: UnsafeBufferPointer<UInt8>) throws(Stop) {
        guard stack.last?.flags.contains(.isDocument) ?? false else {
            throw .value(.invalidForm, "a DOCTYPE can only be before the root")
        }
        var options = XMLOptions()
        options.doctypeKey = "#doctype"
        let source = String(decoding: text, as: UTF8.self)
        let read = try? XMLReader(options).read(.string("<!DOCTYPE \(source)><a/>"))
        guard let found = read?["#doctype"]?.string, found.utf8.elementsEqual(source.utf8) else {
            throw .value(.invalidNode, "this is not the content of a DOCTYPE")
        }
        try startLine(depth: 0)
        try put("<!DOCTYPE ")
        try put(text)
        try put(UInt8(ascii: ">"))
    }

    private static func firstOccurrence(of mark: StaticString, in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let bytes = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        guard text.count >= bytes.count else { return nil }
        return (text.startIndex...text.endIndex - bytes.count).first { text[$0...].starts(with: bytes) }
    }
}

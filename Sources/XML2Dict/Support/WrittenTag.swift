/// The text of a tag or a processing instruction, which may not be well-formed.
package struct WrittenTag {
    let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The name, or `nil` if the bytes begin no tag and no processing instruction, or if no byte follows the name.
    var name: ArraySlice<UInt8>? {
        let marks = "/?".utf8
        guard bytes.first == UInt8(ascii: "<"), let second = bytes.dropFirst().first else { return nil }
        let rest = bytes.dropFirst(marks.contains(second) ? 2 : 1)
        let name = rest.prefix { !$0.endsName }
        return name.first?.beginsName == true && name.endIndex < bytes.endIndex ? name : nil
    }

    var isWhole: Bool { bytes.last == UInt8(ascii: ">") && name?.allSatisfy(\.isInName) == true }

    var isEmpty: Bool { bytes.suffix(2).elementsEqual("/>".utf8) }

    var isXMLDeclaration: Bool {
        bytes.starts(with: "<?xml".utf8) && bytes.dropFirst(5).first.map(XMLWhitespace.contains) == true
    }

    /// Calls `body` with the name and the attributes of a start tag in expat's form, valid only during the call.
    ///
    /// The list lacks attributes without a value. References such as `&amp;` stay in the values.
    package func withAttributes<Result, Failure: Error>(
        _ body: (CString, AttributeList) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let name else { return nil }
        var strings = TagStrings()
        name.withUnsafeBufferPointer { strings.begin($0) }
        for (name, value) in attributes {
            name.withUnsafeBufferPointer { name in
                value?.withUnsafeBufferPointer { strings.addAttribute(name, $0) }
            }
        }
        let tag = strings.end()
        return try withExtendedLifetime(strings) { () throws(Failure) in try body(tag.name, tag.attributes) }
    }

    /// The attributes, with references as they are written, and with `nil` for a value that is not well-formed.
    var attributes: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)] {
        var found: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)] = []
        var rest = bytes[(name?.endIndex ?? bytes.endIndex)...]
        while let start = rest.firstIndex(where: { !$0.endsName }) {
            let name = rest[start...].prefix { !$0.endsName && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...].drop(while: XMLWhitespace.contains)
            var value: ArraySlice<UInt8>?
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst().drop(while: XMLWhitespace.contains)
                let quote = rest.first.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
                if let quote, let end = rest.dropFirst().firstIndex(of: quote) {
                    value = rest[..<end].dropFirst()
                    rest = rest[(end + 1)...]
                } else {
                    rest = rest.drop { !$0.endsName }
                }
            }
            found.append((name, value))
        }
        return found
    }
}

extension UInt8 {
    fileprivate var endsName: Bool {
        XMLWhitespace.contains(self) || "/><?".utf8.contains(self)
    }
}

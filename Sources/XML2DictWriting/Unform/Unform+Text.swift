import XML2Dict

extension Unform {
    @inline(__always)
    mutating func wholeText(of value: Entry, _ names: inout TagNames) -> UnsafeBufferPointer<UInt8>? {
        switch value.kind {
        case .dictionary, .array: nil
        case .textOnly: keys.key(tree.textKey, tree, &names).role == .text ? tree.text(value) : nil
        case .string, .number, .boolean, .name: tree.text(value)
        case .null: UnsafeBufferPointer(start: nil, count: 0)
        }
    }

    /// Determines whether a format may add white space in the element whose nodes begin at `start`.
    ///
    /// A reader that drops layout keeps all white space of an element without children. Beside children, the reader
    /// drops text that is only white space.
    @inline(__always)
    mutating func text(from start: Int, _ names: inout TagNames) -> TagWriter.ElementText {
        guard rules.dropsLayout else { return hasText ? .some : .none }
        return textBesideLayout(from: start, &names)
    }

    @inline(never)
    private mutating func textBesideLayout(from start: Int, _ names: inout TagNames) -> TagWriter.ElementText {
        var hasChildren = false, isBlank = true
        for index in start..<nodes.count {
            let node = nodes[index]
            if node.kind == .child { hasChildren = true }
            for item in node.item..<node.itemEnd where node.kind != .child {
                let entry = tree.content(of: node, at: item)
                switch node.kind == .ordered ? kind(ofOrdered: entry, &names) : node.kind {
                case .child: hasChildren = true
                case .text: isBlank = isBlank && tree.text(entry).allSatisfy(XMLWhitespace.contains)
                // Beside a CDATA section, all white space is text.
                case .cdata: return .some
                default: break
                }
            }
        }
        guard hasChildren else { return .some }
        return !hasText ? .none : isBlank ? .blank : .some
    }
}

extension UnformRules {
    @inline(__always)
    func textStart(of array: Entry, _ key: WrittenNames.Key, textCount: Int) -> Int {
        guard key.role == .text, isTextKeyName else { return 0 }
        // In the array, attributes with the text key precede texts. Without an order, elements precede texts too.
        return max(0, array.length &- textCount)
    }
}

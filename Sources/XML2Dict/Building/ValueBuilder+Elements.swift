/// What an element becomes when its end tag has come.
extension ValueBuilder {
    @inline(__always)
    mutating func fold(from start: Int, under key: Int) throws(BuildError) -> Entry {
        try fold(pending.base + start, pending.count &- start, under: key)
    }

    @inline(__always)
    private mutating func fold(
        _ run: UnsafePointer<Entry>,
        _ count: Int,
        under key: Int
    ) throws(BuildError) -> Entry {
        let offset = entries.count
        let length = try folding.appendDictionary(of: run, count: count, nameCount: names.count, to: &entries)
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: .dictionary, length: length, offset: offset)
    }

    @inline(__always)
    func textOnly(_ text: Entry, under key: Int) -> Entry {
        if rules.textOnlyIsString { return text.under(key: key) }
        return Entry(key: key, kind: .textOnly, length: text.length, offset: text.offset)
    }

    func empty(under key: Int) -> Entry? {
        switch rules.empty {
        case .dictionary: emptyDictionary(under: key)
        case .null: Entry(key: key, kind: .null, length: 0, offset: 0)
        case .string: Entry(key: key, kind: .string, length: 0, offset: 0)
        case .omitted: open.count > outerDepth ? nil : emptyDictionary(under: key)
        }
    }

    func emptyDictionary(under key: Int) -> Entry {
        Entry(key: key, kind: .dictionary, length: 0, offset: 0)
    }

    // MARK: With the options that change more

    /// Ends the innermost open element by all the rules there are.
    @inline(never)
    mutating func endUnusual(_ element: OpenElement) throws(BuildError) {
        if rules.isOrdered, bytes.count != textStart { try endRun(isLast: true) }
        open.count &-= 1
        let text = try takeText(of: element)
        let found = pending.count &- element.pendingStart
        var ended: Entry?
        do throws(BuildError) {
            ended = rules.isOrdered ? try array(of: element, found) : try unlisted(element, text, found)
        } catch {
            // What is wrong is wrong in this element, which still lies where it lay.
            open.count &+= 1
            throw error
        }
        pending.count = element.pendingStart
        var meaning = element.writtenName
        if rules.refusesCollisions, rules.resolvesElements {
            meaning = try resolver.identity(ofElement: meaning, &names)
        }
        if rules.tracksNamespaces { resolver.leave(open.count) }
        if rules.keepsLines, let entry = ended {
            ended = try lines.note(entry, Int(clamping: element.line), isOrdered: rules.isOrdered)
        }
        guard let entry = ended else { return }
        // A root and a record stand alone.
        let isListed = (rules.listsAll || element.marks.contains(.list)) && open.count > outerDepth && !rules.isOrdered
        try push(isListed ? entry.listed : entry, .element, element.writtenName, meaning: meaning)
    }

    /// What an element becomes, but for its being in an array; `nil` when it is left out.
    private mutating func unlisted(
        _ element: OpenElement,
        _ text: Entry?,
        _ found: Int
    ) throws(BuildError) -> Entry? {
        if element.isNil, text == nil, found == Int(element.attributeCount) {
            return Entry(key: element.key, kind: .null, length: 0, offset: 0)
        }
        guard let text else {
            return found == 0 ? empty(under: element.key) : try dictionary(of: element, hasText: false)
        }
        let value = try typed(text, element.marks)
        textStart = bytes.count
        if found == 0 {
            if rules.textOnlyIsString, !element.marks.contains(.dictionary) { return value.under(key: element.key) }
            if value.kind == .string {
                return Entry(key: element.key, kind: .textOnly, length: value.length, offset: value.offset)
            }
        }
        guard found == 0 || rules.keepsTextBeside else { return try dictionary(of: element) }
        try push(value, .text, keys.text)
        return try dictionary(of: element, hasText: true)
    }

    /// The dictionary of what was found in an element.
    private mutating func dictionary(
        of element: OpenElement,
        hasText: Bool = false
    ) throws(BuildError) -> Entry {
        if rules.refusesCollisions { try refuseCollisions(from: element.pendingStart, in: element) }
        let dictionary = try fold(from: element.pendingStart, under: element.key)
        guard rules.unwrapsSiblings, !hasText, dictionary.length == 1, hasOnlySiblings(element) else {
            return dictionary
        }
        return entries.base[dictionary.offset].under(key: element.key)
    }

    /// Whether elements are all that was found in an element, and they are an array, be it of one.
    private func hasOnlySiblings(_ element: OpenElement) -> Bool {
        guard element.attributeCount == 0, !element.hasAsides else { return false }
        return pending.count - element.pendingStart > 1 || pending.base[element.pendingStart].isListed
    }

    /// The array of an element whose order is kept: its name, its attributes if there are any, and its content.
    private mutating func array(of element: OpenElement, _ found: Int) throws(BuildError) -> Entry {
        let attributeCount = Int(element.attributeCount)
        let run = pending.base + element.pendingStart
        var attributes: Entry?
        if attributeCount > 0 {
            if rules.refusesCollisions {
                try refuseCollisions(element.pendingStart..<element.pendingStart + attributeCount, in: element)
            }
            attributes = try fold(run, attributeCount, under: keys.text)
        }
        let offset = entries.count
        guard entries.append(.name(element.key, key: keys.text)) else { throw .outOfMemory }
        if let attributes {
            guard entries.append(attributes) else { throw .outOfMemory }
        }
        guard entries.append(run + attributeCount, count: found - attributeCount) else { throw .outOfMemory }
        let length = entries.count - offset
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: element.key, kind: .array, length: length, offset: offset)
    }

    // MARK: Collisions

    mutating func refuseCollisions(from start: Int, in element: OpenElement?) throws(BuildError) {
        try refuseCollisions(start..<pending.count, in: element)
    }

    private mutating func refuseCollisions(_ range: Range<Int>, in element: OpenElement?) throws(BuildError) {
        guard let (first, second) = try collisions.find(in: pending, range, nameCount: names.count) else { return }
        let key = names.names[pending.base[range.lowerBound + second.offset].key].string.shortened
        var place = ""
        if let element { place = "in <\(name(of: element))>, " }
        let one = collisions.describe(first, names.names), other = collisions.describe(second.origin, names.names)
        throw .collision(
            "\(place)\(one) and \(other) share the key '\(key)'; \(setting: "onCollision", ".folded") makes an array of them"
        )
    }
}

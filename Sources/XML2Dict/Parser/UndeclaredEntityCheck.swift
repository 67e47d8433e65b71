/// A check for references that expat would silently leave out of attribute values.
///
/// If a document has an external subset or uses a parameter entity, an undeclared general entity is not an error of
/// well-formedness (XML 1.0, section 4.1), because a file that was not read may declare the entity. Expat reports a
/// skipped reference in text, but not in an attribute value: `1&nbsp;2` becomes `12`. So, in such documents only, we
/// search the source of each tag for references to undeclared entities.
struct UndeclaredEntityCheck {
    var isNeeded = false

    private var entities = EntityGraph()

    private var htmlEntities: Set<[UInt8]> = []

    private(set) var count = 0

    /// The unchecked references in the texts of parameter entities.
    private var inParameterEntities: Set<[UInt8]> = []

    /// The entities that refer to no undeclared entity, not even through other entities.
    private var resolved: Set<[UInt8]> = []

    /// The entities that need no declaration (XML 1.0, section 4.6).
    static let predefined: Set<[UInt8]> = Set(["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) })

    /// Counts a declaration, and stores the references of an entity whose text is in the document.
    mutating func declare(
        _ name: [UInt8],
        text: UnsafeRawBufferPointer?,
        isParameterEntity: Bool
    ) throws(EntityGraph.DeclarationError) {
        count += 1
        guard let text = text?[...] else { return }
        guard isParameterEntity else {
            return try entities.declare(name, references: Self.references(inContent: text))
        }
        inParameterEntities.formUnion(Self.references(in: text))
        let percent = UInt8(ascii: "%")
        let others = Self.references(in: text, mark: percent).map { [percent] + $0 }
        try entities.declare([percent] + name, references: others)
    }

    mutating func declareHTMLEntity(_ name: [UInt8]) {
        htmlEntities.insert(name)
    }

    func isDeclared(_ name: String) -> Bool {
        entities.references(of: Array(name.utf8)) != nil
    }

    /// The first undeclared entity that the source of a tag refers to, directly or through other entities.
    mutating func firstUndeclared(in source: EventContext.Bytes) -> [UInt8]? {
        guard source.contains(UInt8(ascii: "&")) else { return nil }
        return firstUndeclared(among: Self.references(in: source))
    }

    mutating func firstUndeclaredInParameterEntities() -> [UInt8]? {
        guard !inParameterEntities.isEmpty else { return nil }
        let undeclared = firstUndeclared(among: inParameterEntities.sorted { $0.lexicographicallyPrecedes($1) })
        // Checked references need no second check, because a declared entity stays declared.
        if undeclared == nil { inParameterEntities = [] }
        return undeclared
    }

    mutating func firstUndeclared(among references: [[UInt8]]) -> [UInt8]? {
        var names = references
        var seen = Set(names)
        var next = 0
        while next < names.count {
            let name = names[next]
            next += 1
            if Self.predefined.contains(name) || resolved.contains(name) || htmlEntities.contains(name) { continue }
            guard let references = entities.references(of: name) else { return name }
            names += references.filter { seen.insert($0).inserted }
        }
        resolved.formUnion(seen)
        return nil
    }

    /// Returns the entity whose text refers to `name`, found from `references`, or `nil` if `references` has `name`.
    func referrer(of name: [UInt8], among references: [[UInt8]]) -> [UInt8]? {
        guard !references.contains(name) else { return nil }
        var names = references
        var seen = Set(names)
        var next = 0
        while next < names.count {
            let inText = entities.references(of: names[next]) ?? []
            if inText.contains(name) { return names[next] }
            names += inText.filter { seen.insert($0).inserted }
            next += 1
        }
        return nil
    }

    /// Returns each `name` of references such as `&name;`, or `%name;` for the mark `%`, once, but no `&#65;`.
    static func references(in source: EventContext.Bytes, mark: UInt8 = UInt8(ascii: "&")) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        var rest = source
        while let start = rest.firstIndex(of: mark) {
            rest = rest[(start + 1)...]
            let name = Array(rest.prefix(while: \.isInName))
            rest = rest.dropFirst(name.count)
            guard rest.first == UInt8(ascii: ";"), !name.isEmpty, seen.insert(name).inserted else { continue }
            names.append(name)
        }
        return names
    }

    /// Returns the references in content, but not in comments, CDATA sections and instructions (XML 1.0, section 4.4).
    ///
    /// The text after a section without an end does not matter, because expat refuses to expand such an entity.
    private static func references(inContent source: EventContext.Bytes) -> [[UInt8]] {
        let text = UnsafeRawBufferPointer(rebasing: source)
        let withoutReferences: [MarkupScanner.Kind?] = [.comment, .section, .instruction]
        var scanner = MarkupScanner()
        var rest: [UInt8] = [], start = 0
        while let markup = scanner.next(in: text) {
            guard withoutReferences.contains(markup.kind) else { continue }
            // The `<` separates the text before the section from the text after the section.
            rest += text[start..<markup.range.lowerBound] + [UInt8(ascii: "<")]
            start = markup.range.upperBound
        }
        let end = withoutReferences.contains(scanner.kind) ? scanner.start : nil
        rest += text[start..<(end ?? text.count)]
        return rest.withUnsafeBytes { references(in: $0[...]) }
    }
}

/// The graph of the entities that a document declares, with their references to each other.
///
/// A parameter entity's name begins with `%` here, which no name in XML does. The declarations
///
///     <!ENTITY a "x"> <!ENTITY b "&a;&a;"> <!ENTITY c "&b;&d;"> <!ENTITY d "&b;">
///
/// become:
///
///     entities     a: depth 1     b → a: depth 2     c → b, d: depth 4     d → b: depth 3
///     referrers    a ← b          b ← c, d           d ← c
///
/// An entity may refer to a later one: `c` is at depth 3 until `d` is declared. So each declaration raises the entities
/// that refer to it. The limit of the depth bounds how often an entity is raised, so all declarations together take
/// linear time.
struct EntityGraph {
    /// An entity whose text is in the document.
    private struct Entity {
        /// The entities that its text refers to, each once, in order.
        let references: [[UInt8]]
        /// The length of the longest chain of references from the entity, itself included.
        var depth: Int
    }

    /// The reason to refuse a declaration.
    enum DeclarationError: Error {
        /// The depth of an entity exceeds the limit.
        case tooDeep
        /// An entity refers to itself through others (XML 1.0, constraint "No Recursion").
        case circular
    }

    /// The declared entities by name.
    private var entities: [[UInt8]: Entity] = [:]
    /// The entities that refer to an entity, by its name.
    private var referrers: [[UInt8]: [[UInt8]]] = [:]
    private let maximumDepth: Int

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    /// The entities that an entity refers to; `nil` when it has no text in the document.
    func references(of name: [UInt8]) -> [[UInt8]]? {
        entities[name]?.references
    }

    /// Adds an entity; only the first declaration of a name counts (XML 1.0, section 4.2).
    ///
    /// Expat itself refuses an entity that refers directly to itself, when the document uses it.
    ///
    /// - Throws: A `DeclarationError`.
    mutating func declare(_ name: [UInt8], references: [[UInt8]]) throws(DeclarationError) {
        guard entities[name] == nil else { return }
        let others = references.filter { $0 != name }
        let depth = 1 + (others.compactMap { entities[$0]?.depth }.max() ?? 0)
        entities[name] = Entity(references: references, depth: depth)
        for other in others { referrers[other, default: []].append(name) }
        try raiseReferrers(of: name)
    }

    private mutating func raiseReferrers(of declared: [UInt8]) throws(DeclarationError) {
        var raised = [declared]
        while let name = raised.popLast() {
            let depth = entities[name]?.depth ?? 0
            guard depth <= maximumDepth else { throw .tooDeep }
            for referrer in referrers[name] ?? [] {
                guard referrer != declared else { throw .circular }
                guard let known = entities[referrer]?.depth, known <= depth else { continue }
                entities[referrer]?.depth = depth + 1
                raised.append(referrer)
            }
        }
    }
}

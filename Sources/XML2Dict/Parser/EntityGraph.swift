/// The entities that a document declares, and which refers to which.
///
/// A parameter entity's name begins with `%` here, which no name does. Of
///
///     <!ENTITY a "x"> <!ENTITY b "&a;&a;"> <!ENTITY c "&b;&d;"> <!ENTITY d "&b;">
///
/// it knows:
///
///     entities     a: depth 1     b → a: depth 2     c → b, d: depth 4     d → b: depth 3
///     referrers    a ← b          b ← c, d           d ← c
///
/// An entity may refer to one that is declared later: `c` was at depth 3 until `d` came. So each declaration raises those that refer to
/// it. No entity is raised more often than the bound of the depth is high, so all declarations together take linear time.
struct EntityGraph {
    /// An entity whose text is in the document.
    private struct Entity {
        /// The entities that its text refers to, each once, in order.
        let references: [[UInt8]]
        /// How many entities are open, itself included, when the innermost one of those is.
        var depth: Int
    }

    /// Why a declaration is refused.
    enum DeclarationError: Error {
        /// Entities refer to one another deeper than allowed.
        case tooDeep
        /// An entity refers to itself by way of others (XML 1.0, constraint "No Recursion").
        case circular
    }

    private var entities: [[UInt8]: Entity] = [:]
    private var referrers: [[UInt8]: [[UInt8]]] = [:]
    private let maximumDepth: Int

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    /// The entities that an entity refers to; `nil` when it has no text in the document.
    func references(of name: [UInt8]) -> [[UInt8]]? {
        entities[name]?.references
    }

    /// Adds an entity; the first declaration of a name is the one that counts (XML 1.0, section 4.2).
    ///
    /// The parser finds out itself that an entity names itself, when it is used.
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

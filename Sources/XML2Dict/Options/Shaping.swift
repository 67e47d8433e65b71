/// The members of `ValueShaper` that options need.
package protocol Shaper: AnyObject, Sendable {
    /// Whether the shaper's sessions are of the type `ElementShaper`, and so follow the elements of a document.
    var followsElements: Bool { get }

    var fillsMissingLists: Bool { get }

    /// Returns the namespace that the schema declares for the prefix of a name.
    func namespace(ofName name: String) -> String?

    var deliversMismatches: Bool { get }

    func report(_ error: XMLError)
}

package struct Shaping: Hashable, Sendable {
    enum Fault {
        case shaper
        case error
        case skip
    }

    package let shaper: any Shaper
    var fault = Fault.shaper

    package init(_ shaper: any Shaper) {
        self.shaper = shaper
    }

    var outcome: Fault {
        switch fault {
        case .error: .error
        case .shaper, .skip: shaper.deliversMismatches ? .shaper : fault == .skip ? .skip : .error
        }
    }

    package static func == (one: Shaping, other: Shaping) -> Bool {
        one.shaper === other.shaper && one.fault == other.fault
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shaper)) }
}

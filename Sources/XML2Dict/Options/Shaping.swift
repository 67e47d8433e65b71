/// The part of a `ValueShaper` that options need.
package protocol Shaper: AnyObject, Sendable {
    /// Whether its sessions follow the elements of a document: see `ElementShaper`.
    var followsElements: Bool { get }

    /// Whether an empty array takes the place of a missing one.
    var fillsMissingLists: Bool { get }

    /// The namespace for which its schema declares the prefix of a name; `nil` for none.
    func namespace(ofName name: String) -> String?

    /// Whether values that do not fit are delivered, and only reported.
    var deliversMismatches: Bool { get }

    /// Reports a mismatch of a value that is delivered.
    func report(_ error: XMLError)
}

/// The shaper of the options, with the treatment of mismatches.
package struct Shaping: Hashable, Sendable {
    /// How a value that does not fit is handled.
    enum Fault {
        /// The shaper decides: the value is delivered, or an error ends the document.
        case shaper
        /// An error ends the document, or a part of it.
        case error
        /// The record is left out and reported.
        case skip
    }

    package let shaper: any Shaper
    var fault = Fault.shaper

    package init(_ shaper: any Shaper) {
        self.shaper = shaper
    }

    /// The builder's reaction to the result of the shaper.
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

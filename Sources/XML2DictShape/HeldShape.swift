public import XML2Dict

/// A schema that all values of a reader are held to.
///
/// ```swift
/// var held = XMLOptions.xmltodict
/// let item = try JSONSchema(#"{"properties": {"tag": {"type": "array"}}}"#)
/// held.heldShape = HeldShape(item, fillsMissingLists: true)
/// var items = try XMLReader(held).records(at: "channel/item", in: .file("feed.xml"))
/// ```
///
/// Every record that the reader returns, or every document, fits the schema. Where the schema says array, a single value
/// is in an array. Where it says number, integer or boolean, a text becomes one, as
/// ``/XML2Dict/XMLOptions/typesByPath`` does it. An empty text becomes null where null is allowed and a string is not. A
/// value that does not fit is an ``/XML2Dict/XMLError`` with the code `mismatch`; with ``Mismatch/warn(_:)``
/// it is delivered.
///
/// It applies after all other options, under every convention with elements as dictionaries.
public final class HeldShape: Sendable {
    /// How a value that does not fit is handled.
    public enum Mismatch: Sendable {
        /// An error ends the document; a reader that skips broken records skips the record.
        case error
        /// The value is delivered, and a part that does not fit stays unconverted. The first mismatch is reported at
        /// each of at most 100 places in the schema.
        case warn(@Sendable (XMLError) -> Void)
    }

    private let schema: JSONSchema
    /// Whether a missing key becomes an empty array, if its schema is an array without `minItems` and `null`.
    public let fillsMissingLists: Bool
    private let onMismatch: Mismatch
    private let findings = Findings()

    /// - Parameters:
    ///   - schema: The schema.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: How a value that does not fit is handled.
    public init(_ schema: JSONSchema, fillsMissingLists: Bool = false, onMismatch: Mismatch = .error) {
        self.schema = schema
        self.fillsMissingLists = fillsMissingLists
        self.onMismatch = onMismatch
    }

    /// How many mismatches of delivered values there were, also those that were not reported.
    public var mismatchCount: Int { findings.lock.locked { findings.count } }

    /// What readers have found, under a lock.
    private final class Findings: @unchecked Sendable {
        let lock = Monitor()
        var count = 0
        var reported: Set<Place> = []
    }

    /// A place of the schema, and what was wrong there.
    private struct Place: Hashable {
        let node: Int
        let fault: SchemaWalker.Fault
        let name: [UInt8]?
    }

    /// Counts a mismatch.
    ///
    /// - Returns: Whether to report it: it is the first one at its place, and fewer than 100 places are reported.
    private func isNew(_ node: Int, _ fault: SchemaWalker.Fault, _ value: Entry, _ tree: StorageView) -> Bool {
        findings.lock.locked {
            findings.count += 1
            let name = fault == .additional ? Array(tree.names[value.key].utf8) : nil
            guard findings.reported.count < Self.reportLimit else { return false }
            return findings.reported.insert(Place(node: node, fault: fault, name: name)).inserted
        }
    }

    /// How many places are reported at most.
    private static let reportLimit = 100
}

extension HeldShape: ValueShaper {
    package var deliversMismatches: Bool {
        if case .error = onMismatch { false } else { true }
    }

    package func report(_ error: XMLError) {
        if case .warn(let report) = onMismatch { report(error) }
    }

    package func makeSession(isStrict: Bool) -> any ShapingSession {
        let rules = SchemaWalker.Rules(fillsLists: fillsMissingLists)
        guard !isStrict else { return SchemaSession(SchemaWalker(schema.table, rules)) }
        return SchemaSession(SchemaWalker(schema.table, rules, self.isNew))
    }
}

/// A walker for one builder.
private final class SchemaSession: ShapingSession {
    private var walker: SchemaWalker

    init(_ walker: consuming SchemaWalker) {
        self.walker = walker
    }

    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch]) {
        let shaped = walker.walk(value, in: &space)
        return (shaped, walker.mismatches)
    }
}

extension XMLOptions {
    /// The schema that all values are held to; `nil` for none.
    ///
    /// Two options are equal only with the same object.
    public var heldShape: HeldShape? {
        get { shaping?.shaper as? HeldShape }
        set { shaping = newValue.map { Shaping($0) } }
    }
}

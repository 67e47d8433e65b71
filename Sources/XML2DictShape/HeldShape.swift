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
/// Every value that the reader returns fits the schema: a record where it reads records, otherwise a document. Where the
/// schema says array, a single value is in an array. Where it says number, integer or boolean, a text becomes one, as
/// ``/XML2Dict/XMLOptions/typesByPath`` does it. An empty text becomes null where null is allowed and a string is not. A
/// value that does not fit is an ``/XML2Dict/XMLReaderError`` with the code `mismatch`.
///
/// It applies after all other options, under every convention.
public final class HeldShape: Sendable {
    /// What becomes of a value that does not fit.
    public enum Mismatch: Sendable {
        /// An error ends the document; a reader that skips broken records skips the record.
        case error
        /// The value is delivered, and what does not fit stays as it is without a schema. The first mismatch of each
        /// place of the schema is reported, of at most 100 places.
        case warn(@Sendable (XMLReaderError) -> Void)
        /// As `warn`; ``HeldShape/widenedSchema`` then has a schema that all values fit.
        case widen(@Sendable (XMLReaderError) -> Void)
    }

    /// The schema.
    public let schema: JSONSchema
    /// Whether a key of an object that is missing, and whose schema is an array, has an empty array.
    public let fillsMissingLists: Bool
    private let onMismatch: Mismatch
    private let findings = Findings()

    /// - Parameters:
    ///   - schema: The schema.
    ///   - fillsMissingLists: Whether a key that is missing, and whose schema is an array, has an empty array.
    ///   - onMismatch: What becomes of a value that does not fit.
    public init(_ schema: JSONSchema, fillsMissingLists: Bool = false, onMismatch: Mismatch = .error) {
        self.schema = schema
        self.fillsMissingLists = fillsMissingLists
        self.onMismatch = onMismatch
        if case .widen = onMismatch { findings.widener = SchemaWidener(schema.nodes) }
    }

    /// The schema, widened by all values that did not fit so far; without `widen`, the schema itself.
    public var widenedSchema: JSONSchema {
        findings.lock.locked { findings.widener?.schema } ?? schema
    }

    /// How many mismatches of delivered values there were, also those that were not reported.
    public var mismatchCount: Int { findings.lock.locked { findings.count } }

    /// What readers have found, under a lock.
    private final class Findings: @unchecked Sendable {
        let lock = Monitor()
        var widener: SchemaWidener?
        var count = 0
        var reported: Set<Place> = []
    }

    /// A place of the schema, and what was wrong there.
    private struct Place: Hashable {
        let node: Int
        let fault: SchemaWalker.Fault
        let name: ExactName?
    }

    /// Notes a mismatch.
    ///
    /// - Returns: Whether it is the first one at its place.
    fileprivate func note(
        _ node: Int,
        _ fault: SchemaWalker.Fault,
        _ value: Entry,
        _ tree: StorageView
    ) -> Bool {
        findings.lock.locked {
            findings.count += 1
            if fault == .additional {
                let name = tree.names[value.key].text
                findings.widener?.admitProperty(value, name, of: node, in: tree)
                return isNew(Place(node: node, fault: fault, name: ExactName(name)))
            }
            if fault == .missing {
                findings.widener?.allowMissing(in: value, of: node, in: tree)
            } else {
                findings.widener?.admit(value, at: node, in: tree)
            }
            return isNew(Place(node: node, fault: fault, name: nil))
        }
    }

    /// Whether a place is reported: not a second time, and not after many others.
    private func isNew(_ place: Place) -> Bool {
        guard findings.reported.count < Self.reportLimit else { return false }
        return findings.reported.insert(place).inserted
    }

    /// How many places are reported at most.
    private static let reportLimit = 100
}

extension HeldShape: ValueShaper {
    package var deliversMismatches: Bool {
        if case .error = onMismatch { false } else { true }
    }

    package func report(_ error: XMLReaderError) {
        switch onMismatch {
        case .error: break
        case .warn(let report), .widen(let report): report(error)
        }
    }

    package func makeSession(isStrict: Bool) -> any ShapingSession {
        let rules = SchemaWalker.Rules(fillsLists: fillsMissingLists, isStrict: isStrict)
        guard !isStrict else { return SchemaSession(SchemaWalker(schema.table, rules)) }
        return SchemaSession(
            SchemaWalker(schema.table, rules) { [self] node, fault, value, tree in
                note(node, fault, value, tree)
            }
        )
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

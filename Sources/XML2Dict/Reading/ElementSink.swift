/// Receives the elements of a document, or of a part of it, that are complete.
///
///     DocumentStream ─▶ drain ─┬▶ RecordSink      values, and types that are decoded from them
///                              ├▶ RecordLines     lines of JSON
///                              ├▶ LearningSink    what an observer learns from the content
///                              ├▶ JoinedPart      a part of a document, for the joiner
///                              └▶ PassingSink     nothing: it passes over records that parts have delivered
///
/// An element here is a record, if the plan has a path of records; otherwise a whole document.
protocol ElementSink: AnyObject {
    /// Prepares for the document, or the part of one, that begins.
    func begin(_ parser: borrowing ExpatParser)

    /// Looks at the content of open elements, after each step of the parser.
    func look(at builder: inout ValueBuilder)

    /// Receives an element, while the builder still holds it.
    func receive(_ builder: inout ValueBuilder) throws(BuildError)
}

extension ElementSink {
    func begin(_ parser: borrowing ExpatParser) {}

    func look(at builder: inout ValueBuilder) {}
}

/// A sink of records that several threads may read, in parts.
protocol PartSink: ElementSink {
    /// Whether records have their lines and columns.
    static var needsPlaces: Bool { get }

    /// Makes a sink of one part. Any thread calls it.
    func another() -> Self

    /// Adds what the sink of the next part has received.
    func add(_ next: Self)
}

extension PartSink {
    static var needsPlaces: Bool { false }
}

/// A complete element: a value, or a record that is still in the memory of its builder.
enum CompleteElement {
    case value(XMLValue)
    /// A record, and its builder, which does not change during the call that gets the element.
    case record(StoredValue, in: UnsafeMutablePointer<ValueBuilder>)

    /// The element in memory that another object owns, and the roles of its keys.
    var content: (entry: Entry, tree: StorageView, roles: KeyRoles) {
        switch self {
        case .value(let value): (value.entry, value.storage.tree, value.storage.roles)
        case .record(let record, let builder): (record.entry, record.tree, builder.pointee.plan.roles)
        }
    }

    /// The element as a value, whose entries have the same places as those in memory.
    var value: XMLValue {
        switch self {
        case .value(let value): value
        // Only a document can fail.
        case .record(_, let builder): (try? builder.pointee.takeElement()) ?? .null
        }
    }
}

/// Makes records of complete elements.
///
/// A record is made when it is taken, of the element in the memory of its builder. Those of a part are made when they
/// arrive, because its thread reads all of it first.
final class RecordSink<Record>: PartSink {
    typealias Conversion = (CompleteElement) throws -> Record

    let makeConversion: () -> Conversion
    private let convert: Conversion
    private let isOfPart: Bool
    /// The document that waits.
    var document: XMLValue?
    /// The records of a part; those to be taken are reversed, so that the first one is removed from the end.
    private var records: [Result<Record, any Error>] = []
    /// How many records of a part are to be taken.
    private(set) var recordCount = 0

    static var needsPlaces: Bool { true }

    /// - Parameters:
    ///   - isOfPart: Whether it is the sink of a part.
    ///   - makeConversion: Returns a function that makes a record of an element; one thread uses it.
    init(isOfPart: Bool = false, _ makeConversion: @escaping () -> Conversion) {
        self.makeConversion = makeConversion
        convert = makeConversion()
        self.isOfPart = isOfPart
    }

    func receive(_ builder: inout ValueBuilder) throws(BuildError) {
        if isOfPart { return addRecord(&builder) }
        if builder.records.isEmpty { document = try builder.takeElement() }
    }

    // It looks up the type of a result in each call.
    @inline(never)
    private func addRecord(_ builder: inout ValueBuilder) {
        records.append(Result { try makeRecord(&builder) })
    }

    func another() -> RecordSink { RecordSink(isOfPart: true, makeConversion) }

    func add(_ next: RecordSink) {
        records = next.records.reversed()
        recordCount = records.count
    }

    /// Takes the record that has waited longest, or the document.
    ///
    /// - Parameter builder: The builder of the element that was received last.
    /// - Returns: The record.
    /// - Throws: The error of the conversion.
    func take(from builder: inout ValueBuilder) throws -> Record {
        guard recordCount == 0 else { return try takeFirst() }
        return try makeRecord(&builder)
    }

    @inline(never)
    private func takeFirst() throws -> Record {
        recordCount -= 1
        return try records.removeLast().get()
    }

    private func makeRecord(_ builder: inout ValueBuilder) throws -> Record {
        guard let record = builder.record else { return try convert(.value(document.take() ?? .null)) }
        return try withUnsafeMutablePointer(to: &builder) { try convert(.record(record, in: $0)) }
    }
}

extension RecordSink<XMLValue> {
    /// The sink whose records are the values.
    static var ofValues: RecordSink { RecordSink { \.value } }

    /// Takes the value that has waited longest; a value needs nothing that can fail.
    func takeValue(from builder: inout ValueBuilder) -> XMLValue { (try? take(from: &builder)) ?? .null }
}

extension RecordLines: PartSink {
    func receive(_ builder: inout ValueBuilder) throws(BuildError) {
        let record = try builder.element()
        write(record.entry, in: record.tree)
    }
}

/// An observer that can have a separate copy for each part of a document.
package protocol PartObserver: ContentObserver {
    /// An observer that has observed nothing. Any thread calls it.
    func another() -> Self

    /// Adds what the observer of the next part has observed.
    func add(_ next: Self)
}

/// Shows an observer the content of a document, which is then not kept.
final class LearningSink<Observer: PartObserver>: PartSink {
    private let observer: Observer

    init(_ observer: Observer) {
        self.observer = observer
    }

    func begin(_ parser: borrowing ExpatParser) {
        if !parser.builder.deliversRecords { parser.liftResultLimit() }
        observer.beginDocument(parser.builder.plan.roles)
    }

    func look(at builder: inout ValueBuilder) { builder.observeContent(by: observer) }

    func receive(_ builder: inout ValueBuilder) throws(BuildError) {
        let element = try builder.element()
        observer.observe(element.entry, in: element.tree)
    }

    func another() -> LearningSink { LearningSink(observer.another()) }

    func add(_ next: LearningSink) { observer.add(next.observer) }
}

/// Takes the content of one part of a document, for the joiner.
final class JoinedPart: ElementSink {
    private let joiner: DocumentJoiner
    private(set) var content: BuiltPart?

    init(for joiner: DocumentJoiner) {
        self.joiner = joiner
    }

    func begin(_ parser: borrowing ExpatParser) { joiner.prepare(&parser.builder) }

    func receive(_ builder: inout ValueBuilder) throws(BuildError) { content = try joiner.take(&builder) }
}

/// Passes over elements.
final class PassingSink: ElementSink {
    func receive(_ builder: inout ValueBuilder) {}
}

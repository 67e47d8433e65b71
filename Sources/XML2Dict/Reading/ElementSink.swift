/// Receives the complete elements of a document, or of a part of a document.
///
///     DocumentStream ─▶ drain ─┬▶ RecordSink      values, and types that are decoded from them
///                              ├▶ RecordLines     lines of JSON
///                              ├▶ LearningSink    the findings of an observer
///                              ├▶ JoinedPart      a part of a document, for the joiner
///                              └▶ PassingSink     nothing: it passes over records that parts have delivered
///
/// If the plan has a path of records, each element is a record. Otherwise the one element is the whole document.
protocol ElementSink: AnyObject {
    func begin(_ parser: borrowing ExpatParser)

    /// Observes the content of open elements, after each step of the parser.
    func look(at builder: inout ValueBuilder)

    /// Receives an element, while the builder still holds it.
    func receive(_ builder: inout ValueBuilder) throws(BuildError)
}

extension ElementSink {
    func begin(_ parser: borrowing ExpatParser) {}

    func look(at builder: inout ValueBuilder) {}
}

protocol PartSink: ElementSink {
    static var needsPositions: Bool { get }

    /// Creates a sink for a part, and can be called on any thread.
    func another() -> Self

    /// Adds the content of the sink of the next part.
    func add(_ next: Self)
}

extension PartSink {
    static var needsPositions: Bool { false }
}

enum CompleteElement {
    case value(XMLValue)
    /// A record in the buffers of a builder; the builder does not change while the record is converted.
    case record(StoredValue, in: UnsafeMutablePointer<ValueBuilder>)

    /// The element's entry, a view of the memory with the content, and the roles of the keys.
    var content: (entry: Entry, tree: StorageView, roles: KeyRoles) {
        switch self {
        case .value(let value): (value.entry, value.storage.tree, value.storage.roles)
        case .record(let record, let builder): (record.entry, record.tree, builder.pointee.plan.roles)
        }
    }

    var value: XMLValue {
        switch self {
        case .value(let value): value
        // `takeElement` throws errors only for whole documents.
        case .record(_, let builder): (try? builder.pointee.takeElement()) ?? .null
        }
    }
}

/// Converts complete elements to records.
///
/// The sink converts a record from the builder's buffers when the caller takes the record. The sink of a part converts
/// each record on arrival, because the builder drops the record before the thread reads the next record.
final class RecordSink<Record>: PartSink {
    typealias Conversion = (CompleteElement) throws -> Record

    let makeConversion: () -> Conversion
    private let convert: Conversion
    private let isOfPart: Bool
    var document: XMLValue?
    /// The records of a part, which `add` reverses, so that `removeLast` returns the first record.
    private var records: [Result<Record, any Error>] = []
    private(set) var recordCount = 0

    static var needsPositions: Bool { true }

    init(isOfPart: Bool = false, _ makeConversion: @escaping () -> Conversion) {
        self.makeConversion = makeConversion
        convert = makeConversion()
        self.isOfPart = isOfPart
    }

    func receive(_ builder: inout ValueBuilder) throws(BuildError) {
        if isOfPart { return addRecord(&builder) }
        if builder.records.isEmpty { document = try builder.takeElement() }
    }

    // The type `Result<Record, any Error>` is looked up in each call, which would make `receive` slower.
    @inline(never)
    private func addRecord(_ builder: inout ValueBuilder) {
        records.append(Result { try makeRecord(&builder) })
    }

    func another() -> RecordSink { RecordSink(isOfPart: true, makeConversion) }

    func add(_ next: RecordSink) {
        records = next.records.reversed()
        recordCount = records.count
    }

    /// Returns the next record of a part, or otherwise converts the record in the builder, or the whole document.
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
    static var ofValues: RecordSink { RecordSink { \.value } }

    /// Returns the next value, as `take` does, but throws no error, because values need no decoding.
    func takeValue(from builder: inout ValueBuilder) -> XMLValue { (try? take(from: &builder)) ?? .null }
}

extension RecordLines: PartSink {
    func receive(_ builder: inout ValueBuilder) throws(BuildError) {
        let record = try builder.element()
        write(record.entry, in: record.tree)
    }
}

package protocol PartObserver: ContentObserver {
    /// Creates an observer without findings, and can be called on any thread.
    func another() -> Self

    /// Adds the findings of the observer of the next part.
    func add(_ next: Self)
}

/// Shows the content of a document to an observer, and does not keep the content.
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

final class JoinedPart: ElementSink {
    private let joiner: DocumentJoiner
    private(set) var content: BuiltPart?

    init(for joiner: DocumentJoiner) {
        self.joiner = joiner
    }

    func begin(_ parser: borrowing ExpatParser) { joiner.prepare(&parser.builder) }

    func receive(_ builder: inout ValueBuilder) throws(BuildError) { content = try joiner.take(&builder) }
}

final class PassingSink: ElementSink {
    func receive(_ builder: inout ValueBuilder) {}
}

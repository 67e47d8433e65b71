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

/// Makes records of complete elements, which wait until they are taken.
///
/// The last one waits as a value, because the caller mostly takes it at once: then it needs no room as a record.
final class RecordSink<Record>: PartSink {
    typealias Conversion = (XMLValue) throws -> Record

    private let makeConversion: () -> Conversion
    private let convert: Conversion
    /// The value of the last element, while it waits.
    private var value: XMLValue?
    /// The memory of the last value, unless its record keeps something of it.
    private var blocks: StorageBlocks?
    /// Earlier records; those of a part are reversed, so that the first one is removed from the end.
    private var records: [Result<Record, any Error>] = []
    private var recordCount = 0

    static var needsPlaces: Bool { true }

    /// - Parameter makeConversion: Returns a function that makes a record of a value; one thread uses it.
    init(_ makeConversion: @escaping () -> Conversion) {
        self.makeConversion = makeConversion
        convert = makeConversion()
    }

    func receive(_ builder: inout ValueBuilder) throws(BuildError) {
        if value != nil { settle() }
        value = try builder.takeElement(into: &blocks)
    }

    /// Receives a document that was joined.
    func receive(_ document: XMLValue) {
        value = document
    }

    func another() -> RecordSink { RecordSink(makeConversion) }

    func add(_ next: RecordSink) {
        if next.value != nil { next.settle() }
        records = next.records.reversed()
        recordCount = records.count
    }

    var isEmpty: Bool { value == nil && recordCount == 0 }

    /// Takes the record that has waited longest; the sink must not be empty.
    ///
    /// - Throws: The error of the conversion.
    func take() throws -> Record {
        guard recordCount == 0 else { return try takeFirst() }
        defer { forgetSharedBlocks() }
        return try convertValue()
    }

    @inline(never)
    private func takeFirst() throws -> Record {
        recordCount -= 1
        return try records.removeLast().get()
    }

    /// Makes a record of the value that waits.
    private func settle() {
        records.append(Result { try convertValue() })
        recordCount += 1
        forgetSharedBlocks()
    }

    private func convertValue() throws -> Record {
        try convert(value.take() ?? .null)
    }

    private func forgetSharedBlocks() {
        if !isKnownUniquelyReferenced(&blocks) { blocks = nil }
    }
}

extension RecordSink<XMLValue> {
    /// The sink whose records are the values.
    static var ofValues: RecordSink { RecordSink { { $0 } } }

    /// Takes the value that has waited longest; a value needs nothing that can fail.
    func takeValue() -> XMLValue { (try? take()) ?? .null }
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

/// The result of reading for an observer, which gets the content and keeps none.
package struct Observation {
    /// How many records or documents there were.
    package var count: Int
    /// How many broken records were skipped.
    package var skippedCount = 0
    /// The message about a path that matched nothing; `nil` when a record was found.
    package var nothingFound: ErrorMessage?
}

/// An observer of which each part of a document can have one of its own.
package protocol PartObserver: ContentObserver {
    /// An observer that has observed nothing. Any thread calls it.
    func another() -> Self

    /// Adds what the observer of the next part has observed.
    func add(_ next: Self)
}

extension XMLRecords {
    /// Reads all documents or records for an observer, before the first was read; several threads read records.
    ///
    /// - Parameter observer: The observer. After an error it may have a part of the content.
    /// - Returns: What was found.
    /// - Throws: An `XMLReaderError` for the document or its file.
    package mutating func observe(by observer: some PartObserver) throws(XMLReaderError) -> Observation {
        if let count = observeInParts(by: observer) { return Observation(count: count) }
        let count = try stream.observe(by: observer)
        return Observation(count: count, skippedCount: skippedCount, nothingFound: nothingFound)
    }

    /// Reads the records in parts; `nil`, and nothing observed, when one thread must read them.
    private func observeInParts(by observer: some PartObserver) -> Int? {
        guard stream.hasRecords,
            let parts = stream.parts(threads, needsLines: false, { ObservingCollector(observer.another()) })
        else { return nil }
        let all = observer.another()
        var count = 0
        while true {
            switch parts.next() {
            case .content(let part, let end):
                watcher?.hasRead(end)
                all.add(part.observer)
                count += part.count
            case .end:
                observer.add(all)
                return count
            case .doubt: return nil
            }
        }
    }
}

/// Hands the records of one part to an observer.
private final class ObservingCollector<Observer: PartObserver>: PartCollector {
    private let observer: Observer
    private var count = 0

    init(_ observer: Observer) {
        self.observer = observer
    }

    func collect(_ parser: borrowing ExpatParser) {
        guard let record = parser.builder.record else { return }
        if count == 0 { observer.beginDocument(parser.builder.rules.roles) }
        observer.observe(record.entry, in: record.tree)
        count += 1
    }

    func finish(_ parser: borrowing ExpatParser) -> (observer: Observer, count: Int) { (observer, count) }
}

/// Reading documents or records for an observer, which gets the content and keeps none.
extension CheckedOptions {
    /// The result of reading for an observer.
    package struct Observation {
        /// How many records or documents there were.
        package var count: Int
        /// How many broken records were skipped.
        package var skippedCount = 0
        /// The message about a path that matched nothing; `nil` when a record was found.
        package var nothingFound: ErrorMessage?
    }

    /// Observes the documents or records of an open file.
    ///
    /// - Parameters:
    ///   - observer: The observer. After an error it may have a part of the content.
    ///   - fileDescriptor: The file.
    ///   - firstBytes: Bytes before those of the file.
    ///   - name: The name of the file, for origins.
    ///   - threads: The threads that read records.
    ///   - watcher: The object that hears about progress.
    /// - Returns: What was found.
    /// - Throws: An `XMLReaderError` for the document or its file.
    package func observe<Observer: PartObserver>(
        by observer: Observer,
        fileDescriptor: Int32,
        after firstBytes: [UInt8] = [],
        _ name: String,
        _ threads: ReadingThreads = .none,
        _ watcher: (any InputWatcher)? = nil
    ) throws(XMLReaderError) -> Observation {
        let input = FileSource(FileDescriptor(borrowing: fileDescriptor), after: firstBytes, watcher)
        var stream = DocumentStream(self, input, source: RecordSource(file: name))
        return try stream.observe(by: observer, threads, watcher)
    }

    /// Observes the document or the records of a source.
    ///
    /// - Throws: An `XMLReaderError` for the document or the source.
    package func observe<Observer: PartObserver>(
        by observer: Observer,
        _ source: XMLSource,
        _ threads: ReadingThreads = .none
    ) throws(XMLReaderError) -> Observation {
        var stream = try DocumentStream(self, source)
        return try stream.observe(by: observer, threads)
    }
}

/// An observer of which each part of a document can have one of its own.
package protocol PartObserver: ContentObserver {
    /// An observer that has observed nothing. Any thread calls it.
    func another() -> Self

    /// Adds what the observer of the next part has observed.
    func add(_ next: Self)
}

extension DocumentStream {
    /// Reads to the end of the input for an observer; several threads read records.
    fileprivate mutating func observe<Observer: PartObserver>(
        by observer: Observer,
        _ threads: ReadingThreads,
        _ watcher: (any InputWatcher)? = nil
    ) throws(XMLReaderError) -> CheckedOptions.Observation {
        if let count = observeInParts(by: observer, threads, watcher) {
            return CheckedOptions.Observation(count: count)
        }
        let count = try observe(by: observer)
        return CheckedOptions.Observation(count: count, skippedCount: skippedCount, nothingFound: nothingFound)
    }

    /// Reads the records in parts; `nil`, and nothing observed, when one thread must read them.
    private func observeInParts<Observer: PartObserver>(
        by observer: Observer,
        _ threads: ReadingThreads,
        _ watcher: (any InputWatcher)?
    ) -> Int? {
        guard let parts = parts(threads, needsLines: false, { ObservingCollector(observer.another()) }) else {
            return nil
        }
        let all = observer.another()
        var count = 0
        while true {
            switch parts.next() {
            case .records(let part, let end):
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
private final class ObservingCollector<Observer: PartObserver>: RecordCollector {
    private let observer: Observer
    private var count = 0

    init(_ observer: Observer) {
        self.observer = observer
        observer.beginDocument()
    }

    func collect(_ parser: borrowing ExpatParser) {
        guard let record = parser.record else { return }
        observer.observe(record.entry, in: record.tree)
        count += 1
    }

    func finish() -> (observer: Observer, count: Int) { (observer, count) }
}

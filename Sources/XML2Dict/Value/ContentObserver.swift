/// An observer of the values of a document, in place of a reader that keeps them.
///
/// An observer learns from each value, and the memory for reading does not grow with the document:
///
///     records            each record, when it is complete
///     whole documents    the finished content of the open elements, from time to time; then the rest of the document
///
/// In place of content that was observed, an entry of the kind `null` with a length stays under its key. The length is
/// the number of values. Several values under one key leave two such entries, because a repeated key makes an array.
package protocol ContentObserver: AnyObject {
    /// Called before the first value of each document: its names have new numbers.
    ///
    /// - Parameter roles: The roles of the keys.
    func beginDocument(_ roles: KeyRoles)

    /// Observes a record, or a document whose finished content was observed before.
    func observe(_ value: Entry, in tree: StorageView)

    /// Observes finished content of an open dictionary, in document order.
    ///
    /// - Parameters:
    ///   - run: The values, each under its key.
    ///   - tree: The memory that they refer to.
    ///   - path: The keys of the dictionaries around them, from the outside in.
    func observe(_ run: UnsafeBufferPointer<Entry>, in tree: StorageView, at path: [Int])

    /// Observes items of the array that the document is.
    func observe(items run: UnsafeBufferPointer<Entry>, in tree: StorageView)
}

extension XMLValue {
    /// Shows the value to an observer.
    package func observe(by observer: any ContentObserver) {
        observer.beginDocument(storage.roles)
        observer.observe(entry, in: storage.tree)
    }
}

extension Entry {
    /// An entry in place of observed values.
    static func observed(_ count: Int, under key: Int) -> Self { Self(key: key, kind: .null, length: count, offset: 0) }

    /// How many values were observed in place of this entry; 0 for every other entry.
    @inlinable @inline(__always)
    package var observedCount: Int { kind == .null ? length : 0 }
}

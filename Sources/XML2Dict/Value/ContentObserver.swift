/// Observes the values of a document before the reader drops the values, so memory does not grow with the document.
///
///     records            each record, when it is complete
///     whole documents    the finished content of the open elements, from time to time, and then the rest
///
/// A `null` entry replaces the observed values under a key, and the length of the entry is the number of values. Two
/// `null` entries replace several values under a key, because folding makes an array only if the key repeats.
package protocol ContentObserver: AnyObject {
    /// Begins a document, before its first value, and the IDs of names in earlier documents become invalid.
    func beginDocument(_ roles: KeyRoles)

    func observe(_ value: Entry, in tree: StorageView)

    /// `path` has the keys of the open dictionaries around the values, outermost first.
    func observe(_ run: UnsafeBufferPointer<Entry>, in tree: StorageView, at path: [Int])

    func observe(items run: UnsafeBufferPointer<Entry>, in tree: StorageView)
}

extension XMLValue {
    package func observe(by observer: any ContentObserver) {
        observer.beginDocument(storage.roles)
        observer.observe(entry, in: storage.tree)
    }
}

extension Entry {
    static func observed(_ count: Int, under key: Int) -> Self { Self(key: key, kind: .null, length: count, offset: 0) }

    @inlinable @inline(__always)
    package var observedCount: Int { kind == .null ? length : 0 }
}

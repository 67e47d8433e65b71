/// A value in memory that somebody else owns; it is valid until its owner changes.
package struct StoredValue {
    let entry: Entry
    let tree: StorageView
}

/// A value in memory that somebody else owns; it is valid until its owner changes.
package struct StoredValue {
    package let entry: Entry
    package let tree: StorageView
}

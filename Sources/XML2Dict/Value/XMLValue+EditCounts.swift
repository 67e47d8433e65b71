extension XMLValue {
    /// What the edits of a value's storage cost, for tests.
    package struct EditCounts: Equatable, Sendable {
        /// How many bytes the edits take, besides those of their base.
        package let ownBytes: Int
        /// How many entries were copied from one run to another.
        package let copiedEntries: Int
        /// How many edited storages keep each other alive.
        package let bases: Int
    }

    /// What the edits of this value's storage cost; `nil` without edits.
    package var editCounts: EditCounts? {
        guard let edits = storage.edits else { return nil }
        return EditCounts(
            ownBytes: edits.blocks.usedBytes + edits.copiedText.usedBytes,
            copiedEntries: edits.copiedEntries,
            bases: edits.depth
        )
    }
}

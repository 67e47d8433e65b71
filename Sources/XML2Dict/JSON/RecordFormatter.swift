/// Writes records in a format that is not JSON: see `XML2DictShape`.
package protocol RecordFormatter: AnyObject {
    /// The text of a record with its line ends; it is valid until the next call.
    func text(of record: Entry, in tree: StorageView) -> UnsafeBufferPointer<UInt8>
}

/// Makes a formatter for each thread.
package typealias RecordFormatting = @Sendable () -> any RecordFormatter

/// Lines of JSON, each of which is a record.
final class RecordLines {
    let text: GrowableBuffer<UInt8>
    let count: Int

    init(_ text: consuming GrowableBuffer<UInt8>, count: Int) {
        self.text = text
        self.count = count
    }
}

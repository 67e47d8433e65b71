/// Text of JSON that a thread has made, for another one to write.
final class JSONText {
    let text: GrowableBuffer<UInt8>
    /// How many values it has, if each is on a line of its own.
    let count: Int

    init(_ text: consuming GrowableBuffer<UInt8>, count: Int = 0) {
        self.text = text
        self.count = count
    }
}

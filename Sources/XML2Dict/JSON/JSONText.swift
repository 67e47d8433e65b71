/// Text of JSON that a thread has made, for another one to write.
final class JSONText {
    private(set) var text: GrowableBuffer<UInt8>
    /// How many values it has, if each is on a line of its own.
    let count: Int
    /// Where the memory goes afterwards.
    private let pool: BufferPool

    init(_ text: consuming GrowableBuffer<UInt8>, count: Int = 0, _ pool: BufferPool) {
        self.text = text
        self.count = count
        self.pool = pool
    }

    deinit { pool.put(&text) }
}

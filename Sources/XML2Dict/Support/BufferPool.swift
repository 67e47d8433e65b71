/// Buffers that were used, for another use: their memory stays with the process.
///
/// Memory that one thread allocates and another one frees goes back to the system each time, if it is large.
final class BufferPool: @unchecked Sendable {
    private final class Box {
        var buffer = GrowableBuffer<UInt8>()
    }

    private let monitor = Monitor()
    private var boxes: [Box] = []

    /// An empty buffer, perhaps with room.
    func take() -> GrowableBuffer<UInt8> {
        var taken = GrowableBuffer<UInt8>()
        if let box = monitor.locked({ boxes.popLast() }) { swap(&taken, &box.buffer) }
        return taken
    }

    /// Puts back a buffer, whose content is forgotten.
    func put(_ buffer: inout GrowableBuffer<UInt8>) {
        let box = Box()
        swap(&box.buffer, &buffer)
        box.buffer.count = 0
        monitor.locked { boxes.append(box) }
    }
}

/// A part of a document, which a parser of its own can read.
///
///     <rss><channel><item>1</item> │ <item>2</item> │ <item>3</item></channel></rss>
///                                  └ part ──────────┘
///     context      <rss><channel>        the start tags of the elements around it
///     end tags     </channel></rss>      of the elements that are open at its end
///
/// A parser gets the context, the part and the end tags, and so compares each tag of the document with its partner.
final class DocumentPart: @unchecked Sendable {
    /// The bytes, in the buffer.
    let bytes: UnsafeRawBufferPointer
    private let buffer: PartBuffer
    let context: [UInt8]
    let endTags: [UInt8]
    /// Where it begins in the document; without lines and columns, if nothing asks for them.
    let place: TextPlace
    let isLast: Bool

    var isFirst: Bool { place.bytes == 0 }

    init(
        _ buffer: PartBuffer,
        _ range: Range<Int>,
        _ beginning: Beginning,
        endTags: [UInt8],
        isLast: Bool
    ) {
        self.buffer = buffer
        bytes = UnsafeRawBufferPointer(rebasing: buffer.bytes[range])
        context = beginning.context
        place = beginning.place
        self.endTags = endTags
        self.isLast = isLast
    }

    /// What is known where a part begins.
    struct Beginning {
        var context: [UInt8] = []
        var place = TextPlace()
    }
}

/// Memory for the bytes of a part.
final class PartBuffer {
    private var memory: GrowableBuffer<UInt8>
    private let pool: BufferPool

    init(_ pool: BufferPool) {
        memory = pool.take()
        self.pool = pool
    }

    deinit { pool.put(&memory) }

    var count: Int { memory.count }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory.base, count: memory.count) }

    /// Appends bytes.
    func append(_ more: Slice<UnsafeRawBufferPointer>) {
        UnsafeRawBufferPointer(rebasing: more).withMemoryRebound(to: UInt8.self) { memory.append($0) }
    }

    /// Appends bytes of a source.
    ///
    /// - Returns: How many.
    func fill(from source: any InputSource, atMost count: Int) throws(XMLReaderError) -> Int {
        memory.reserve(count)
        let room = UnsafeMutableRawBufferPointer(start: memory.end, count: count)
        let filled = try source.fill(room)
        memory.count += filled
        return filled
    }
}

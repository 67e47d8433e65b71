/// The number of items, and a hash of all their fields.
///
/// It takes eight bytes at a time, so that its cost is small beside the cost of decoding.
struct Checksum {
    private(set) var itemCount = 0
    private(set) var value: UInt64 = 0

    mutating func add(_ item: Item) {
        itemCount += 1
        add(item.title)
        add(item.link)
        add(item.guid)
        add(item.date)
        add(UInt64(item.categories.count))
        for category in item.categories { add(category) }
        add(item.author)
        add(item.description)
        if let thumbnail = item.thumbnail {
            add(thumbnail.url)
            add(UInt64(thumbnail.width))
            add(UInt64(thumbnail.height))
        }
    }

    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { text in
            let bytes = UnsafeRawBufferPointer(text)
            add(UInt64(bytes.count))
            var place = 0
            while place + 8 <= bytes.count {
                add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                place += 8
            }
            for byte in bytes[place...] { add(UInt64(byte)) }
        }
    }

    private mutating func add(_ number: UInt64) {
        // The prime of FNV-1a for 64 bits; the shift brings the high bits back to where the next product begins.
        value = (value ^ number) &* 0x100_0000_01b3
        value ^= value >> 32
    }
}

/// A part of a document, which a parser of its own can read: a segment, and its bytes.
final class DocumentPart: @unchecked Sendable {
    let segment: Segment
    /// The bytes, which no parser has read.
    let text: InputText
    /// How many bytes it has.
    let byteCount: Int
    let isLast: Bool

    var isFirst: Bool { segment.place.bytes == 0 }

    /// The place of its end in the document.
    var end: Int { segment.place.bytes + byteCount }

    init(_ segment: Segment, _ text: InputText) {
        self.segment = segment
        self.text = text
        byteCount = text.unread.count
        isLast = segment.endTags == nil
    }
}

/// An editor, which receives the markup of a document with its offsets.
///
///     <a><b>x</b></a>         with the path b
///        └┬┘ start tag        of each element at a path
///           │ content         of the innermost element, while the editor wants it
///            └┬─┘ end tag
///
/// Offsets count bytes of the text in UTF-8, even if the input has another encoding.
package protocol MarkupSink: AnyObject {
    var wantsContent: Bool { get }

    /// Takes bytes of the input, before they are parsed.
    func read(_ bytes: UnsafeRawBufferPointer)

    /// Takes the offset before which all markup has been shown.
    func settle(upTo place: Int, _ encoding: WrittenEncoding) throws(XMLError)

    func startTag(_ tag: MarkedTag) throws(XMLError)

    /// Takes content of the innermost element, or the end tag of an element at a path, at a number of open elements.
    func content(_ kind: MarkupKind, _ text: UnsafeRawBufferPointer, at place: Int, depth: Int) throws(XMLError)
}

package enum MarkupKind {
    /// Text as it is in the document, so the reference for the text of an entity.
    case text
    /// A comment or an instruction, or the beginning or end of a CDATA section.
    case other
    case childStart
    case endTag
}

package struct MarkedTag {
    /// The tag as it is in the document, or the reference for an element from the text of an entity.
    package let bytes: [UInt8]
    package let place: Int
    /// The number of open elements, including this one.
    package let depth: Int
    package let name: [UInt8]
    /// The attributes that expat passes, including those with a default value.
    package let attributes: [(name: [UInt8], value: [UInt8])]
    /// The number of bytes of white space before the tag in its line, or `nil` if other bytes are before it.
    package let indentation: Int?
    package let lineEnd: String
    package let encoding: WrittenEncoding

    package var isEmpty: Bool { WrittenTag(bytes[...]).isEmpty }

    /// The ranges in `bytes` of each attribute's name and value, and the index after the name and after each attribute.
    package var written: (attributes: [(name: ArraySlice<UInt8>, value: Range<Int>)], ends: [Int]) {
        let tag = WrittenTag(bytes[...])
        let attributes = tag.attributes.compactMap { name, value in value.map { (name, $0.indices) } }
        return (attributes, [tag.name?.endIndex ?? bytes.endIndex] + attributes.map { $0.1.upperBound + 1 })
    }
}

extension ExpatEventHandler {
    /// Shows a start tag as content of the element around it, and as the tag of an element at a path.
    mutating func showStartTag(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard passedEvents == .all, builder.open.count > 0 else { return }
        let element = builder.open[builder.open.count - 1], isMarked = element.marks.contains(.watched)
        if showsContent { show(.childStart, depth: builder.open.count - 1) }
        guard isMarked, passedEvents == .all, let event = source?.event else { return }
        let (indentation, lineEnd) = event.line
        let tag = MarkedTag(
            bytes: Array(event.text),
            place: place(of: event),
            depth: builder.open.count,
            name: Array(builder.open.names.names[element.writtenName].utf8),
            attributes: AttributeList(attributes).map { (Array($0.name.bytes), Array($0.value.bytes)) },
            indentation: indentation,
            lineEnd: lineEnd,
            encoding: encoding
        )
        show { sink throws(XMLError) in try sink.startTag(tag) }
    }

    mutating func showEndTag() {
        guard passedEvents == .all, builder.open.count > 0 else { return }
        guard showsContent || builder.open[builder.open.count - 1].marks.contains(.watched) else { return }
        show(.endTag, depth: builder.open.count)
    }

    @inline(__always)
    mutating func showContent(_ kind: MarkupKind) {
        if showsContent, passedEvents == .all { show(kind, depth: builder.open.count) }
    }

    @inline(never)
    private mutating func show(_ kind: MarkupKind, depth: Int) {
        guard let event = source?.event else { return }
        let isReference = kind == .other && event.text.first == UInt8(ascii: "&"), place = place(of: event)
        show { sink throws(XMLError) in
            let bytes = UnsafeRawBufferPointer(rebasing: event.text)
            try sink.content(isReference ? .text : kind, bytes, at: place, depth: depth)
        }
    }

    private mutating func show(_ body: (any MarkupSink) throws(XMLError) -> Void) {
        guard let markup else { return }
        do throws(XMLError) {
            try body(markup)
            showsContent = markup.wantsContent
        } catch {
            fail(error.code, error.words)
        }
    }

    private func place(of event: EventContext) -> Int {
        start.bytes &+ byteIndex &- ((source?.start ?? 0) - event.start)
    }

    var encoding: WrittenEncoding { WrittenEncoding(expectedEncoding ?? .byDeclaration) }
}

extension EventContext {
    /// The bytes of white space that begin the event's line, and the line break, in the 1,024 bytes that expat keeps.
    fileprivate var line: (indentation: Int?, end: String) {
        let kept = before.suffix(1000), isBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
        guard let last = kept.lastIndex(where: isBreak) else { return (nil, "\n") }
        let line = kept[(last + 1)...], isShort = line.count < 512
        let end = kept[last] == 0x0D ? "\r" : kept[..<last].last == 0x0D ? "\r\n" : "\n"
        return (isShort && line.allSatisfy(XMLWhitespace.contains) ? line.count : nil, end)
    }
}

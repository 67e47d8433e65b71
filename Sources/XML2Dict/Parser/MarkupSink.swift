/// An editor, which is shown the markup of a document with its places.
///
///     <a><b>x</b></a>         with the path b
///        └┬┘ start tag        of each element at a path
///           │ content         of the innermost element, while the editor wants it
///            └┬─┘ end tag
///
/// Places are numbers of bytes of the text before them: in UTF-8, also where the input has another encoding.
package protocol MarkupSink: AnyObject {
    /// Whether the content of the innermost element is shown.
    var wantsContent: Bool { get }

    /// The prefixes of which a tag has those that are not declared, if the plan tracks namespaces.
    var prefixes: [String] { get }

    /// Takes bytes of the input, before they are parsed.
    func read(_ bytes: UnsafeRawBufferPointer)

    /// Takes the place up to which all has been shown.
    func settle(upTo place: Int, _ encoding: WrittenEncoding) throws(XMLError)

    /// Takes the start tag of an element at a path.
    func startTag(_ tag: MarkedTag) throws(XMLError)

    /// Takes a part of the content, or the end tag of an element at a path, while as many elements are open.
    func content(_ kind: MarkupKind, _ text: UnsafeRawBufferPointer, at place: Int, depth: Int) throws(XMLError)
}

/// The kinds of markup, besides start tags of elements at a path.
package enum MarkupKind {
    /// Text as it is written; all that comes from the text of an entity is the reference.
    case text
    /// A comment or an instruction, or the beginning or end of a CDATA section.
    case other
    case childStart
    case endTag
}

/// The start tag of an element at a path.
package struct MarkedTag {
    /// The bytes as they are written; those of the reference for an element from the text of an entity.
    package let bytes: [UInt8]
    package let place: Int
    /// How many elements are open, with this one.
    package let depth: Int
    package let name: [UInt8]
    /// The attributes as expat passes them, with those that have a default value.
    package let attributes: [(name: [UInt8], value: [UInt8])]
    /// The number of bytes of the line before the tag; `nil` if they are not white space, or more than 511.
    package let indentation: Int?
    /// The first line break of the document, if it is before the tag; otherwise a line feed.
    package let lineEnd: String
    /// The prefixes for which the editor asks and which are not declared here.
    package let undeclared: [String]
    package let encoding: WrittenEncoding

    /// Whether it is the tag of an element without content.
    package var isEmpty: Bool { WrittenTag(bytes[...]).isEmpty }

    /// The places in `bytes` of each attribute's name and value, and the places after the name and each attribute.
    package var written: (attributes: [(name: ArraySlice<UInt8>, value: Range<Int>)], ends: [Int]) {
        let tag = WrittenTag(bytes[...])
        let attributes = tag.attributes.compactMap { name, value in value.map { (name, $0.indices) } }
        return (attributes, [tag.name?.endIndex ?? bytes.endIndex] + attributes.map { $0.1.upperBound + 1 })
    }
}

extension ExpatEventHandler {
    /// Shows a start tag: to the element around it, and if it is that of an element at a path.
    mutating func showStartTag(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard hearing == .all, builder.open.count > 0 else { return }
        let element = builder.open[builder.open.count - 1], isMarked = element.marks.contains(.watched)
        if showsContent { show(.childStart, depth: builder.open.count - 1) }
        guard isMarked, hearing == .all, let event = source?.event else { return }
        let tag = MarkedTag(
            bytes: Array(event.text),
            place: place(of: event),
            depth: builder.open.count,
            name: Array(builder.open.names.names[element.writtenName].utf8),
            attributes: AttributeList(attributes).map { (Array($0.name.bytes), Array($0.value.bytes)) },
            indentation: event.indentation,
            lineEnd: lineBreak.text(before: byteIndex),
            undeclared: (markup?.prefixes ?? []).filter { !builder.open.declares($0) },
            encoding: encoding
        )
        show { sink throws(XMLError) in try sink.startTag(tag) }
    }

    /// Shows an end tag, of an element at a path or while content is shown.
    mutating func showEndTag() {
        guard hearing == .all, builder.open.count > 0 else { return }
        guard showsContent || builder.open[builder.open.count - 1].marks.contains(.watched) else { return }
        show(.endTag, depth: builder.open.count)
    }

    /// Shows content of the innermost element, if the editor wants it.
    @inline(__always)
    mutating func showContent(_ kind: MarkupKind) {
        if showsContent, hearing == .all { show(kind, depth: builder.open.count) }
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

    /// The place of an event in the text of the input.
    private func place(of event: EventContext) -> Int {
        start.bytes &+ byteIndex &- ((source?.start ?? 0) - event.start)
    }

    /// The encoding in which the input is written.
    var encoding: WrittenEncoding { WrittenEncoding(encoding: expectedEncoding ?? .byDeclaration) }
}

extension EventContext {
    /// The number of bytes of white space between the line break and the event; `nil` for other bytes, or more than 511.
    ///
    /// Expat keeps at least 1,024 bytes.
    fileprivate var indentation: Int? {
        let count = before.suffix(511).reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        return before.dropLast(count).last.map { $0 == 0x0A || $0 == 0x0D } == true ? count : nil
    }
}

/// The first line break of a document.
struct FirstLineBreak {
    /// The number of bytes before it, or of all bytes so far.
    private var place = 0
    private var text: String?

    /// Looks for it in the next chunk, which ends with no half of CR LF.
    mutating func find(in chunk: UnsafeRawBufferPointer) {
        guard text == nil else { return }
        let feed = Memory.first(0x0A, in: chunk) ?? chunk.count
        let found = Memory.first(0x0D, in: UnsafeRawBufferPointer(rebasing: chunk[..<feed])) ?? feed
        place += found
        if found < chunk.count { text = found == feed ? "\n" : found + 1 == feed ? "\r\n" : "\r" }
    }

    /// The line break, if it is before a place; otherwise a line feed.
    func text(before place: Int) -> String { place > self.place ? text ?? "\n" : "\n" }
}

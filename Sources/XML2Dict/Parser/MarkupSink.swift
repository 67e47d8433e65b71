/// An editor that receives the markup of a document with offsets.
///
///     <a><b>x</b></a>         with the path b
///        └┬┘ start tag        of each element at a path
///           │ content         of the innermost element, while the editor wants content
///            └┬─┘ end tag
///
/// Offsets count bytes of the text in UTF-8, even if the input has another encoding.
package protocol MarkupSink: AnyObject {
    var wantsContent: Bool { get }

    /// Prefixes of added attributes. If the plan tracks namespaces, `MarkedTag.undeclared` has the undeclared prefixes.
    var prefixes: [String] { get }

    /// Takes bytes of the input, before they are parsed.
    func read(_ bytes: UnsafeRawBufferPointer)

    /// Takes an offset: the editor has received all markup before this offset.
    func settle(upTo offset: Int, _ encoding: WrittenEncoding) throws(XMLError)

    func startTag(_ tag: MarkedTag) throws(XMLError)

    /// Takes content of the innermost element, or the end tag of an element at a path. `depth` counts open elements.
    func content(_ kind: MarkupKind, _ text: UnsafeRawBufferPointer, at offset: Int, depth: Int) throws(XMLError)
}

package enum MarkupKind {
    /// Text as it is in the document, or the reference if the text is from an entity.
    case text
    /// A comment or an instruction, or the beginning or end of a CDATA section.
    case other
    case childStart
    case endTag
}

package struct MarkedTag {
    /// The tag as it is in the document, or the reference if the element is from the text of an entity.
    package let bytes: [UInt8]
    package let offset: Int
    /// The number of open elements, including this one.
    package let depth: Int
    package let name: [UInt8]
    /// The attributes that expat passes, including attributes with a default value.
    package let attributes: [(name: [UInt8], value: [UInt8])]
    /// The number of spaces and tabs before the tag on its line, or `nil` if other bytes or more than 511 are there.
    package let indentation: Int?
    /// The first line break of the document, or `nil` if no line break is before the tag.
    package let lineEnd: String?
    package let undeclared: [String]
    package let encoding: WrittenEncoding

    package var isEmpty: Bool { WrittenTag(bytes[...]).isEmpty }

    /// The attributes with the ranges of the values, and the ends: of the tag's name, and then of each attribute.
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
        let tag = MarkedTag(
            bytes: Array(event.text),
            offset: offset(of: event),
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
        let isReference = kind == .other && event.text.first == UInt8(ascii: "&"), offset = offset(of: event)
        // An error at a child element has the position of its parent.
        let parent = kind == .childStart ? builder.open[depth - 1] : nil
        show(at: parent) { sink throws(XMLError) in
            let bytes = UnsafeRawBufferPointer(rebasing: event.text)
            try sink.content(isReference ? .text : kind, bytes, at: offset, depth: depth)
        }
    }

    private mutating func show(at parent: OpenElement? = nil, _ body: (any MarkupSink) throws(XMLError) -> Void) {
        guard let markup else { return }
        do throws(XMLError) {
            try body(markup)
            showsContent = markup.wantsContent
        } catch {
            guard let parent else { return fail(error.code, error.words) }
            fail { handler in
                let found = handler.error(error.code, error.words), tag = handler.position(of: parent)
                let path = String(found.path[..<(found.path.lastIndex(of: "/") ?? found.path.endIndex)])
                return found.at(line: tag.line, column: tag.column, handler.excerpt(at: tag), path: path)
            }
        }
    }

    private func offset(of event: EventContext) -> Int {
        start.bytes &+ byteIndex &- ((source?.start ?? 0) - event.start)
    }

    var encoding: WrittenEncoding { WrittenEncoding(encoding: expectedEncoding ?? .byDeclaration) }
}

extension EventContext {
    /// The number of spaces and tabs before the event on its line, or `nil` if other bytes or more than 511 are there.
    ///
    /// Expat keeps at least 1,024 bytes before the event, so the number does not depend on the chunks.
    fileprivate var indentation: Int? {
        let count = before.suffix(511).reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        return before.dropLast(count).last.map { $0 == 0x0A || $0 == 0x0D } == true ? count : nil
    }
}

package struct FirstLineBreak {
    /// The number of bytes before the line break, or the number of all bytes if no line break has been found.
    private var offset = 0
    private var text: String?

    package init() {}

    /// Searches the next chunk, which does not end inside CR LF.
    package mutating func find(in chunk: UnsafeRawBufferPointer) {
        guard text == nil else { return }
        let feed = Memory.first(0x0A, in: chunk) ?? chunk.count
        let found = Memory.first(0x0D, in: UnsafeRawBufferPointer(rebasing: chunk[..<feed])) ?? feed
        offset += found
        if found < chunk.count { text = found == feed ? "\n" : found + 1 == feed && feed < chunk.count ? "\r\n" : "\r" }
    }

    /// Returns the line break if the line break is before an offset.
    package func text(before offset: Int) -> String? { offset > self.offset ? text : nil }
}

package import XML2Dict

/// Copies a document after the parser has passed its bytes, and replaces the bytes that edits change.
///
/// The copy holds back the beginning of a line, because an edit may delete the line. In a replaced text, the copy also
/// holds back comments and white space, because the text after them decides which bytes stay.
final class DocumentEditing: MarkupSink {
    private let plan: EditPlan
    private var original = OriginalText()
    private var output: OutputBuffer
    private var elements: EditedElements
    private var encoding = WrittenEncoding.utf8
    private var text: TextEdit?
    private var deletion: Deletion?
    private var matched: Set<Int> = []
    /// For each edit, the attributes of elements that match but lack the edited attribute, for a hint in the message.
    private var attributeNames: [Int: Set<[UInt8]>] = [:]
    private var rootEdits: [Int] = []
    private var isChanged = false
    private var failure: XMLError?

    private struct Deletion {
        let edit: Int
        let depth: Int
        /// The white space before the element on its line, or `nil` if other bytes precede the element on the line.
        let indentation: [UInt8]?
        /// The offset after the deleted element, while the rest of the line is unread.
        var end: Int?
        var reached: Int?
    }

    /// The number of bytes to hold back, and the maximum length of white space to delete on each side of an element.
    private static let longestSpace = 512
    private static let mostHeld = 16 * 1024 * 1024
    private static let mostNames = 100

    init(_ plan: EditPlan, to target: OutputBuffer.Target) {
        self.plan = plan
        output = OutputBuffer(to: target)
        elements = EditedElements(plan)
    }

    func edit(_ source: XMLSource) throws(XMLError) -> EditingResult {
        do throws(XMLError) {
            let hints = try plan.reading.showMarkup(of: source, to: self)
            try write(original.takeRest())
            do throws(SystemError) { try output.flush() } catch { throw XMLError(writing: error) }
            let unmatched = plan.edits.indices.filter { !matched.contains($0) }.map { edit in
                let path = plan.edits[edit].path, isSelective = path.steps.contains { !$0.selectors.isEmpty }
                let names = attributeNames[edit, default: []].map { String(decoding: $0, as: UTF8.self) }.sorted()
                let near = path.attribute.flatMap { WantedName($0).nearest(in: names) }
                let ofName = near.map { "the document has @\($0)" }
                let known = isSelective ? "no element there has what the brackets select" : ofName
                let hint = hints[plan.pathIndices[edit]] ?? known
                return (edit, path.text + (hint.map { " (\($0))" } ?? ""))
            }
            return EditingResult(isChanged: isChanged, unmatched: Dictionary(uniqueKeysWithValues: unmatched))
        } catch {
            throw failure ?? error
        }
    }

    var bytes: [UInt8] { Array(output.text) }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(XMLError) {
        guard let start = bytes.baseAddress else { return }
        do throws(SystemError) {
            try output.append(start.assumingMemoryBound(to: UInt8.self), bytes.count)
        } catch {
            failure = XMLError(writing: error)
            throw XMLError(writing: error)
        }
    }

    private func write(_ bytes: [UInt8]) throws(XMLError) {
        try bytes.withUnsafeBufferPointer { bytes throws(XMLError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Takes the bytes up to an offset, which the caller then writes, holds or drops.
    @discardableResult
    private func take(upTo offset: Int) throws(XMLError) -> UnsafeRawBufferPointer {
        if let bytes = original.take(upTo: offset, encoding) { return bytes }
        throw .edit(
            "a document in \(encoding.name) cannot be edited, because its bytes depend on those before them; convert it first, as with iconv -f \(encoding.name) -t UTF-8, and change its declaration"
        )
    }

    private func copy(upTo offset: Int) throws(XMLError) {
        if offset > original.offset { try write(take(upTo: offset)) }
    }

    private func encoded(_ text: String) throws(XMLError) -> [UInt8] {
        if let bytes = encoding.bytes(of: text, orElse: { _ in nil }) { return bytes }
        throw .edit("the encoding \(encoding.name) lacks a character of \(text)")
    }

    var prefixes: [String] { plan.prefixes }

    var wantsContent: Bool { text != nil || deletion?.end != nil }

    func read(_ bytes: UnsafeRawBufferPointer) { original.append(bytes) }

    func settle(upTo offset: Int, _ encoding: WrittenEncoding) throws(XMLError) {
        guard offset > original.offset, !wantsContent else { return }
        self.encoding = encoding
        // `last` may be inside a character of up to four bytes, so the loop also tries the three offsets before `last`.
        let last = deletion == nil ? offset - Self.longestSpace : offset
        for end in (last - 3...last).reversed() where end > original.offset {
            guard let bytes = original.take(upTo: end, encoding) else { continue }
            return deletion == nil ? try write(bytes) : ()
        }
    }

    func startTag(_ tag: MarkedTag) throws(XMLError) {
        encoding = tag.encoding
        // The deletion of an element also removes nested elements at the same path.
        let edits = elements.begin(tag).filter { $0 != deletion?.edit }
        guard let first = edits.first else { return }
        let name = String(decoding: tag.name, as: UTF8.self)
        if let deletion { throw conflict(first, "an element that", deletion.edit, " deletes") }
        if tag.bytes.first == UInt8(ascii: "&") {
            throw .edit(
                "<\(name)> is from the text of the entity \(String(decoding: tag.bytes, as: UTF8.self)), which an edit does not change; edit the declaration of the entity"
            )
        }
        let ofElement = edits.filter { plan.edits[$0].path.attribute == nil }
        if ofElement.count > 1 { throw conflict(ofElement[1], "the same element as", ofElement[0]) }
        matched.formUnion(ofElement)
        let others = edits.filter { $0 != ofElement.first }
        guard let edit = ofElement.first else { return try change(others, of: tag) }
        guard let value = value(of: edit, tag) else {
            if let other = others.first { throw conflict(other, "an element that", edit, " deletes") }
            return try beginDeletion(edit, tag, name)
        }
        try change(others, of: tag)
        if tag.isEmpty {
            guard !value.value.isEmpty else { return }
            let text = try encoded(">") + (value.bytes(in: .text) ?? []) + encoded("</\(name)>")
            return try replace((tag.written.ends.last ?? 0)..<tag.bytes.count, of: tag, by: text)
        }
        try copy(upTo: tag.offset + tag.bytes.count)
        text = TextEdit(name, value)
    }

    func content(_ kind: MarkupKind, _ bytes: UnsafeRawBufferPointer, at offset: Int, depth: Int) throws(XMLError) {
        if deletion?.end != nil { try endLine(kind, bytes, at: offset) }
        if text != nil { try changeText(kind, bytes, at: offset) }
        guard kind == .endTag else { return }
        elements.end(depth: depth)
        guard let deletion, deletion.depth == depth else { return }
        try take(upTo: offset + bytes.count)
        if deletion.indentation == nil { self.deletion = nil } else { self.deletion?.end = offset + bytes.count }
    }

    private func conflict(_ edit: Int, _ relation: String, _ other: Int, _ end: String = "") -> XMLError {
        let path = plan.edits[edit].path.text, other = plan.edits[other].path.text
        let conflict = path == other ? "both change \(path)" : "\(path) changes \(relation) \(other)\(end)"
        return .edit("two edits contradict each other: \(conflict); leave one out")
    }

    private func value(of edit: Int, _ tag: MarkedTag) -> EditedValue? {
        plan.edits[edit].value.map { EditedValue(value: $0, lineEnd: tag.lineEnd, encoding: tag.encoding) }
    }

    private func change(_ edits: [Int], of tag: MarkedTag) throws(XMLError) {
        guard !edits.isEmpty else { return }
        let (attributes, ends) = tag.written
        if tag.depth == 1 { rootEdits = edits }
        var changed: [[UInt8]: Int] = [:], changes: [(range: Range<Int>, bytes: [UInt8])] = []
        for edit in edits {
            let name = plan.edits[edit].path.attribute ?? "", key = Array(name.utf8)
            if let other = changed.updateValue(edit, forKey: key) {
                throw conflict(edit, "the same attribute as", other)
            }
            let index = attributes.firstIndex { $0.name.elementsEqual(key) }, known = index ?? attributes.count - 1
            let quote = known < 0 ? UInt8(ascii: "\"") : tag.bytes[attributes[known].value.lowerBound - 1]
            let value = value(of: edit, tag), bytes = value?.bytes(in: .attribute(quote: quote)) ?? []
            if let index {
                changes.append((value == nil ? ends[index]..<ends[index + 1] : attributes[index].value, bytes))
            } else if tag.attributes.contains(where: { $0.name == key }) {
                throw .edit(
                    "the attribute \(name) has the default value of the DTD here, which an edit does not change; edit its declaration"
                )
            } else if value != nil {
                let prefix = tag.undeclared.first { key.starts(with: "\($0):".utf8) }
                if let prefix, !declares(prefix, by: rootEdits + edits) {
                    throw .edit(
                        "the prefix \(prefix) of \(name) is not declared here; set xmlns:\(prefix) of this element or of the root"
                    )
                }
                let mark = try encoded(String(UnicodeScalar(quote))), end = ends[attributes.count]
                changes.append((end..<end, try encoded(" \(name)=") + mark + bytes + mark))
            } else {
                for attribute in tag.attributes where attributeNames[edit, default: []].count < Self.mostNames {
                    attributeNames[edit, default: []].insert(attribute.name)
                }
                continue
            }
            matched.insert(edit)
        }
        // Sorting is stable, so added attributes come last, in the order of the edits.
        for (range, bytes) in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            try replace(range, of: tag, by: bytes)
        }
    }

    private func declares(_ prefix: String, by edits: [Int]) -> Bool {
        edits.contains { plan.edits[$0].value != nil && plan.edits[$0].path.declaredPrefix == prefix[...] }
    }

    private func replace(_ range: Range<Int>, of tag: MarkedTag, by bytes: [UInt8]) throws(XMLError) {
        try copy(upTo: tag.offset + range.lowerBound)
        if !(try take(upTo: tag.offset + range.upperBound).elementsEqual(bytes)) { isChanged = true }
        try write(bytes)
    }

    private func beginDeletion(_ edit: Int, _ tag: MarkedTag, _ name: String) throws(XMLError) {
        if tag.depth == 1 {
            throw .edit("<\(name)> is the root, without which there is no document; delete what is inside it")
        }
        isChanged = true
        try copy(upTo: tag.offset - (tag.indentation ?? 0))
        let space = Array(try take(upTo: tag.offset))
        deletion = Deletion(edit: edit, depth: tag.depth, indentation: tag.indentation == nil ? nil : space)
    }

    /// Deletes the whole line if only white space follows the deleted element, and otherwise writes the indentation.
    private func endLine(_ kind: MarkupKind, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(XMLError) {
        guard let end = deletion?.end, let indentation = deletion?.indentation else { return }
        // Expat does not report a reference to an entity with an empty text, so a gap before `offset` is a reference.
        let follows = offset == deletion?.reached ?? end
        let isSpace = kind == .text && follows && offset + bytes.count - end <= Self.longestSpace
        if isSpace, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            deletion?.reached = offset + bytes.count
            return
        }
        deletion = nil
        guard isSpace, bytes.allSatisfy(XMLWhitespace.contains) else { return try write(indentation) }
        try take(upTo: offset + bytes.count)
    }

    private func changeText(_ kind: MarkupKind, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(XMLError) {
        guard var text = text.take() else { return }
        if kind == .childStart {
            let lost: ErrorMessage = "has child elements, which its new text would replace; set the text of one of them"
            throw .edit("<\(text.name)> \(lost)")
        }
        if offset > original.offset { text.drop(try take(upTo: offset)) }
        if kind == .endTag { return try write(text) }
        defer { self.text = text }
        let end = offset + bytes.count, isMark = bytes.starts(with: "<![CDATA[".utf8) || bytes.elementsEqual("]]>".utf8)
        guard end > original.offset else { return }
        if kind == .other {
            let bytes = try take(upTo: end)
            if isMark { text.drop(bytes, isSectionMark: true) } else { text.hold(bytes, isSpace: false) }
        } else {
            let isTrimmed = bytes.first != UInt8(ascii: "&") && !text.isInSection
            let isText: (UInt8) -> Bool = { !isTrimmed || !XMLWhitespace.contains($0) }
            let first = bytes.firstIndex(where: isText) ?? bytes.count, last = bytes.lastIndex(where: isText) ?? -1
            if first > 0 { text.hold(try take(upTo: offset + first), isSpace: true) }
            if last >= first { text.drop(try take(upTo: offset + last + 1)) }
            if end > original.offset { text.hold(try take(upTo: end), isSpace: true) }
        }
        if text.heldCount > Self.mostHeld {
            throw XMLError(.limit, "<\(text.name)> has more than 16 MiB of comments and white space around its text")
        }
    }

    private func write(_ text: TextEdit) throws(XMLError) {
        let (before, old, after) = text.parts, section = text.isOneSection ? text.value.bytes(in: .section) : nil
        let new = section ?? text.value.bytes(in: .text) ?? []
        if old != new { isChanged = true }
        for bytes in [before, new, after] { try write(bytes) }
    }
}

extension XMLError {
    fileprivate static func edit(_ message: ErrorMessage) -> XMLError { XMLError(.invalidEdit, message) }
}

package struct EditingResult {
    package let isChanged: Bool
    /// The paths that match nothing, each with a hint, by the index of the edit.
    package let unmatched: [Int: String]

    package static func error(_ unmatched: [Int: String]) -> XMLError {
        let paths = unmatched.sorted { $0.key < $1.key }.map(\.value), end = paths.count > 8 ? ", …" : ""
        return XMLError(.noMatch, message: "nothing matches \(paths.prefix(8).joined(separator: ", "))\(end)")
    }

    package func requireMatches() throws(XMLError) { if !unmatched.isEmpty { throw Self.error(unmatched) } }
}

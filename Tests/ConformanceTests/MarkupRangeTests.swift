import Foundation
import TestSupport
import Testing
import XML2Dict

/// The positions of markup: each range of the file must contain the token.
@Suite(
    "Positions of markup",
    .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations))
)
struct MarkupRangeTests {
    /// Passes all markup of a document to a checker.
    private func check(_ bytes: [UInt8]) -> RangeChecker {
        let checker = RangeChecker()
        do throws(XMLError) {
            let plan = try Plan(W3CSuite.options, showing: ["*"], tracksNamespaces: false)
            _ = try plan.showMarkup(of: .bytes(bytes), to: checker)
            checker.finish()
            if checker.copy != bytes { checker.faults.append("the chunks are not the document") }
        } catch {
            checker.error = error
        }
        return checker
    }

    @Test("Each token of a real document has its position")
    func realDocuments() throws {
        var tokenCount = 0
        for document in try RealDocument.all.get() {
            let checker = check(Array(try Data(contentsOf: URL(fileURLWithPath: document.path))))
            #expect(checker.faults.isEmpty, "\(document.name): \(checker.faults.prefix(3))")
            #expect(
                (checker.error == nil) == (document.value.value != nil),
                "\(document.name): \(checker.error?.description ?? "")"
            )
            tokenCount += checker.tokenCount
        }
        #expect(tokenCount > 100_000)
    }

    @Test("Each token of the W3C suite has its position", .enabled(if: W3CSuite.isPresent))
    func suite() throws {
        var readCount = 0
        for test in try W3CSuite.loaded.get().tests {
            let checker = check(test.bytes)
            #expect(checker.faults.isEmpty, "\(test.id): \(checker.faults.prefix(3))")
            guard checker.error?.code != .invalidEdit else { continue }
            #expect(
                (checker.error == nil) == (test.outcome.value != nil),
                "\(test.id): \(checker.error?.description ?? "")"
            )
            readCount += checker.error == nil ? 1 : 0
        }
        #expect(readCount > 800)
    }
}

/// Checks that the bytes in the range of each token are the token.
private final class RangeChecker: MarkupSink {
    let wantsContent = true
    let prefixes: [String] = []
    var faults: [String] = []
    var error: XMLError?
    /// All tokens of the document.
    private(set) var copy: [UInt8] = []
    private(set) var tokenCount = 0
    private var original = OriginalText()
    private var encoding: WrittenEncoding?

    func read(_ bytes: UnsafeRawBufferPointer) { original.append(bytes) }

    func settle(upTo offset: Int, _ encoding: WrittenEncoding) throws(XMLError) {
        guard offset > original.offset else { return }
        self.encoding = encoding
        _ = try take(upTo: offset)
    }

    func startTag(_ tag: MarkedTag) throws(XMLError) {
        encoding = tag.encoding
        if tag.bytes.first == UInt8(ascii: "&") { return }
        let (attributes, ends) = tag.written
        if !tag.bytes[..<ends[0]].elementsEqual(Array("<".utf8) + tag.name) { faults.append("name at \(tag.offset)") }
        if attributes.count > tag.attributes.count { faults.append("attributes at \(tag.offset)") }
        for (name, value) in attributes {
            let written = Array(tag.bytes[value])
            guard let known = tag.attributes.first(where: { $0.name == Array(name) }) else {
                faults.append("attribute at \(tag.offset)")
                continue
            }
            if !written.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }), written != known.value,
                known.value
                    != String(decoding: written, as: UTF8.self).split(separator: " ").joined(separator: " ").utf8.map(
                        \.self
                    )
            {
                faults.append("value at \(tag.offset)")
            }
        }
    }

    func content(_ kind: MarkupKind, _ text: UnsafeRawBufferPointer, at offset: Int, depth: Int) throws(XMLError) {
        let end = offset + text.count
        // The encoding is not known before the first start tag.
        guard depth > 0, encoding != nil, end > original.offset else { return }
        if offset > original.offset { _ = try take(upTo: offset) }
        let bytes = try take(upTo: end)
        tokenCount += 1
        let token = Array(text)
        let isReference = [UInt8(ascii: "&"), UInt8(ascii: "%")].contains(token.first)
        let isWhole = token.first == UInt8(ascii: "<") && token.last == UInt8(ascii: ">")
        let isMark = token.elementsEqual("<![CDATA[".utf8) || token.elementsEqual("]]>".utf8)
        let isToken =
            switch kind {
            case .text: isInSection || !token.contains(UInt8(ascii: "<"))
            case .other: isReference || isWhole || isMark
            case .childStart: isReference || isWhole
            case .endTag: token.isEmpty || isReference || isWhole && token[1] == UInt8(ascii: "/")
            }
        if !isToken {
            faults.append("\(kind) at \(offset): \(String(decoding: token, as: UTF8.self))")
        }
        if kind == .other, isMark { isInSection = token.count > 3 }
        guard let written = encoding?.bytes(of: String(decoding: token, as: UTF8.self), orElse: { _ in nil }) else {
            return
        }
        // The first token comes after the byte order mark.
        if !bytes.reversed().starts(with: written.reversed()) || bytes.count > written.count + (offset == 0 ? 4 : 0) {
            faults.append("bytes of \(kind) at \(offset)")
        }
    }

    private var isInSection = false

    func finish() { copy += original.takeRest() }

    private func take(upTo offset: Int) throws(XMLError) -> [UInt8] {
        guard let encoding, let bytes = original.take(upTo: offset, encoding) else {
            throw XMLError(.invalidEdit, message: "states")
        }
        copy += bytes
        return Array(bytes)
    }
}

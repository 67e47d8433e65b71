// Random edits of random documents and of the documents of the corpora.

import Foundation
import TestModel
import TestSupport
import XML2Dict
import XML2DictEditing

extension Trial {
    static let editedDocuments = [
        Trial(
            "EXACT-NAMES: An edited document has the value of the same change",
            documentCount,
            isRandom: true,
            quick: 200,
            seeing: ["compared": 0.5]
        ) { number in
            try DocumentEdit(document(number).document.bytes, number).verdict
        },
        Trial(
            "EXACT-NAMES: Edited documents of the corpora have the changed values",
            10 * Corpus.documents.count,
            quick: 0,
            seeing: ["compared": 0.15],
            obstacle: Corpus.documents.obstacle
        ) { number in
            let name = try Corpus.documents.path(number / 10)
            switch try DocumentEdit(Corpus.documents.bytes(number / 10), number).verdict {
            case .fails(let fault): return .fails("\(name): \(fault)")
            case .holds(let words): return .holds(words)
            }
        },
        Trial(
            "ALL-OR-NOTHING: A damaged document is edited as a whole, or refused",
            documentCount,
            isRandom: true,
            quick: 200,
            seeing: ["edited": 0.02, "refused": 0.5]
        ) { try damage($0) },
    ]

    /// Edits a document that is truncated, or has a changed bit.
    ///
    /// The editor must refuse a document that is not well-formed. The result of an edit must be well-formed.
    private static func damage(_ number: Int) throws -> Verdict {
        var dice = RandomSource(seed: number, for: .edits)
        var bytes = document(number).document.bytes
        let place = Int.random(in: 0..<max(1, bytes.count), using: &dice)
        if Bool.random(using: &dice) {
            bytes.removeLast(bytes.count - place)
        } else {
            bytes[place] ^= 1 << (number % 8)
        }
        var editor = XMLEditor(DocumentEdit.options)
        try editor.set("*/@new", to: "1")
        let reader = XMLReader(DocumentEdit.options), isWellFormed = (try? reader.read(.bytes(bytes))) != nil
        do throws(XMLError) {
            let edited = try editor.edited(.bytes(bytes))
            _ = try reader.read(.bytes(edited))
            return isWellFormed ? .holds(["edited"]) : .fails("broken, and edited: \(shown(bytes))")
        } catch {
            let isFault = isWellFormed && error.code != .invalidEdit && error.code != .noMatch
            return isFault ? .fails("\(error)\n\(shown(bytes))") : .holds(["refused"])
        }
    }
}

/// A random edit of a document, compared with the same change of its value.
private struct DocumentEdit {
    let verdict: Trial.Verdict

    /// Options that give attributes and elements different keys, and that collapse white space.
    static let options: XMLOptions = {
        var options = XMLOptions.xmltodict
        options.textOnlyIsString = false
        options.empty = .dictionary
        options.trim = .collapse
        options.honorsXMLSpace = false
        options.limits[.depth] = 10_000
        return options
    }()

    init(_ bytes: [UInt8], _ number: Int) throws {
        var dice = RandomSource(seed: number, for: .edits)
        guard let value = try? XMLReader(Self.options).read(.bytes(bytes)) else {
            verdict = .holds(["broken"])
            return
        }
        var paths: Set<String> = []
        Self.add(value, "", to: &paths)
        let path = paths.sorted()[Int.random(in: 0..<paths.count, using: &dice)], place = XMLPath(unchecked: path)
        let isDeletion = Bool.random(using: &dice), new = ["v", "a <b> & 'c' \"d\"", "]]>", "é 日"][number % 4]
        var editor = XMLEditor(Self.options), expected = value
        try expected.set(isDeletion ? nil : XMLValue(stringLiteral: new), at: place)
        let element = place.description.range(of: "/@").map { String(path[..<$0.lowerBound]) } ?? path
        let count = value.descendants(at: XMLPath(unchecked: element)).count
        // The editor also adds missing attributes, and a deleted attribute gets the default value of the DTD.
        let isAttribute = element != path, hasDefaults = String(decoding: bytes, as: UTF8.self).contains("<!ATTLIST")
        guard isDeletion ? !isAttribute || !hasDefaults : count == value.descendants(at: place).count else {
            verdict = .nothing
            return
        }
        let edited: [UInt8]
        do throws(XMLError) {
            isDeletion ? try editor.delete(path) : try editor.set(path, to: new)
            edited = try editor.edited(.bytes(bytes))
        } catch {
            // The prefix xml has a fixed URI, so the editor refuses a text as its declaration.
            let fault = "\(path): \(error)\n\(Trial.shown(bytes))"
            verdict = [.invalidEdit, .invalidValue].contains(error.code) ? .holds(["refused"]) : .fails(fault)
            return
        }
        let result = try XMLReader(Self.options).read(.bytes(edited)),
            change = isDeletion ? "-\(path)" : "\(path)=\(new)"
        if result.json(.compact) != expected.json(.compact) {
            verdict = .fails("\(change)\n\(result.json(.compact))\n\(expected.json(.compact))\n\(Trial.shown(bytes))")
        } else if !isDeletion, count == 1, let fault = Self.lineFault(bytes, edited) {
            verdict = .fails("\(change): \(fault)\n\(Trial.shown(bytes))\n\(Trial.shown(edited))")
        } else {
            verdict = .compared
        }
    }

    /// Adds the paths of all elements and attributes in a value.
    private static func add(_ value: XMLValue, _ path: String, to paths: inout Set<String>) {
        for item in value.kind == .array ? value.list : [value] {
            for (key, value) in item.entries where key != "#text" {
                paths.insert("\(path)/\(key)")
                if !key.hasPrefix("@") { add(value, "\(path)/\(key)", to: &paths) }
            }
        }
    }

    /// Describes the bytes that differ if they contain a tag, because the edit of one value changes no tag.
    private static func lineFault(_ old: [UInt8], _ new: [UInt8]) -> String? {
        let most = min(old.count, new.count)
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = min(most - start, zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count)
        let changed = old[start..<(old.count - end)]
        // Sections and wide characters may have the byte of `<`, and comments and instructions stay inside a text.
        let others = ["<![CDATA[", "<!--", "<?"].map { Array($0.utf8) }
        let hasOthers = others.contains { other in old.indices.contains { $0 > 0 && old[$0...].starts(with: other) } }
        let isTag = changed.contains(UInt8(ascii: "<")) && !hasOthers && !old.contains(0)
        return isTag ? "more than a value differs: \(Trial.shown(changed))" : nil
    }
}

// Documents with an error, whose skipped records are compared with the rule of SKIP-EXACT.

import Synchronization
import XML2Dict

extension Trial {
    static let brokenRecords = [
        Trial(
            "SKIP-EXACT: A single error in 200 records skips the expected record",
            9 * BrokenRecords.document.count,
            quick: 100,
            seeing: ["skipped record": 0.25, "end": 0.05]
        ) { try BrokenRecords.difference($0) }
    ]
}

enum BrokenRecords {
    /// The records and the errors of a document, and the error that ends it.
    struct Outcome: CustomStringConvertible {
        var records: [String] = []
        var skipped: [String] = []
        var end: String?

        var description: String {
            (records + skipped.map { "skipped " + $0 } + [end ?? "ends"]).joined(separator: "\n")
        }
    }

    /// The document with a byte changed, removed or repeated.
    private static func broken(_ number: Int) -> [UInt8] {
        let replacements: [UInt8?] = [nil] + Array("<>&\"]-".utf8) + [0xFF]
        var bytes = document
        let place = number / 9
        if number % 9 == replacements.count {
            bytes.insert(bytes[place], at: place)
        } else {
            bytes.replaceSubrange(place...place, with: replacements[number % 9].map { [$0] } ?? [])
        }
        return bytes
    }

    static func difference(_ number: Int) throws -> Trial.Verdict {
        let bytes = broken(number)
        let expected = try expected(bytes), found = found(bytes)
        let isSame =
            found.records == expected.records && found.skipped.count == expected.skipped.count
            && (found.end == nil) == (expected.end == nil)
        guard isSame else { return .fails("byte \(number / 9): \(found)\nby the rule: \(expected)") }
        let seen: [(String, Bool)] = [("skipped record", !expected.skipped.isEmpty), ("end", expected.end != nil)]
        return .holds(Set(seen.filter(\.1).map(\.0)))
    }

    private static func found(_ bytes: [UInt8]) -> Outcome {
        let skipped = Mutex<[String]>([])
        var outcome = Outcome()
        do throws(XMLError) {
            let policy = XMLOptions.ErrorPolicy.skip { error in skipped.withLock { $0.append("\(error) \(error.path)") }
            }
            var records = try XMLReader().records(at: "/r/g/i", in: .bytes(bytes), onError: policy)
            while let record = try records.next() { outcome.records.append(record.json(.compact)) }
        } catch {
            outcome.end = "\(error) \(error.path)"
        }
        outcome.skipped = skipped.withLock { $0 }
        return outcome
    }

    // MARK: The rule

    /// The expected outcome of a document `<r><g>…` of records `i` with a single error.
    ///
    /// After each error, a reader without the policy reads the start tags of the open elements, and then the document
    /// from the offset where reading resumes.
    private static func expected(_ bytes: [UInt8]) throws -> Outcome {
        let context = Array("<r><g>".utf8)
        var outcome = Outcome()
        var base = 0
        var prefix: [UInt8] = []
        while true {
            do throws(XMLError) {
                var records = try XMLReader().records(at: "/r/g/i", in: .bytes(prefix + bytes[base...]))
                while let record = try records.next() { outcome.records.append(record.json(.compact)) }
                return outcome
            } catch {
                let place = (error.byteOffset ?? 0) - prefix.count + base
                let token = start(ofTokenAt: place, in: bytes, from: base)
                let isBroken =
                    (error.path + "/").hasPrefix("/r/g/i/") || error.path == "/r/g" && isRecord(bytes[token...])
                guard isBroken else {
                    outcome.end = "\(error.words.description)"
                    return outcome
                }
                let isSection = sections.contains { bytes[token...].starts(with: $0.0) }
                let start = isSection ? end(ofMarkupAt: token, in: bytes).map { $0 - 1 } ?? token : token
                let next = record(after: start, in: bytes, inside: error.path)
                // Without another record, the document is truncated.
                if next == nil, error.code == .unexpectedEnd {
                    outcome.end = "\(error.words.description)"
                    return outcome
                }
                outcome.skipped.append(error.words.description)
                guard let next else {
                    if !bytes[token...].indices.contains(where: { bytes[$0...].starts(with: "</r>".utf8) }) {
                        outcome.end = "cut off"
                    }
                    return outcome
                }
                (base, prefix) = (next, context)
            }
        }
    }

    private static let sections = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map {
        (Array($0.0.utf8), Array($0.1.utf8))
    }

    /// The offset after the markup that begins at an offset, or `nil` if the markup has no end.
    private static func end(ofMarkupAt place: Int, in bytes: [UInt8]) -> Int? {
        let rest = bytes[place...]
        if let (start, end) = sections.first(where: { rest.starts(with: $0.0) }) {
            return (place + start.count..<bytes.count).first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
        }
        var quote: UInt8?
        for index in rest.indices.dropFirst() {
            if bytes[index] == UInt8(ascii: "<") { return nil }
            if let open = quote {
                if bytes[index] == open { quote = nil }
            } else if bytes[index] == UInt8(ascii: ">") {
                return index + 1
            } else if "\"'".utf8.contains(bytes[index]) {
                quote = bytes[index]
            }
        }
        return nil
    }

    private static func start(ofTokenAt place: Int, in bytes: [UInt8], from base: Int) -> Int {
        var index = base
        while index < place {
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            guard let end = end(ofMarkupAt: index, in: bytes), end <= place else { return index }
            index = end
        }
        // A reference is a token.
        let text = bytes[base..<place]
        guard let mark = text.lastIndex(of: UInt8(ascii: "&")), !text[mark...].contains(where: "; <>\n".utf8.contains)
        else { return place }
        return mark
    }

    private static func isRecord(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: "<i".utf8) && bytes.dropFirst(2).first.map { " \t\r\n/><".utf8.contains($0) } == true
    }

    /// The offset of the next record after a refused token.
    ///
    /// At first, the elements in the path of the error are open. A start tag opens an element. An end tag closes the
    /// innermost element with its name, and all elements inside that. Without an element of the name, an end tag closes
    /// nothing, but the refused token closes the innermost element.
    private static func record(after start: Int, in bytes: [UInt8], inside path: String) -> Int? {
        var open = path.split(separator: "/").map(String.init)
        func begin(_ place: Int) {
            guard let name = name(ofTagAt: place, in: bytes), let end = end(ofMarkupAt: place, in: bytes) else {
                return
            }
            let isName = name.utf8.allSatisfy { !"\"'&;=]".utf8.contains($0) }
            if isName, !bytes[..<end].suffix(2).elementsEqual("/>".utf8) { open.append(name) }
        }
        begin(start)
        var index = bytes[start...].starts(with: "</".utf8) ? start : start + 1
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: "</".utf8) {
                let name = String(decoding: rest.dropFirst(2).prefix { !" \t\r\n/><".utf8.contains($0) }, as: UTF8.self)
                let depth = open.lastIndex(of: name) ?? (index == start ? open.count - 1 : open.count)
                if depth < open.count { open.removeSubrange(max(depth, 1)...) }
            } else if name(ofTagAt: index, in: bytes) != nil {
                if open == ["r", "g"], isRecord(rest) { return index }
                begin(index)
            }
            let isMarkup = rest.first == UInt8(ascii: "<") && sections.contains { rest.starts(with: $0.0) }
            // A section without an end is not a section.
            index = isMarkup ? end(ofMarkupAt: index, in: bytes) ?? index + 1 : index + 1
        }
        return nil
    }

    /// The name of the start tag at an offset, or `nil` if there is no start tag.
    private static func name(ofTagAt place: Int, in bytes: [UInt8]) -> String? {
        let name = bytes[place...].dropFirst().prefix { !" \t\r\n/><?".utf8.contains($0) }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let beginsName = name.first.map { letters.contains($0 | 0x20) || "_:".utf8.contains($0) || $0 >= 0x80 } ?? false
        guard bytes[place] == UInt8(ascii: "<"), beginsName else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// A document of 200 records, with all kinds of markup in them.
    static let document: [UInt8] = {
        let forms = [
            "<i n=\"~\">a</i>", "<i><a>~</a><b x='1' y=\"&gt;>\"/></i>\n", "<i>x<!-- <i>~</i> -->y</i>",
            "<i><![CDATA[ <i>~</i> ]]></i>", "<i\tn='~'/> ", "<i>é&amp;&#65;<?p <i/> ?>~</i>\r\n",
            "<!-- <i/> --><i>~</i>",
            "<i><i>~</i><j/></i>",
        ]
        let records = (0..<200).map { forms[$0 % forms.count].replacing("~", with: "\($0)") }
        return Array("<r><g>\(records.joined())</g></r>".utf8)
    }()
}

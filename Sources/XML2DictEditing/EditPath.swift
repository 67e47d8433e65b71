import XML2Dict

/// A path of an edit to elements or to an attribute, with selectors at any step.
///
///     dependency[@id='b']/version     the child `version` of any `dependency` whose attribute `id` is `b`
///     /rss/channel/item[2]/@guid      the attribute `guid` of the second `item`
///
/// Names are as in the document, with their prefixes. A number counts only siblings that match the step before its
/// bracket, so `b[@x='1'][2]` is the second `b` with this attribute.
struct EditPath {
    enum Selector: Hashable {
        case name([UInt8])
        case attribute(name: [UInt8], value: [UInt8])
        case position(Int)
    }

    typealias Step = (name: String, selectors: [Selector])

    static let anyName = Array("*".utf8)

    let text: String
    let isAnchored: Bool
    let steps: [Step]
    let attribute: String?

    var prefixes: [XMLPath] {
        steps.indices.map { last in
            XMLPath(unchecked: (isAnchored ? "/" : "") + steps[...last].map(\.name).joined(separator: "/"))
        }
    }

    /// The prefix `m` of an attribute `xmlns:m`, or `""` for `xmlns`, or `nil` for any other attribute.
    var declaredPrefix: Substring? {
        guard let names = attribute?.split(separator: ":", maxSplits: 1), names.first == "xmlns" else { return nil }
        return names.dropFirst().first ?? ""
    }

    init(_ text: String) throws(XMLError) {
        var parser = PathParser(text)
        var steps = try parser.steps()
        let path = steps.map(\.name).joined(separator: "/")
        if path.utf8.contains(where: { "{|".utf8.contains($0) }) {
            throw parser.error("an edit has one path, and names as the document writes them, such as m:url")
        }
        try XMLPath(path).check(allowsAttribute: true)
        let last = steps.last?.name ?? "", isOfAttribute = last.utf8.first == UInt8(ascii: "@")
        attribute = isOfAttribute ? String(last.dropFirst()) : nil
        if isOfAttribute { steps.removeLast() }
        isAnchored = text.utf8.first == UInt8(ascii: "/")
        self.text = text
        self.steps = Array(steps.dropFirst(isAnchored ? 1 : 0))
        if attribute == "*" || self.steps.isEmpty {
            throw parser.error("an edit of an attribute names its element and the attribute, and @* is not possible")
        }
        if let attribute, !ExpatCheck.isName(attribute) { throw parser.error("\(attribute) is not a name of XML") }
    }
}

extension XMLEditor {
    /// Splits `PATH=VALUE` at the first equals sign outside brackets.
    package static func parts(of edit: String) -> (path: String, value: String)? {
        var parser = PathParser(edit)
        guard let equalsSign = parser.firstEqualsSign() else { return nil }
        return (String(edit[..<equalsSign]), String(edit[edit.utf8.index(after: equalsSign)...]))
    }
}

private struct PathParser {
    private let text: String
    private var cursor: String.Index

    init(_ text: String) {
        self.text = text
        cursor = text.startIndex
    }

    func error(_ mistake: String) -> XMLError {
        XMLError(
            .invalidPath,
            "'\(text)' is not a path of an edit: \(mistake); such paths look like item/@id, /rss/channel/item[2] or item[@id='a']/name"
        )
    }

    mutating func steps() throws(XMLError) -> [EditPath.Step] {
        var steps: [EditPath.Step] = []
        repeat {
            let name = take { !"/[".utf8.contains($0) }
            var selectors: [EditPath.Selector] = []
            while take("[") { selectors.append(try selector()) }
            if !selectors.isEmpty, name.isEmpty || name.hasPrefix("@") {
                throw error("brackets come after the name of an element")
            }
            steps.append((name, selectors))
        } while take("/")
        if cursor < text.endIndex { throw error("after brackets comes a slash, or nothing") }
        return steps
    }

    private mutating func selector() throws(XMLError) -> EditPath.Selector {
        let isAttribute = take("@")
        if !isAttribute, let position = Int(take { $0.isDigit }), position > 0, take("]") { return .position(position) }
        let name = take { $0.isInName }
        guard isAttribute, XMLPath(unchecked: "@" + name).isOfDocument, take("="),
            let quote = ["'", "\""].first(where: { take($0) })
        else { throw error("brackets have a number from 1, or an attribute and its quoted value") }
        let value = take { $0 != quote.utf8.first }
        guard take(quote), take("]") else { throw error("a quotation mark or a bracket has no end") }
        return .attribute(name: Array(name.utf8), value: Array(value.utf8))
    }

    mutating func firstEqualsSign() -> String.Index? {
        while cursor < text.endIndex, text.utf8[cursor] != UInt8(ascii: "=") {
            let start = cursor
            if take("["), (try? selector()) != nil { continue }
            // Skips invalid brackets as a whole, so that the path in the error message includes the brackets.
            let end = cursor > start ? text.utf8[start...].firstIndex(of: UInt8(ascii: "]")) : nil
            cursor = text.utf8.index(after: end ?? start)
        }
        return cursor < text.endIndex ? cursor : nil
    }

    private mutating func take(_ character: String) -> Bool {
        guard cursor < text.endIndex, text.utf8[cursor] == character.utf8.first else { return false }
        text.utf8.formIndex(after: &cursor)
        return true
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> String {
        let rest = text.utf8[cursor...].prefix(while: isWanted)
        cursor = rest.endIndex
        return String(rest) ?? ""
    }
}

/// A path of elements, or of an attribute.
///
///     channel/item         any element `item` in any element `channel`
///     /rss/channel/item    the same elements, when `rss` is the root
///     */item               any element `item` in any other element
///     item/@id             the attribute `id` of any element `item`
///     {URI}item            the element `item` of a namespace, when namespaces are expanded
///
/// Names are the document's own, with their prefixes, or the names that the options for namespaces make of them.
package struct XMLPath: Hashable, Sendable, CustomStringConvertible {
    /// One name of a path.
    package enum Step: Hashable, Sendable {
        case name(String)
        case expanded(namespace: String, name: String)
        case any
    }

    /// Whether the first step is the root.
    let isAnchored: Bool

    /// The names of elements, outermost first; empty for `@name`, an attribute of any element.
    let steps: [Step]

    /// The name of the attribute; `nil` when the path leads to elements.
    let attribute: Step?

    /// Whether any of the names has the form `{URI}name`.
    package var isExpanded: Bool {
        (steps + [attribute].compactMap(\.self)).contains { step in
            if case .expanded = step { true } else { false }
        }
    }

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - text: The path, as described above.
    ///   - allowsAttribute: Whether it may lead to an attribute.
    /// - Throws: An `XMLReaderError` with the code `invalidPath`.
    package init(_ text: String, allowsAttribute: Bool = false) throws(XMLReaderError) {
        isAnchored = text.hasPrefix("/")
        let names = Self.split(text.dropFirst(isAnchored ? 1 : 0))
        var steps: [Step] = []
        var attribute: Step?
        for (index, name) in names.enumerated() {
            if allowsAttribute, index == names.count - 1, name.hasPrefix("@") {
                attribute = try Self.step(name.dropFirst(), in: text)
            } else {
                steps.append(try Self.step(name, in: text))
            }
        }
        if isAnchored, steps.isEmpty {
            throw Self.error(text, "the document itself has no attributes; those of the root are at /*/@name")
        }
        self.steps = steps
        self.attribute = attribute
    }

    /// The path as it is written.
    package var description: String {
        let names = steps.map(Self.written) + [attribute].compactMap(\.self).map { "@" + Self.written($0) }
        return (isAnchored ? "/" : "") + names.joined(separator: "/")
    }

    private static func written(_ step: Step) -> String {
        switch step {
        case .name(let name): name
        case .expanded(let namespace, let name): "{\(namespace)}\(name)"
        case .any: "*"
        }
    }

    /// A name as a path writes it: `URI:name` becomes `{URI}name` when a path cannot have it otherwise.
    static func step(named name: String) -> String {
        guard (try? XMLPath(name))?.description != name || name.contains("/"), let colon = name.lastIndex(of: ":")
        else { return name }
        return written(.expanded(namespace: String(name[..<colon]), name: String(name[name.index(after: colon)...])))
    }

    /// Splits a path at its slashes, except those in braces.
    private static func split(_ text: Substring) -> [Substring] {
        var names: [Substring] = []
        var start = text.startIndex
        var isInBraces = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "{"): isInBraces = true
            case UInt8(ascii: "}"): isInBraces = false
            case UInt8(ascii: "/") where !isInBraces:
                names.append(text[start..<index])
                start = text.utf8.index(after: index)
            default: break
            }
        }
        return names + [text[start...]]
    }

    private static func step(_ name: Substring, in path: String) throws(XMLReaderError) -> Step {
        if name == "*" { return .any }
        let problem: String
        if name.hasPrefix("{"), let end = name.firstIndex(of: "}") {
            let local = name[name.index(after: end)...]
            if local == "*" {
                problem = "'*' is any name in any namespace, and stands alone"
            } else if let fault = fault(of: local, in: path) {
                problem = fault
            } else {
                return .expanded(namespace: String(name[..<end].dropFirst()), name: String(local))
            }
        } else if let fault = fault(of: name, in: path) {
            problem = fault
        } else {
            return .name(String(name))
        }
        throw error(path, problem)
    }

    private static func error(_ path: String, _ problem: String) -> XMLReaderError {
        XMLReaderError(
            .invalidPath,
            "'\(path)' is not a path: \(problem). Paths look like channel/item, /rss/channel/item or */item"
        )
    }

    /// The reason why a text is not a name; `nil` when it is a name.
    private static func fault(of name: Substring, in path: String) -> String? {
        if name.isEmpty {
            return path == "/" ? "it names no element; the root is /*" : "a name is missing"
        }
        if name.hasPrefix("@") {
            return "\(name) is an attribute, not an element"
        }
        if let scalar = name.unicodeScalars.first(where: { !isNameScalar($0) }) {
            return "a name cannot contain '\(scalar)'"
        }
        if let first = name.unicodeScalars.first, "-.0123456789".unicodeScalars.contains(first) {
            return "a name cannot begin with '\(first)'"
        }
        return nil
    }

    /// Whether a name can contain a scalar (XML 1.0, production 4a); every scalar beyond ASCII is accepted.
    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":": true
        default: !scalar.isASCII
        }
    }
}

/// Which elements, or attributes of which elements, are meant.
///
/// `channel/item` is any element `item` in an element `channel`, wherever that is; `/rss/channel/item` begins at the root;
/// `*` is any one name; `item/@id` is an attribute. Names are the document's own, prefix included, or what its namespaces are
/// turned into; `{URI}name` is one whose namespace is expanded, as a URI has slashes in it.
package struct XMLPath: Hashable, Sendable, CustomStringConvertible {
    /// One name of a path.
    package enum Step: Hashable, Sendable {
        case name(String)
        case expanded(namespace: String, name: String)
        case any
    }

    /// Whether the first step is the root.
    let isAnchored: Bool

    /// The names of elements, outermost first; none only when an attribute of any element is meant.
    let steps: [Step]

    /// The name of the attribute, when one is meant.
    let attribute: Step?

    /// Whether any of the names has its namespace in front.
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
    /// - Throws: What is wrong with it, with the code `invalidPath`.
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

    /// A name as a path has it: a namespace that cannot be written as it is stands in braces.
    static func step(named name: String) -> String {
        guard (try? XMLPath(name))?.description != name || name.contains("/"), let colon = name.lastIndex(of: ":")
        else { return name }
        return written(.expanded(namespace: String(name[..<colon]), name: String(name[name.index(after: colon)...])))
    }

    /// Cuts a path at its slashes, but for those in braces.
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

    /// What keeps a text from being a name.
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

    /// A scalar that can stand in a name, as far as ASCII goes (XML 1.0, production 4a); what lies beyond is the document's affair.
    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":": true
        default: !scalar.isASCII
        }
    }
}

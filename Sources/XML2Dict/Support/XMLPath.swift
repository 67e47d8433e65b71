/// A path of elements, or of an attribute.
///
///     channel/item         any element `item` in any element `channel`
///     /rss/channel/item    the same elements, when `rss` is the root
///     */item               any element `item` that has a parent
///     item/@id             the attribute `id` of any element `item`
///     item|feed/entry      any element `item`, and any element `entry` in an element `feed`
///     {URI}item            the element `item` of a namespace, when namespaces are expanded
///
/// A path means the same for records, for options such as ``XMLOptions/select``, and for ``XMLValue/descendants(at:)``.
/// In a value, a step is a key, `@id` is the attribute `id` in the value's convention, and a slash at the beginning is
/// the value that is searched. `value[path:]` and `set(_:at:)` begin every path there.
///
/// A string literal is a path. An invalid literal ends the program, because it is an error in the program. For a path
/// from data, use ``init(_:)``, which throws. A literal takes no interpolation, so that no data can end a program.
///
/// In a document, a name in a path has the prefix that the document writes, unless the options for namespaces change
/// the names. <doc:Paths> has examples.
public struct XMLPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package enum Step: Hashable, Sendable {
        case name(String)
        case expanded(namespace: String, name: String)
        case any
    }

    package struct Alternative: Hashable, Sendable {
        package let text: String

        package let isAnchored: Bool

        /// The names of elements, outermost first, or empty for `@name`, which matches an attribute of any element.
        package let steps: [Step]

        /// The name of the attribute, or `nil` if the path leads to elements.
        package let attribute: Step?
    }

    /// The text of the path.
    public let description: String

    package let alternatives: [Alternative]

    /// The bytes of the text, because XML compares names by bytes, and `==` of strings does not.
    private let bytes: [UInt8]

    private let mistake: String?

    /// The reason why the path can match a key of a value, but no name in a document.
    private let mistakeInName: String?

    /// Creates a path from text.
    ///
    /// ```swift
    /// let path = try XMLPath("item/" + name)
    /// ```
    ///
    /// - Parameter text: The path. Names are checked when the path is used: a key of a value can be any text but
    ///   slashes, vertical bars and brackets, and a name in a document is an XML name.
    /// - Throws: An ``XMLError`` with the code `invalidPath`.
    public init(_ text: String) throws(XMLError) {
        self.init(unchecked: text)
        if let mistake { throw error(mistake) }
    }

    package init(unchecked text: String) {
        alternatives = Self.split(text[...], at: UInt8(ascii: "|")).map(Self.alternative)
        description = text
        bytes = Array(text.utf8)
        let steps = alternatives.flatMap { path in path.names.map { (step: $0, path: path.text) } }.lazy
        mistake =
            steps.compactMap { Self.mistake(in: $0.step, of: $0.path) }.first
            ?? steps.compactMap { Self.mistake(inKey: $0.step) }.first
        let ofDocument = "the document itself has no attributes; those of the root are at /*/@name"
        mistakeInName =
            steps.compactMap { Self.mistake(inName: $0.step) }.first
            ?? (alternatives.contains { $0.isAnchored && $0.steps.isEmpty } ? ofDocument : nil)
    }

    private static func alternative(_ text: Substring) -> Alternative {
        let isAnchored = text.hasPrefix("/")
        var names = split(text.dropFirst(isAnchored ? 1 : 0), at: UInt8(ascii: "/"))
        let attribute = names.last?.hasPrefix("@") == true ? names.removeLast().dropFirst() : nil
        return Alternative(
            text: String(text),
            isAnchored: isAnchored,
            steps: names.map(step),
            attribute: attribute.map(step)
        )
    }

    /// Creates a path from a string literal, and ends the program if the literal is invalid.
    public init(stringLiteral text: String) {
        self.init(unchecked: text)
        if let mistake { preconditionFailure("\(error(mistake).message)") }
    }

    /// Checks that the path can match in a document, and matches attributes only with `allowsAttribute`.
    ///
    /// - Throws: An `XMLError` with the code `invalidPath`.
    package func check(allowsAttribute: Bool = false) throws(XMLError) {
        if let mistake = mistake ?? mistakeInName { throw error(mistake) }
        if !allowsAttribute, let attribute = alternatives.lazy.compactMap(\.attribute).first {
            throw error("@\(Self.written(attribute)) is an attribute, not an element")
        }
    }

    package var isOfDocument: Bool { mistake == nil && mistakeInName == nil }

    package var isValid: Bool { isOfDocument && alternatives.allSatisfy { $0.attribute == nil } }

    private func error(_ mistake: String) -> XMLError {
        let edits: ErrorMessage = "\(option: "XMLEditor.set") and \(option: "XMLEditor.delete")"
        let hint: ErrorMessage = mistake.hasSuffix("'['") ? ", and only paths for \(edits) have selectors" : ""
        return XMLError(
            .invalidPath,
            "'\(description)' is not a path: \(mistake)\(hint); paths look like channel/item, /rss/channel/item or */item"
        )
    }

    private static func written(_ step: Step) -> String {
        switch step {
        case .name(let name): name
        case .expanded(let namespace, let name): "{\(namespace)}\(name)"
        case .any: "*"
        }
    }

    /// Returns a name as a step, or `{URI}name` for `URI:name` if the name is not a valid step.
    package static func step(named name: String) -> String {
        guard !XMLPath(unchecked: name).isValid || name.contains("/"), let colon = name.lastIndex(of: ":") else {
            return name
        }
        return written(.expanded(namespace: String(name[..<colon]), name: String(name[name.index(after: colon)...])))
    }

    /// Splits a path at slashes or at vertical bars, but not at separators in braces.
    private static func split(_ text: Substring, at separator: UInt8) -> [Substring] {
        var names: [Substring] = []
        var start = text.startIndex
        var isInBraces = false
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "{"): isInBraces = true
            case UInt8(ascii: "}"): isInBraces = false
            case separator where !isInBraces:
                names.append(text[start..<index])
                start = text.utf8.index(after: index)
            default: break
            }
        }
        return names + [text[start...]]
    }

    package static func step(_ name: Substring) -> Step {
        if name == "*" { return .any }
        guard name.hasPrefix("{"), let end = name.firstIndex(of: "}") else { return .name(String(name)) }
        return .expanded(namespace: String(name[..<end].dropFirst()), name: String(name[name.index(after: end)...]))
    }

    private static func mistake(in step: Step, of path: String) -> String? {
        if case .expanded(_, "*") = step { return "'*' is any name in any namespace, and is written alone" }
        guard case .name(let name) = step.withoutNamespace else { return nil }
        if name.isEmpty {
            if path.hasPrefix("//"), path != "//" { return "a path matches at any depth without // before it" }
            if path == "/" { return "it names no element; the root is /*" }
            return path.contains("//") && !path.contains("{")
                ? "a name is missing between //; * is any name" : "a name is missing"
        }
        return name.hasPrefix("@") ? "\(name) is an attribute, not an element" : nil
    }

    private static func mistake(inName step: Step) -> String? {
        guard case .name(let name) = step.withoutNamespace else { return nil }
        if let scalar = name.unicodeScalars.first(where: { !isNameScalar($0) }) {
            return "a name cannot contain '\(scalar)'"
        }
        if let first = name.unicodeScalars.first, "-.0123456789".unicodeScalars.contains(first) {
            return "a name cannot begin with '\(first)'"
        }
        return nil
    }

    /// Returns the error of a step with brackets, such as `item[1]` of XPath, but ignores brackets in a namespace.
    private static func mistake(inKey step: Step) -> String? {
        guard case .name(let name) = step.withoutNamespace else { return nil }
        let local = name.unicodeScalars[(name.lastIndex(of: ":") ?? name.startIndex)...]
        return local.first { "[]()".unicodeScalars.contains($0) }.map { "a name cannot contain '\($0)'" }
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":": true
        default: !scalar.isASCII
        }
    }
}

extension XMLPath.Alternative {
    package var names: [XMLPath.Step] { steps + [attribute].compactMap(\.self) }

    package var isExpanded: Bool {
        names.contains { step in
            if case .expanded = step { true } else { false }
        }
    }
}

extension XMLPath.Step {
    package func key(separator: String) -> String? {
        switch self {
        case .name(let name), .expanded("", let name): name
        case .expanded(let namespace, let name): namespace + separator + name
        case .any: nil
        }
    }

    fileprivate var withoutNamespace: XMLPath.Step {
        if case .expanded(_, let name) = self { .name(name) } else { self }
    }
}

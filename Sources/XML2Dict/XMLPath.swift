/// Which elements are meant.
///
/// `channel/item` is any element `item` in an element `channel`, wherever that is; `/rss/channel/item` begins at the root;
/// `*` is any one name. Names are the document's own, prefix included.
package struct XMLPath: Hashable, Sendable, CustomStringConvertible {
    /// One name of a path.
    package enum Step: Hashable, Sendable {
        case name(String)
        case any
    }

    /// Whether the first step is the root.
    let isAnchored: Bool

    /// The names, outermost first; at least one.
    let steps: [Step]

    /// Reads a path.
    ///
    /// - Parameter text: The path, as described above.
    /// - Throws: What is wrong with it, with the code `invalidPath`.
    package init(_ text: String) throws(XMLReaderError) {
        isAnchored = text.hasPrefix("/")
        let names = text.dropFirst(isAnchored ? 1 : 0).split(separator: "/", omittingEmptySubsequences: false)
        var steps: [Step] = []
        for name in names {
            steps.append(try Self.step(name, in: text))
        }
        self.steps = steps
    }

    /// The path as it is written.
    package var description: String {
        let names = steps.map { step in
            switch step {
            case .name(let name): name
            case .any: "*"
            }
        }
        return (isAnchored ? "/" : "") + names.joined(separator: "/")
    }

    private static func step(_ name: Substring, in path: String) throws(XMLReaderError) -> Step {
        if name == "*" { return .any }
        let problem: String
        if name.isEmpty {
            problem = path == "/" ? "it names no element; the root is /*" : "a name is missing"
        } else if name.hasPrefix("@") {
            problem = "\(name) is an attribute, not an element"
        } else if let scalar = name.unicodeScalars.first(where: { !isNameScalar($0) }) {
            problem = "a name cannot contain '\(scalar)'"
        } else if let first = name.unicodeScalars.first, "-.0123456789".unicodeScalars.contains(first) {
            problem = "a name cannot begin with '\(first)'"
        } else {
            return .name(String(name))
        }
        throw XMLReaderError(
            .invalidPath,
            "'\(path)' is not a path: \(problem). Paths look like channel/item, /rss/channel/item or */item"
        )
    }

    /// A scalar that can stand in a name, as far as ASCII goes (XML 1.0, production 4a); what lies beyond is the document's affair.
    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":": true
        default: !scalar.isASCII
        }
    }
}

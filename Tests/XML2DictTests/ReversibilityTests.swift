// Options that keep enough of a document to write it back.

import TestModel
import Testing
import XML2Dict

@Suite("Reversible options")
struct ReversibilityTests {
    private static let changes: [(String, Bool, @Sendable (inout XMLOptions) -> Void)] = [
        ("discard", false, { $0.attributes = .discard }), ("no text", false, { $0.textKey = nil }),
        ("omit", false, { $0.empty = .omit }), ("strip", false, { $0.namespaces = .strip }),
        ("expand", true, { $0.namespaces = .expand }), ("drop", false, { $0.namespaceDeclarations = .drop }),
        ("collect", true, { $0.namespaceDeclarations = .collect }), ("select", false, { $0.select = ["a"] }),
        ("skip", false, { $0.skip = ["a"] }), ("camel", false, { $0.keyStyle = .camel }),
        ("root", false, { $0.keepsRoot = false }), ("separator _", false, { $0.prefixSeparator = "_" }),
        ("separator $", true, { $0.prefixSeparator = "$" }), ("number", false, { $0.typesByPath = ["a": .number] }),
        ("inferred", true, { $0.infersTypes = true }), ("lists", true, { $0.forceList = ["*"] }),
        ("merged strings", false, { $0.textOnlyIsString = true }),
        ("prefix of names", false, { ($0.textOnlyIsString, $0.attributes) = (true, .prefix("_")) }),
        ("prefix", true, { ($0.textOnlyIsString, $0.attributes) = (true, .prefix("@")) }),
        ("group of names", false, { ($0.textOnlyIsString, $0.attributes) = (true, .group("attributes")) }),
        ("no prefix for a namespace", false, { $0.namespacePrefixes = ["urn:x": ""] }),
        ("one key for two things", false, { ($0.commentKey, $0.cdataKey) = ("#x", "#x") }),
    ]

    @Test("Options that lose something are not reversible")
    func options() {
        for (name, isReversible, change) in Self.changes {
            #expect(XMLOptions(.xmlreader, change).isReversible == isReversible, "\(name)")
        }
    }

    @Test("An empty prefix counts as no prefix")
    func emptyPrefix() {
        var options = XMLOptions()
        options.attributes = .prefix("")
        #expect(options.attributes == .merge)
        #expect(options == XMLOptions())
    }
}

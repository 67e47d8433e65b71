import Foundation
import Testing
import XML2Dict

/// A call of xmltodict's `parse`, recorded from its own tests: arguments and result.
struct XMLToDictCase: Sendable, CustomTestStringConvertible {
    /// The test of xmltodict, and the number of the call in it.
    let id: String
    let xml: String
    /// The keyword arguments.
    let arguments: [String: JSONDocument]
    let outcome: Outcome

    enum Outcome: Equatable, Sendable {
        case value(JSONDocument)
        /// The call raises a `ValueError` with this message.
        case refused(String)
    }

    static let file = "xmltodict_cases.jsonl"

    var testDescription: String { id }

    /// All calls of `parse`; those of `unparse` convert in the other direction.
    static func all() throws -> [XMLToDictCase] {
        let text = try String(contentsOf: Corpora.folder.appendingPathComponent(file), encoding: .utf8)
        return try text.split(separator: "\n").compactMap { line in
            let row = try JSONDecoder().decode([String: JSONDocument].self, from: Data(line.utf8))
            return row["fn"] == .string("parse") ? try XMLToDictCase(row) : nil
        }
    }

    /// The error of an invalid row.
    struct Unreadable: Error {
        let row: [String: JSONDocument]
    }

    /// The error of a keyword argument without a known option.
    struct UnmappedArgument: Error, Equatable {
        let name: String
        let value: JSONDocument
    }

    private init(_ row: [String: JSONDocument]) throws {
        guard case .string(let id) = row["id"], case .string(let xml) = row["xml"],
            case .dictionary(let arguments) = row["kwargs"], row["input"] == .string("str")
        else { throw Unreadable(row: row) }
        (self.id, self.xml, self.arguments) = (id, xml, arguments)
        if let expected = row["expected"] {
            outcome = .value(expected)
        } else if row["raises"] == .string("ValueError"), case .string(let message) = row["message"] {
            outcome = .refused(message)
        } else {
            throw Unreadable(row: row)
        }
    }

    /// The options that correspond to the arguments.
    func options() throws -> XMLOptions {
        try Self.options(arguments)
    }

    /// The options that correspond to keyword arguments of xmltodict.
    static func options(_ arguments: [String: JSONDocument]) throws -> XMLOptions {
        var options = XMLOptions.xmltodict
        // xmltodict refuses entities by default; the convention does not include that.
        options.input.entities = .forbid
        for (name, value) in arguments {
            switch (name, value) {
            case ("force_cdata", .boolean(let isForced)): options.textOnly = isForced ? .dictionary : .string
            case ("cdata_key", .string(let key)): options.textKey = key
            case ("cdata_separator", .string(let text)): options.textSeparator = text
            case ("attr_prefix", .string(let prefix)): options.attributes = .prefix(prefix)
            case ("strip_whitespace", .boolean(let isStripped)): options.trim = isStripped ? .ends : .none
            case ("process_comments", .boolean(let areKept)): options.commentKey = areKept ? "#comment" : nil
            case ("process_namespaces", .boolean(true)):
                options.namespaces = .expand
                options.namespaceDeclarations = .collect
            case ("disable_entities", .boolean(let areForbidden)):
                options.input.entities = areForbidden ? .forbid : .expand
            case ("force_cdata", let names): options.forceText = try Self.strings(names, of: name).map { XMLPath($0) }
            case ("force_list", let names): options.forceList = try Self.strings(names, of: name).map { XMLPath($0) }
            case ("namespaces", let value):
                guard let prefixes = value.stringsByKey else { throw UnmappedArgument(name: name, value: value) }
                options.namespacePrefixes = prefixes
            default: throw UnmappedArgument(name: name, value: value)
            }
        }
        return options
    }

    private static func strings(_ value: JSONDocument, of name: String) throws -> [String] {
        guard let strings = value.strings else { throw UnmappedArgument(name: name, value: value) }
        return strings
    }
}

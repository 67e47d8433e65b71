import TestSupport
import Testing
import XML2Dict

/// The convention `xmltodict` against the calls of `parse` in xmltodict's own tests: arguments, and value or error.
@Suite(
    "The calls in xmltodict's own tests",
    .enabled(if: Corpora.has(Corpora.xmltodictCalls), Corpora.missing(Corpora.xmltodictCalls))
)
struct XMLToDictTests {
    @Test("Each call gives the same value, or the same refusal")
    func outcomes() throws {
        let calls = try Corpora.rows(of: Corpora.xmltodictCalls).filter { $0["fn"]?.string == "parse" }
        #expect(calls.count == 28)
        for call in calls {
            let id = try #require(call["id"]?.string), xml = try #require(call["xml"]?.string)
            let options = try options(of: #require(call["kwargs"]))
            do throws(XMLError) {
                let value = try XMLReader(options).read(.string(xml))
                #expect(value == call["expected"], "\(id)")
            } catch {
                #expect(error.code == .entity && call["raises"]?.string == "ValueError", "\(id)")
                #expect(call["message"]?.string == "entities are disabled", "\(id)")
            }
        }
    }

    /// The options that correspond to keyword arguments of xmltodict.
    private func options(of arguments: XMLValue) throws -> XMLOptions {
        var options = XMLOptions.xmltodict
        // xmltodict refuses entities by default; the convention does not include that.
        options.entities = .forbid
        for (name, value) in arguments.entries {
            let paths = value.list.compactMap(\.string).map { XMLPath(unchecked: $0) }
            switch (name, value.kind) {
            case ("force_cdata", .boolean): options.textOnlyIsString = value.bool != true
            case ("cdata_key", .string): options.textKey = value.string
            case ("cdata_separator", .string): options.textSeparator = try #require(value.string)
            case ("attr_prefix", .string): options.attributes = .prefix(try #require(value.string))
            case ("strip_whitespace", .boolean): options.trim = value.bool == true ? .ends : .none
            case ("process_comments", .boolean): options.commentKey = value.bool == true ? "#comment" : nil
            case ("process_namespaces", .boolean):
                options.namespaces = .expand
                options.namespaceDeclarations = .collect
            case ("disable_entities", .boolean): options.entities = value.bool == true ? .forbid : .expand
            case ("force_cdata", .array): options.forceText = paths
            case ("force_list", .array): options.forceList = paths
            case ("namespaces", .dictionary):
                options.namespacePrefixes = value.entries.reduce(into: [:]) { $0[$1.key] = $1.value.string }
            default: Issue.record("no option corresponds to \(name)=\(value)")
            }
        }
        return options
    }
}

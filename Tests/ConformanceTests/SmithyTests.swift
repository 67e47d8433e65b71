import Foundation
import TestSupport
import Testing
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

/// Smithy's tests of AWS's XML protocols: each body decodes as the values that a client must read, and each request is
/// encoded in its canonical form.
@Suite("Smithy's XML protocols", .enabled(if: Corpora.has(Corpora.smithy), Corpora.missing(Corpora.smithy)))
struct SmithyTests {
    /// One case, as the file has it.
    private struct Case: Decodable {
        var id: String, kind: String, `protocol`: String, shape: String, xml: String, params: XMLValue
        var name: String { "\(self.protocol) \(kind) \(id)" }
    }

    /// Members that are in headers, and not in the XML.
    private static let headers = ["foo", "Header"]
    /// The shapes whose XML is the value of their only member.
    private static let payloads = ["HttpPayload", "XmlAttributesOnPayload", "XmlAttributesInMiddle"]
    /// The names of members whose elements have other names.
    private static let members = [
        "DoubleDribble": "doubleValue", "@test": "attr", "renamed": "renamedListMembers",
        "customName": "flattenedList2",
        "myStructureList": "structureList", "other": "b", "KVP": "myMap",
    ]
    /// The names of the key and the value in entries of maps.
    private static let entries = [
        "key": "value", "Attribute": "Setting", "K": "V", "OuterKey": "value", "InnerKey": "InnerValue",
    ]

    private let cases: [Case]

    init() throws {
        cases = try Corpora.lines(of: Corpora.smithy).map {
            try JSONDecoder().decode(Case.self, from: Data($0.utf8))
        }
    }

    private func decoder(for test: Case) -> XMLDecoder {
        var decoder = XMLDecoder()
        decoder.dateDecodingStrategy = .internet
        // These members have white space at their ends.
        if test.shape == "SimpleScalarProperties" { decoder.options.trim = .layout }
        return decoder
    }

    private func decode<Shape: Codable>(_ type: Shape.Type, _ test: Case) throws -> Shape {
        let decoder = decoder(for: test)
        switch test.protocol {
        case _ where test.xml.contains("<ErrorResponse>"):
            return try decoder.decode(Smithy.ErrorResponse<Shape>.self, from: test.xml, root: "ErrorResponse").Error
        case "ec2Query" where test.xml.contains("<Errors>"):
            return try decoder.decode(Smithy.EC2ErrorResponse<Shape>.self, from: test.xml, root: "Response").Errors
                .Error
        case "awsQuery":
            let result = try decoder.decode([String: Shape].self, from: test.xml)
            #expect(result.count == 1, "\(test.name)")
            return try #require(result.first?.value)
        default: return try decoder.decode(type, from: test.xml)
        }
    }

    /// A value as the members of the model.
    private func members(_ value: some Encodable) throws -> XMLValue {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.dataEncodingStrategy = .custom { data, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(String(decoding: data, as: UTF8.self))
        }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return Self.members(try XMLValue(json: Array(try encoder.encode(value))))
    }

    private static func members(_ value: XMLValue) -> XMLValue {
        if value.kind == .array {
            let items = value.list.map { $0 }
            let pairs = items.compactMap(entry)
            guard !items.isEmpty, pairs.count == items.count else { return XMLValue(items.map(members)) }
            return XMLValue(pairs)
        }
        guard value.kind == .dictionary else { return value }
        if value.keys.count == 1, let only = value["member"] ?? value["item"] ?? value["_0"] { return members(only) }
        if value.keys.count == 1, let entry = value["entry"] {
            return entry.list.isEmpty ? [:] : members(entry)
        }
        // In a structure of the lists, 'value' is another member.
        let isStructure = value["other"] != nil
        return XMLValue(
            value.keys.map { key in
                (isStructure && key == "value" ? "a" : members[key] ?? key, members(value[key] ?? .null))
            }
        )
    }

    /// The key and the value of an entry of a map; `nil` for any other value.
    private static func entry(_ item: XMLValue) -> (String, XMLValue)? {
        guard let pair = entries.first(where: { Set(item.keys) == [$0.key, $0.value] }) else { return nil }
        return item[pair.key]?.string.map { ($0, members(item[pair.value] ?? .null)) }
    }

    /// The parameters of a case that the body must contain.
    private func expected(_ test: Case) -> XMLValue {
        var params = test.params
        if Self.payloads.contains(where: test.shape.hasPrefix) {
            return params["payload"] ?? params["nested"] ?? .null
        }
        for name in Self.headers where !test.xml.contains("<\(name)>") { params[name] = nil }
        return params
    }

    @Test("Each body decodes into its documented values")
    func decoding() throws {
        #expect(cases.count == 102)
        for test in cases {
            let type = try #require(Smithy.types[test.shape], "\(test.name)")
            do {
                let found = try members(decode(type, test))
                let expected = expected(test)
                #expect(found == expected, "\(test.name)")
            } catch {
                Issue.record("\(test.name): \((error as? DecodingError)?.xmlSummary ?? "\(error)")")
            }
        }
    }

    /// The elements, attributes and text of a body, without the white space between elements.
    private func canonical(_ xml: String) throws -> XMLValue {
        var options = XMLOptions.jsonml
        options.trim = .none
        return try XMLReader(options).read(.string(xml)).withoutLayout
    }

    @Test("Each request is encoded in its canonical form")
    func encoding() throws {
        let requests = cases.filter { $0.kind == "request" }
        #expect(requests.count > 30)
        for test in requests {
            let type = try #require(Smithy.types[test.shape])
            let root = try XMLReader().read(.string(test.xml))
            var encoder = XMLEncoder(format: .compact)
            if test.id.contains("EpochSeconds") {
                encoder.dateEncodingStrategy = .custom { date, encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(Int(date.timeIntervalSince1970))
                }
            }
            if test.id.contains("HttpDate") { encoder.dateEncodingStrategy = .rfc822 }
            if test.shape.contains("XmlNamespace") {
                encoder.namespaceURIs = [test.shape.hasSuffix("Prefix") ? "baz" : "": "http://foo.com"]
            }
            // Smithy has its own word for this.
            let text = try encode(decode(type, test), root.keys.first ?? "", encoder)
                .replacing("INF<", with: "Infinity<")
            #expect(try canonical(text) == canonical(test.xml), "\(test.name): \(text)")
        }
    }

    private func encode(_ value: some Encodable, _ root: String, _ encoder: XMLEncoder) throws -> String {
        try encoder.string(from: value, root: root)
    }
}

extension XMLValue {
    /// A JsonML element without white space beside its child elements.
    fileprivate var withoutLayout: XMLValue {
        guard kind == .array else { return self }
        let hasChildren = list.contains { $0.kind == .array }
        let kept = list.filter { !hasChildren || $0.kind != .string || !($0.string ?? "").allSatisfy(\.isWhitespace) }
        return XMLValue(kept.map(\.withoutLayout))
    }
}

// The rule for empty elements, in every convention.

import Testing
import XML2Dict

@Suite("Decoding empty elements")
struct DecoderEmptyTests {
    private static let xsi = "http://www.w3.org/2001/XMLSchema-instance"

    private enum Region: String, Codable { case eu = "EU" }
    private struct Members: Decodable, Equatable { var member: [String] }
    private struct Needs: Decodable, Equatable { var id: Int }

    private static let empties = [
        "<L/>", "<L></L>", "<L xmlns='u'/>", "<L xmlns:p='u'/>", "<L xmlns='u'> </L>",
        "<L xmlns:xsi='\(xsi)' xsi:schemaLocation='u u.xsd'/>", "<L xmlns:xsi='\(xsi)' xsi:type='t' xsi:nil='false'/>",
    ]

    private static let options =
        DecoderListTests.conventions.map { XMLOptions($0) } + [
            .init { $0.attributes = .group("attrs") },
            .init { $0.namespaceDeclarations = .collect },
            .init { $0.namespaces = .expand },
            .init { $0.attributes = .prefix("-") },
            .init { $0.keyStyle = .camel },
            .init { $0.keyStyle = .snake },
        ]

    /// Options that remove the prefix of `xsi:nil`, or spell it differently.
    private static let hiding = DecoderListTests.conventions.flatMap { convention in
        let changes: [(inout XMLOptions) -> Void] = [
            { $0.namespaces = .strip }, { $0.keyStyle = .camel }, { $0.namespacePrefixes = [xsi: ""] },
        ]
        return changes.map { change in
            var options = XMLOptions(convention)
            change(&options)
            return options
        }
    }

    @Test("Namespace declarations and attributes of XML Schema are not content")
    func declarations() throws {
        for options in Self.options {
            for xml in Self.empties {
                #expect(try decode(Region?.self, xml, options) == nil, "\(xml)")
                #expect(try decode(Int?.self, xml, options) == nil, "\(xml)")
                #expect(try decode(Needs?.self, xml, options) == nil, "\(xml)")
                #expect(try decode(String?.self, xml, options) == "", "\(xml)")
                #expect(try decode(String.self, xml, options) == "", "\(xml)")
                #expect(try decode(Members?.self, xml, options) == Members(member: []), "\(xml)")
                #expect(try decode([String: Int].self, xml, options) == [:], "\(xml)")
                let row = try decode([String: [Int?]].self, "<r>\(xml)</r>", options)
                #expect(Array(row.values) == [[nil]], "\(xml)")
            }
        }
        #expect(try decode(Region?.self, "<L xmlns='u'>EU</L>") == .eu)
        let attribute = fault(Region?.self, "<L p='u'/>")
        #expect(attribute.hasPrefix("dataCorrupted : Cannot initialize Region"))
    }

    @Test("A property that names a declaration gets it")
    func namedDeclaration() throws {
        struct Named: Decodable, Equatable {
            var namespace: String
            var type: String?
            enum CodingKeys: String, CodingKey { case namespace = "@xmlns", type = "@xsi:type" }
        }
        let named = try decode(Named?.self, "<a xmlns='u' xmlns:xsi='\(Self.xsi)' xsi:type='t'/>")
        #expect(named == Named(namespace: "u", type: "t"))
    }

    @Test("A dictionary has no entries for declarations")
    func dictionaries() throws {
        let xml = "<m xmlns='u' xmlns:xsi='\(Self.xsi)' xsi:schemaLocation='u u.xsd' id='1'><n>2</n></m>"
        for options in Self.options where options.namespaces != .expand {
            #expect(try decode([String: Int].self, xml, options) == ["id": 1, "n": 2])
        }
    }

    @Test("An element with xsi:nil is nil for every optional")
    func nils() throws {
        struct Row: Decodable, Equatable {
            var s: String?, n: Int?, m: Members?, l: [String]?, r: Region?, v: XMLValue?
        }
        let names = "snmlrv"
        for (attributes, prefix) in [("xmlns:xsi='\(Self.xsi)'", "xsi"), ("xmlns:i='\(Self.xsi)'", "i")] {
            let elements = names.map { "<\($0) \(prefix):nil='true'/>" }.joined()
            for options in Self.options + Self.hiding + [.init { $0.nilIsNull = true }] {
                let row = try decode(Row.self, "<r \(attributes)>\(elements)</r>", options)
                #expect(row == Row(), "\(prefix)")
            }
        }
        #expect(try decode([String?].self, "<v xmlns:xsi='\(Self.xsi)' xsi:nil='1'/>") == [nil])
        #expect(try decode(String.self, "<v xmlns:xsi='\(Self.xsi)' xsi:nil='1'/>") == "")
    }

    @Test("With attributes, xsi:nil is nil only for optional text")
    func nilsWithAttributes() throws {
        struct Row: Decodable, Equatable {
            var s: String?, n: Int?, d: Double?, r: Region?, o: [Int?]?, u: Unit?
        }
        struct Unit: Decodable, Equatable { var id: Int }
        let elements = "sndrou".map { "<\($0) xsi:nil='true' id='3'/>" }.joined()
        let xml = "<r xmlns:xsi='\(Self.xsi)'>\(elements)</r>"
        let row = Row(o: [nil], u: Unit(id: 3))
        for options in Self.options + Self.hiding { #expect(try decode(Row.self, xml, options) == row) }
        #expect(try XMLDecoder().decode(Row.self, from: XMLReader().read(.string(xml)).root) == row)
        let element = "<v xmlns:xsi='\(Self.xsi)' xsi:nil='true' id='3'"
        #expect(try decode(Int?.self, element + "/>") == nil)
        #expect(try decode(Int?.self, element + ">5</v>") == 5)
        #expect(fault(Int.self, element + "/>") == "dataCorrupted : expected a whole number for Int, found '' (line 1)")
    }

    @Test("An empty element is nil only if its type lacks empty values")
    func table() throws {
        struct Row: Decodable, Equatable {
            var s: String?, n: Int?, m: Members?, l: [String]?, i: [Int]?, c: Region?, x: Needs?
        }
        let xml = "<r>" + "snmlicx".map { "<\($0)/>" }.joined() + "</r>"
        for options in Self.options {
            let row = try decode(Row.self, xml, options)
            #expect(row == Row(s: "", m: Members(member: []), l: [""]))
        }
        let message = "expected a whole number for Int, found '' (line 1)"
        #expect(fault([String: [Int]].self, "<r><i/></r>") == "dataCorrupted i/0: \(message)")
    }

    @Test("decodeNil follows the convention")
    func askedForNil() throws {
        struct Asking: Decodable {
            var answers: [Bool]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                answers = try "abcd".map { try container.decodeNil(forKey: AnyKey(String($0))) }
            }
        }
        let xml = "<r xmlns:xsi='\(Self.xsi)'><a/><b xmlns='u'/><c xsi:nil='true'/><d>1</d></r>"
        #expect(try decode(Asking.self, xml).answers == [false, false, true, false])
        #expect(try decode(Asking.self, xml, .init(.xmltodict)).answers == [true, true, true, false])
    }

    @Test("JSON null is nil")
    func nullOfJSON() throws {
        let value = try XMLValue(json: #"{"a": null, "b": null, "c": ""}"#)
        struct Row: Decodable, Equatable { var a: String?, b: Members?, c: String? }
        #expect(try XMLDecoder().decode(Row.self, from: value) == Row(a: nil, b: nil, c: ""))
    }
}

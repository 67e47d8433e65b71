// Readers that hold every document to an XML Schema.

import Foundation
import Testing
import XML2Dict
import XML2DictShape

@Suite("Shapes from XML Schemas")
struct XMLSchemaTests {
    /// A schema whose elements and types are in the namespace `urn:t`, with the prefix `t`.
    static func schema(_ content: String) -> String {
        """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"
        elementFormDefault="qualified">\(content)</xs:schema>
        """
    }

    /// A root whose type has some content and attributes.
    static func root(_ type: String, _ more: String = "") -> String {
        schema("<xs:element name='r'><xs:complexType>\(type)</xs:complexType></xs:element>\(more)")
    }

    /// The JSON of a root, which gets the namespace `urn:t`; or the message of the error.
    static func read(
        _ document: String,
        _ schema: String,
        _ options: XMLOptions = .xmltodict,
        fillsMissingLists: Bool = false
    ) throws -> String {
        var options = options
        options.keepsRoot = false
        options.shape = try XMLShape(xmlSchema: schema, fillsMissingLists: fillsMissingLists)
        let start = document.firstRange(of: "<r")?.upperBound ?? document.startIndex
        let declared = document[..<start] + " xmlns='urn:t'" + document[start...]
        do {
            return try XMLReader(options).read(.string(String(declared))).json(.compact)
                .replacingOccurrence(of: #""@xmlns":"urn:t","#).replacingOccurrence(of: #""@xmlns":"urn:t""#)
        } catch {
            guard error.code == .mismatch else { throw error }
            return error.message
        }
    }

    private func check(_ rows: [(schema: String, document: String, json: String)]) throws {
        for (schema, document, json) in rows {
            #expect(try Self.read(document, schema) == json, "\(schema)\n\(document)")
        }
    }

    // MARK: Arrays

    @Test("maxOccurs above 1 makes an array")
    func bounds() throws {
        let item = "<xs:element name='a' type='xs:string'/>", single = "<r><a>1</a></r>"
        let one = #"{"a":"1"}"#, many = #"{"a":["1"]}"#
        for (type, json) in [
            ("<xs:sequence>\(item)</xs:sequence>", one),
            ("<xs:sequence>\(item)\(item)</xs:sequence>", many),
            ("<xs:sequence maxOccurs='2'>\(item)</xs:sequence>", many),
            ("<xs:sequence maxOccurs='unbounded'><xs:sequence>\(item)</xs:sequence></xs:sequence>", many),
            ("<xs:choice>\(item)<xs:sequence>\(item)</xs:sequence></xs:choice>", one),
            ("<xs:choice maxOccurs='unbounded'>\(item)<xs:element name='b'/></xs:choice>", many),
            ("<xs:choice><xs:element name='b'/><xs:sequence>\(item)\(item)</xs:sequence></xs:choice>", many),
            ("<xs:all>\(item)</xs:all>", one),
            ("<xs:sequence>\(item)<xs:element name='b' maxOccurs='0'/></xs:sequence>", one),
            ("<xs:group ref='t:g'/>", one), ("<xs:group ref='t:g' maxOccurs='3'/>", many),
            ("<xs:sequence><xs:group ref='t:g'/><xs:group ref='t:g'/></xs:sequence>", many),
            (
                "<xs:complexContent><xs:extension base='t:B'><xs:sequence>\(item)</xs:sequence></xs:extension></xs:complexContent>",
                many
            ),
            (
                "<xs:complexContent><xs:restriction base='t:L'><xs:sequence>\(item)</xs:sequence></xs:restriction></xs:complexContent>",
                one
            ),
        ] {
            let more = """
                <xs:group name='g'><xs:sequence>\(item)</xs:sequence></xs:group>
                <xs:complexType name='B'><xs:sequence>\(item)</xs:sequence></xs:complexType>
                <xs:complexType name='L'><xs:sequence><xs:element name='a' maxOccurs='9'/></xs:sequence></xs:complexType>
                """
            #expect(try Self.read(single, Self.root(type, more)) == json, "\(type)")
        }
    }

    @Test("A second element is refused if maxOccurs is 1")
    func repeated() throws {
        let schema = Self.root("<xs:sequence><xs:element name='a'/></xs:sequence>")
        #expect(try Self.read("<r><a/><a/></r>", schema) == "/r/a is there again, where the schema allows one")
    }

    @Test("Members of a substitution group are allowed for their head")
    func substitution() throws {
        let more = """
            <xs:element name='h' abstract='true' type='xs:int'/><xs:element name='m' substitutionGroup='t:h'/>
            <xs:element name='n' substitutionGroup='t:m' type='xs:int'/>
            """
        let once = Self.root("<xs:sequence><xs:element ref='t:h'/></xs:sequence>", more)
        let many = Self.root("<xs:sequence><xs:element ref='t:h' maxOccurs='5'/></xs:sequence>", more)
        try check([
            (once, "<r><m>1</m></r>", #"{"m":1}"#), (once, "<r><n>1</n></r>", #"{"n":1}"#),
            (many, "<r><n>1</n><m>2</m></r>", #"{"n":[1],"m":[2]}"#),
            (once, "<r><h>1</h></r>", "/r/h is not in the schema"),
        ])
    }

    @Test("Siblings of one declared type have the same arrays")
    func families() throws {
        let schema = Self.schema(
            """
            <xs:element name='r'><xs:complexType><xs:sequence>
            <xs:element name='x' type='t:B' maxOccurs='9'/></xs:sequence></xs:complexType></xs:element>
            <xs:complexType name='B'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType>
            <xs:complexType name='D'><xs:complexContent><xs:extension base='t:B'>
            <xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
            """
        )
        let type = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:q='urn:t' xsi:type"
        #expect(try Self.read("<r><x><a>1</a></x></r>", schema) == #"{"x":[{"a":[1]}]}"#)
        #expect(
            try Self.read("<r><x \(type)='q:D'><a>1</a><a>2</a></x></r>", schema).hasSuffix(
                #""@xsi:type":"q:D","a":[1,2]}]}"#
            )
        )
        #expect(
            try Self.read("<r><x \(type)='q:E'/></r>", schema)
                == "/r/x has the xsi:type {urn:t}E, which is not a type of the schema"
        )
    }

    @Test("xsi:type names only types that are derived from the declared one")
    func derivations() throws {
        let types = """
            <xs:complexType name='B'><xs:sequence/></xs:complexType>
            <xs:complexType name='E'><xs:complexContent><xs:extension base='t:B'/></xs:complexContent></xs:complexType>
            <xs:complexType name='R'><xs:complexContent><xs:restriction base='t:E'/></xs:complexContent></xs:complexType>
            <xs:complexType name='O'><xs:sequence/></xs:complexType>
            <xs:complexType name='P'><xs:simpleContent><xs:extension base='t:S'><xs:attribute name='u'/></xs:extension></xs:simpleContent></xs:complexType>
            <xs:simpleType name='S'><xs:restriction base='xs:int'/></xs:simpleType>
            <xs:simpleType name='L'><xs:list itemType='xs:int'/></xs:simpleType>
            <xs:simpleType name='U'><xs:union memberTypes='t:S xs:date'/></xs:simpleType>
            <xs:simpleType name='V'><xs:union memberTypes='t:U xs:token'/></xs:simpleType>
            """
        for (declared, named, isDerived) in [
            ("t:B", "t:B", true), ("t:B", "t:E", true), ("t:B", "t:R", true), ("t:R", "t:B", false),
            ("t:B", "t:O", false),
            ("t:B", "xs:anyType", false), ("xs:anyType", "t:B", true), ("xs:anyType", "xs:date", true),
            ("xs:anySimpleType", "t:L", true), ("xs:anySimpleType", "t:U", true), ("xs:anySimpleType", "t:B", false),
            ("xs:int", "t:S", true), ("xs:integer", "t:S", true), ("xs:decimal", "t:S", true),
            ("xs:short", "t:S", false),
            ("xs:int", "xs:int", true), ("xs:long", "xs:unsignedLong", false), ("xs:string", "xs:int", false),
            ("xs:string", "xs:ID", true), ("xs:token", "xs:string", false), ("xs:float", "xs:double", false),
            ("xs:int", "t:P", true), ("t:P", "t:S", false), ("t:L", "xs:int", false), ("t:U", "t:S", true),
            ("t:U", "xs:int", false), ("t:U", "t:P", true), ("t:V", "xs:date", true), ("t:V", "t:U", true),
            ("t:U", "t:V", false), ("t:V", "xs:NCName", true),
        ] {
            let schema = Self.schema("<xs:element name='r' type='\(declared)'/>\(types)")
            let document =
                "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:t='urn:t' xmlns:xs='http://www.w3.org/2001/XMLSchema' i:type='\(named)'>1</r>"
            let found = try Self.read(document, schema),
                names = [named, declared].map { name in
                    name.replacingOccurrence(of: "t:", with: "{urn:t}")
                        .replacingOccurrence(of: "xs:", with: "{http://www.w3.org/2001/XMLSchema}")
                }
            let message = "/r has the xsi:type \(names[0]), which is not derived from the declared type \(names[1])"
            #expect((found == message) != isDerived, "\(declared), \(named): \(found)")
        }
    }

    @Test("xsi:type with a prefix that is not declared names no type")
    func undeclaredPrefixes() throws {
        var options = XMLOptions.xmltodict
        let type = "<xs:simpleType name='T'><xs:restriction base='xs:int'/></xs:simpleType>"
        options.shape = try XMLShape(
            xmlSchema:
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='r'/>\(type)</xs:schema>"
        )
        let reader = XMLReader(options), start = "<r xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type="
        #expect(try reader.read(.string("\(start)' T '>07</r>")).json(.compact) == #"{"r":7}"#)
        let error = #expect(throws: XMLError.self) { try reader.read(.string("\(start)'p:T'>07</r>")) }
        #expect(error?.message == "/r has the xsi:type p:T, which is not a type of the schema")
    }

    @Test("Two declared names with one key form an array")
    func mergedKeys() throws {
        let schema = Self.root(
            "<xs:sequence><xs:element name='a' type='xs:int'/><xs:element ref='u:a'/></xs:sequence><xs:attribute name='b'/>",
            ""
        ).replacingOccurrence(of: "<xs:element ref='u:a'/>", with: "<xs:element name='a-a' minOccurs='0'/>")
        var camel = XMLOptions.xmltodict
        camel.keyStyle = .camel
        #expect(try Self.read("<r b='1'><a>1</a></r>", schema, camel) == #"{"@b":"1","a":1}"#)
        var merged = XMLOptions()
        merged.textOnlyIsString = true
        merged.attributes = .merge
        let both = Self.root(
            "<xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence><xs:attribute name='a' type='xs:int'/>"
        )
        #expect(try Self.read("<r a='1'/>", both, merged).hasSuffix(#""a":[1]}"#))
        #expect(try Self.read("<r><a>2</a></r>", both, merged).hasSuffix(#""a":[2]}"#))
    }

    @Test("A wildcard keeps its elements, and types the globally declared ones")
    func wildcards() throws {
        let more = "<xs:element name='g' type='xs:int'/><xs:attribute name='ga' type='xs:int'/>"
        let lax = Self.root(
            "<xs:sequence><xs:any maxOccurs='9' processContents='lax'/></xs:sequence><xs:anyAttribute/>",
            more
        )
        let skip = Self.root("<xs:sequence><xs:any maxOccurs='9' processContents='skip'/></xs:sequence>", more)
        let other = Self.root("<xs:sequence><xs:any namespace='##other' maxOccurs='9'/></xs:sequence>", more)
        try check([
            (lax, "<r><g>1</g></r>", #"{"g":1}"#), (lax, "<r><g>1</g><g>2</g></r>", #"{"g":[1,2]}"#),
            (lax, "<r x='1'><z><g>1</g></z></r>", #"{"@x":"1","z":{"g":1}}"#), (skip, "<r><g>1</g></r>", #"{"g":"1"}"#),
            (other, "<r><g>1</g></r>", "/r/g is not in the schema"),
            (other, "<r x='1'/>", "/r/@x is not in the schema"),
        ])
    }

    @Test("An attribute must match the wildcards of all attribute groups")
    func attributeWildcards() throws {
        // In the namespaces a, b and urn:t, and without one.
        let attributes = [
            "a": "x:k='1' xmlns:x='a'", "b": "x:k='1' xmlns:x='b'", "t": "t:k='1' xmlns:t='urn:t'", "": "k='1'",
        ]
        for (own, first, second, base, admitted) in [
            (nil, "##any", "##other", nil, ["a", "b"]), (nil, "##other", "##local b", nil, ["b"]),
            (nil, "a b", "b ##local", nil, ["b"]), (nil, "##targetNamespace a", "##other", nil, ["a"]),
            (nil, "##any", "##any", nil, ["a", "b", "t", ""]), ("a", "##any", "##other", nil, ["a"]),
            ("##any", "##other", "b", nil, ["b"]), (nil, "a", "b", nil, []),
            (nil, "##other", "##other", nil, ["a", "b"]),
            ("a", "##any", "##any", "b", ["a", "b"]), (nil, "a", "b", "##local", [""]),
            (nil, "##other", "a", "##targetNamespace", ["a", "t"]),
        ] as [(String?, String, String, String?, [String])] {
            func wildcard(_ namespace: String) -> String {
                "<xs:anyAttribute namespace='\(namespace)' processContents='lax'/>"
            }
            let content = "<xs:attributeGroup ref='t:f'/><xs:attributeGroup ref='t:s'/>" + (own.map(wildcard) ?? "")
            let groups = [("f", first), ("s", second)].map { name, namespace in
                "<xs:attributeGroup name='\(name)'>\(wildcard(namespace))</xs:attributeGroup>"
            }
            let type =
                base == nil
                ? content : "<xs:complexContent><xs:extension base='t:B'>\(content)</xs:extension></xs:complexContent>"
            let schema = Self.root(
                type,
                groups.joined() + "<xs:complexType name='B'>\(wildcard(base ?? "##any"))</xs:complexType>"
            )
            let found = try attributes.filter {
                try !Self.read("<r \($0.value)/>", schema).contains("is not in the schema")
            }
            #expect(
                found.keys.sorted() == admitted.sorted(),
                "\(own ?? "none"), \(first), \(second), \(base ?? "none")"
            )
        }
    }

    @Test("Only a restriction prohibits an attribute of its base")
    func prohibited() throws {
        for (derivation, json) in [("extension", #"{"@a":1}"#), ("restriction", "/r/@a is not in the schema")] {
            let content =
                "<xs:complexContent><xs:\(derivation) base='t:B'><xs:attribute name='a' use='prohibited'/></xs:\(derivation)></xs:complexContent>"
            let schema = Self.root(
                content,
                "<xs:complexType name='B'><xs:attribute name='a' type='xs:int'/></xs:complexType>"
            )
            try check([(schema, "<r a='1'/>", json)])
        }
    }

    // MARK: Types

    @Test("Text has the type in the schema")
    func texts() throws {
        for (type, text, json) in [
            ("xs:int", "7", "7"), ("xs:int", "007", "7"), ("xs:int", "+1", "1"), ("xs:int", " 5 ", "5"),
            ("xs:integer", String(repeating: "9", count: 400), String(repeating: "9", count: 400)),
            ("xs:int", "1.0", nil),
            ("xs:int", "", nil), ("xs:decimal", ".5", "0.5"), ("xs:decimal", "1.", "1"),
            ("xs:decimal", "-1.50", "-1.50"),
            ("xs:decimal", "1e3", nil), ("xs:double", "1e3", "1e3"), ("xs:double", "INF", #""INF""#),
            ("xs:float", "x", nil),
            ("xs:boolean", "1", "true"), ("xs:boolean", "false", "false"), ("xs:boolean", "yes", nil),
            ("xs:string", "007", #""007""#), ("xs:date", "2026-11-25", #""2026-11-25""#), ("xs:string", "", #""""#),
            ("xs:NMTOKENS", "a b", #"["a","b"]"#), ("t:numbers", " 1  2 ", "[1,2]"), ("t:numbers", "", "[]"),
            ("t:numbers", "1 x", nil), ("t:size", "5", "5"), ("t:size", "small", #""small""#), ("t:day", "5", "5"),
            ("t:day", "2026-11-25", #""2026-11-25""#), ("t:day", "x", nil), ("t:flag", "1", "true"),
            ("t:flag", "2", "2"),
        ] as [(String, String, String?)] {
            let more = """
                <xs:simpleType name='numbers'><xs:list itemType='xs:int'/></xs:simpleType>
                <xs:simpleType name='size'><xs:union memberTypes='xs:int'>
                <xs:simpleType><xs:restriction base='xs:string'><xs:enumeration value='small'/></xs:restriction></xs:simpleType>
                </xs:union></xs:simpleType>
                <xs:simpleType name='day'><xs:union memberTypes='xs:date xs:int'/></xs:simpleType>
                <xs:simpleType name='flag'><xs:union memberTypes='xs:boolean xs:int'/></xs:simpleType>
                """
            let schema = Self.root("<xs:sequence><xs:element name='a' type='\(type)'/></xs:sequence>", more)
            let found = try Self.read("<r><a>\(text)</a></r>", schema)
            if let json {
                #expect(found == #"{"a":\#(json)}"#, "\(type)")
            } else {
                #expect(found.contains("where the schema expects"), "\(type)")
            }
        }
    }

    @Test("An element is a dictionary whether or not attributes are present")
    func forms() throws {
        let schema = Self.root(
            """
            <xs:sequence>
            <xs:element name='text' minOccurs='0' type='xs:string'/><xs:element name='number' minOccurs='0' type='t:Number'/>
            <xs:element name='nil' minOccurs='0' nillable='true' type='xs:int' maxOccurs='9'/>
            <xs:element name='mixed' minOccurs='0'><xs:complexType mixed='true'><xs:sequence><xs:element name='b'/></xs:sequence>
            </xs:complexType></xs:element>
            <xs:element name='with' minOccurs='0'><xs:complexType><xs:attribute name='x' type='xs:int'/></xs:complexType></xs:element>
            </xs:sequence>
            """,
            """
            <xs:complexType name='Number'><xs:simpleContent><xs:extension base='xs:int'><xs:attribute name='u'/>
            </xs:extension></xs:simpleContent></xs:complexType>
            """
        )
        let xsi = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
        try check([
            (schema, "<r><text/></r>", #"{"text":""}"#),
            (
                schema, "<r><text \(xsi) i:type='t'>x</text></r>".replacingOccurrence(of: " i:type='t'"),
                #"{"text":"x"}"#
            ),
            (schema, "<r><number>1</number></r>", ##"{"number":{"#text":1}}"##),
            (schema, "<r><number u='k'>1</number></r>", ##"{"number":{"@u":"k","#text":1}}"##),
            (schema, "<r><number u='k'/></r>", "/r/number is empty, where the schema expects a whole number"),
            (schema, "<r><number/></r>", "/r/number is empty, where the schema expects a whole number"),
            (schema, "<r><nil \(xsi) i:nil='true'/><nil>1</nil></r>", #"{"nil":[null,1]}"#),
            (schema, "<r><mixed>x</mixed></r>", #"{"mixed":"x"}"#), (schema, "<r><mixed/></r>", #"{"mixed":null}"#),
            (schema, "<r><with/></r>", #"{"with":{}}"#), (schema, "<r><with x='1'/></r>", #"{"with":{"@x":1}}"#),
            (schema, "<r><with>x</with></r>", "/r/with has the text 'x', where the schema allows no text"),
        ])
    }

    @Test("Missing arrays are empty if the option asks for them")
    func missing() throws {
        let schema = Self.root(
            "<xs:sequence><xs:element name='a' minOccurs='0' maxOccurs='9'/><xs:element name='b' minOccurs='0'/></xs:sequence>"
        )
        #expect(try Self.read("<r/>", schema, fillsMissingLists: true) == #"{"a":[]}"#)
        #expect(try Self.read("<r/>", schema) == "{}")
    }

    @Test("Types may contain themselves")
    func recursion() throws {
        let schema = Self.schema(
            """
            <xs:element name='r' type='t:Node'/><xs:complexType name='Node'><xs:sequence>
            <xs:element name='n' type='t:Node' minOccurs='0' maxOccurs='9'/></xs:sequence></xs:complexType>
            """
        )
        #expect(try Self.read("<r><n><n/></n></r>", schema) == #"{"n":[{"n":[{}]}]}"#)
    }

    @Test("An unknown root is named with those of the schema")
    func roots() throws {
        let schema = Self.schema("<xs:element name='a'/><xs:element name='b'/>")
        #expect(
            try Self.read("<r/>", schema) == "the schema declares no root {urn:t}r; it declares {urn:t}a, {urn:t}b"
        )
    }

    @Test("With mismatches reported, an unknown root stays unchanged")
    func reportedRoots() throws {
        let reports = Reports()
        var options = XMLOptions.xmltodict
        options.shape = try XMLShape(
            xmlSchema: Self.schema("<xs:element name='a'/>"),
            onMismatch: { reports.messages.append($0.message) }
        )
        let value = try XMLReader(options).read(.string("<r><c>x</c><d>y</d></r>"))
        #expect(value.json(.compact) == #"{"r":{"c":"x","d":"y"}}"#)
        #expect(reports.messages == ["the schema declares no root r; it declares {urn:t}a"])
    }

    // MARK: Refused schemas

    @Test("An invalid schema is an error with its line")
    func refusals() throws {
        for (content, message) in [
            ("<xs:element name='a' type='t:X'/>", "the type {urn:t}X is not declared"),
            ("<xs:element name='a' type='xs:itn'/>", "the type {http://www.w3.org/2001/XMLSchema}itn is not declared"),
            (
                "<xs:element name='a' type='u:X' xmlns:u='urn:u'/>",
                "the type {urn:u}X is not declared"
            ),
            ("<xs:element name='a' type='v:X'/>", "the prefix v of 'v:X' is not declared"),
            ("<xs:element name='a'/><xs:element name='a'/>", "the element {urn:t}a is declared twice: also at :2"),
            ("<xs:element/>", "<element> needs a name"),
            (
                "<xs:simpleType name='S'><xs:restriction base='t:S'/></xs:simpleType>",
                "the type {urn:t}S is defined by itself"
            ),
            ("<xs:attribute name='a' ref='t:a'/>", "<attribute> needs a name and no ref"),
            ("<xs:element name=''/>", "the name of"),
            ("<xs:complexType name='C' mixed='yes'/>", "mixed is 'yes'"),
            ("<xs:complexType name='C'><xs:attribute name='a' use='requird'/></xs:complexType>", "use is 'requird'"),
            ("<xs:element name='a' typ='xs:int'/>", "<element> of XML Schema 1.0 has no attribute 'typ'"),
            ("<xs:complexType name='a' type='xs:int'/>", "<complexType> of XML Schema 1.0 has no attribute 'type'"),
            (
                "<xs:complexType name='C'><xs:complexContent><xs:extension base='t:C'/></xs:complexContent></xs:complexType>",
                "the type {urn:t}C is defined by itself"
            ),
            (
                "<xs:group name='g'><xs:sequence><xs:group ref='t:g'/></xs:sequence></xs:group>",
                "the group {urn:t}g is defined by itself"
            ),
            (
                "<xs:simpleType name='S'><xs:list><xs:simpleType><xs:list itemType='xs:int'/></xs:simpleType></xs:list></xs:simpleType>",
                "the items of a list cannot be lists"
            ),
            ("<xs:complexType name='C'><xs:sequence maxOccurs='x'/></xs:complexType>", "maxOccurs is 'x'"),
            (
                "<xs:override/>",
                "<override> cannot be inside <schema>; XML Schema 1.0 allows <attribute>, <attributeGroup>"
            ),
            (
                "<xs:redefine/>",
                "<redefine> is not supported"
            ),
            ("<xs:include schemaLocation='a.xsd'/>", "'a.xsd' is beside no file"),
        ] {
            let error = #expect(throws: XMLError.self, "\(content)") { try XMLShape(xmlSchema: Self.schema(content)) }
            #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
            #expect(error?.line == 2 && error?.code == .invalidSchema, "\(content)")
        }
    }

    /// Schemas of a few kilobytes that expand to more than a thousand members.
    private static let explosive: [String: String] = [
        "elements": doubling("group", "sequence", each(0..<30) { "<xs:element name='e\($0)'/>" }),
        "wildcards": doubling("group", "sequence", "<xs:any/>"),
        "attributes": doubling("attributeGroup", nil, "<xs:attribute name='a'/>"),
        "unions": each(
            1..<60,
            after: "<xs:simpleType name='s0'><xs:union memberTypes='xs:int xs:date'/></xs:simpleType>"
        ) {
            "<xs:simpleType name='s\($0)'><xs:union memberTypes='t:s\($0 - 1)'><xs:simpleType>"
                + "<xs:restriction base='xs:int'/></xs:simpleType></xs:union></xs:simpleType>"
        },
        "a group of many types": each(0..<50, after: group(each(0..<50) { "<xs:element name='e\($0)'/>" })) {
            "<xs:complexType name='C\($0)'><xs:group ref='t:g'/></xs:complexType>"
        },
        "arrays of derived types": each(0..<41, link),
        "optional groups in groups": each(1..<41, after: group(each(0..<50) { "<xs:element name='e\($0)'/>" }, "g0")) {
            group("<xs:group ref='t:g\($0 - 1)' minOccurs='0'/>", "g\($0)")
        },
        "substitutes in many groups": each(
            0..<40,
            after: "<xs:element name='h'/>" + each(0..<40) { "<xs:element name='m\($0)' substitutionGroup='t:h'/>" }
        ) { group("<xs:element ref='t:h'/>", "g\($0)") },
        "wildcards of a group of many types": each(0..<50, after: group(String(repeating: "<xs:any/>", count: 50))) {
            "<xs:complexType name='C\($0)'><xs:group ref='t:g'/></xs:complexType>"
        },
        "substitutes": each(
            1..<90,
            after: "<xs:element name='e0'/>" + group(each(0..<90) { "<xs:element ref='t:e\($0)'/>" })
        ) {
            "<xs:element name='e\($0)' substitutionGroup='t:e\($0 - 1)'/>"
        },
    ]

    private static func each(_ numbers: some Sequence<Int>, after start: String = "", _ part: (Int) -> String) -> String
    {
        start + numbers.map(part).joined()
    }

    private static func group(_ content: String, _ name: String = "g") -> String {
        "<xs:group name='\(name)'><xs:sequence>\(content)</xs:sequence></xs:group>"
    }

    @Test("Expansion of a schema has a limit", arguments: explosive.keys.sorted())
    func limits(name: String) throws {
        let schema = Self.schema(try #require(Self.explosive[name]))
        let error = #expect(throws: XMLError.self, "\(name)") {
            try XMLShape(xmlSchema: schema, limits: [.members: 1_000])
        }
        #expect(error?.limit == .members, "\(name): \(error?.description ?? "")")
    }

    /// Forty groups, each of which refers to the one before twice.
    private static func doubling(_ kind: String, _ inside: String?, _ first: String) -> String {
        (0..<40).map { number in
            let content = number == 0 ? first : String(repeating: "<xs:\(kind) ref='t:g\(number - 1)'/>", count: 2)
            let whole = inside.map { "<xs:\($0)>\(content)</xs:\($0)>" } ?? content
            return "<xs:\(kind) name='g\(number)'>\(whole)</xs:\(kind)>"
        }.joined()
    }

    /// A type that extends the one before; the last of forty has forty arrays.
    private static func link(_ number: Int) -> String {
        guard number > 0 else { return "<xs:complexType name='T0'/>" }
        let elements = (0..<(number == 40 ? 40 : 0)).map { "<xs:element name='e\($0)' maxOccurs='2'/>" }.joined()
        return
            "<xs:complexType name='T\(number)'><xs:complexContent><xs:extension base='t:T\(number - 1)'><xs:sequence>"
            + elements + "</xs:sequence></xs:extension></xs:complexContent></xs:complexType>"
    }

    /// Chains in which each declaration refers to the next, or contains it.
    private static let references: [String: String] = {
        let steps = 5_000
        func chain(_ last: String, _ link: (Int) -> String) -> String { each(0..<steps, link) + last }
        func simple(_ derivation: String) -> String {
            chain("<xs:simpleType name='s\(steps)'><xs:restriction base='xs:int'/></xs:simpleType>") {
                "<xs:simpleType name='s\($0)'>\(derivation.replacingOccurrence(of: "next", with: "t:s\($0 + 1)"))</xs:simpleType>"
            }
        }
        func nested(_ start: String, _ content: String, _ end: String, around outer: String) -> String {
            let inner = String(repeating: start, count: 480) + content + String(repeating: end, count: 480)
            return "<\(outer) name='n'>\(inner)</\(outer)>"
        }
        return [
            "restrictions": simple("<xs:restriction base='next'/>"), "unions": simple("<xs:union memberTypes='next'/>"),
            "groups": chain(group("<xs:element name='e'/>", "g\(steps)")) {
                group("<xs:group ref='t:g\($0 + 1)'/>", "g\($0)")
            },
            "attribute groups": chain(
                "<xs:attributeGroup name='g\(steps)'><xs:attribute name='a'/></xs:attributeGroup>"
            ) {
                "<xs:attributeGroup name='g\($0)'><xs:attributeGroup ref='t:g\($0 + 1)'/></xs:attributeGroup>"
            },
            "extensions": each((0..<steps).reversed().map { $0 + 1 } + [0], link),
            "types of elements": chain("<xs:complexType name='T\(steps)'/>") {
                "<xs:complexType name='T\($0)'><xs:sequence><xs:element name='e' type='t:T\($0 + 1)'/></xs:sequence></xs:complexType>"
            },
            "sequences": nested("<xs:sequence>", "<xs:any/>", "</xs:sequence>", around: "xs:complexType"),
            "inner types": nested(
                "<xs:restriction><xs:simpleType>",
                "<xs:restriction base='xs:int'/>",
                "</xs:simpleType></xs:restriction>",
                around: "xs:simpleType"
            ),
        ]
    }()

    @Test("Long chains of references need no stack", arguments: references.keys.sorted())
    func chains(name: String) throws {
        let schema = Self.schema(try #require(Self.references[name])), outcome = Outcome()
        let thread = Thread {
            do {
                _ = try XMLShape(xmlSchema: schema)
                outcome.set("loaded")
            } catch {
                outcome.set("\(error)")
            }
        }
        // The stack of a secondary thread on Apple's systems.
        thread.stackSize = 512 * 1024
        thread.start()
        #expect(outcome.wait() == "loaded")
    }

    /// The result of another thread.
    private final class Outcome: @unchecked Sendable {
        private let done = DispatchSemaphore(value: 0)
        private var text = ""

        func set(_ text: String) {
            self.text = text
            done.signal()
        }

        func wait() -> String {
            done.wait()
            return text
        }
    }

    @Test("Schemas that contain themselves through many references load")
    func longChains() throws {
        // Groups in groups have the same element, and each element of a chain has the type of the first one.
        _ = try XMLShape(xmlSchema: Self.schema(Self.doubling("group", "sequence", "<xs:element name='e'/>")))
        let heads = (1..<20_000).map { "<xs:element name='e\($0)' substitutionGroup='t:e\($0 - 1)'/>" }.joined()
        var options = XMLOptions.xmltodict
        options.shape = try XMLShape(xmlSchema: Self.schema("<xs:element name='e0' type='xs:int'/>" + heads))
        let value = try XMLReader(options).read(.string("<t:e19999 xmlns:t='urn:t'>07</t:e19999>"))
        #expect(value["t:e19999"] == 7)
        let ring = "<xs:element name='a' substitutionGroup='t:b'/><xs:element name='b' substitutionGroup='t:a'/>"
        #expect(throws: XMLError.self) { try XMLShape(xmlSchema: Self.schema(ring)) }
    }

    @Test("NO-FETCH: An argument names the folder of included files")
    func folders() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, content) in [
            ("part.xsd", "<xs:element name='a'/>"), ("common/part.xsd", "<xs:element name='a'/>"),
            ("main/near.xsd", "<xs:include schemaLocation='../common/part.xsd'/>"),
            ("main/deep/far.xsd", "<xs:include schemaLocation='../../part.xsd'/>"),
        ] {
            let file = folder.appendingPathComponent(name), place = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\(content)</xs:schema>"
            try schema.write(to: file, atomically: true, encoding: .utf8)
        }
        for (name, within, isRead) in [
            ("main/near.xsd", nil, true), ("main/near.xsd", "main", false), ("main/deep/far.xsd", nil, false),
            ("main/deep/far.xsd", ".", true),
        ] as [(String, String?, Bool)] {
            let file = folder.appendingPathComponent(name).path, place = within.map { "\(folder.path)/\($0)" }
            let shape = try? XMLShape(contentsOf: [file], within: place)
            #expect((shape != nil) == isRead, "\(name) within \(within ?? "none")")
        }
    }

    @Test("The schemas of a WSDL document are read")
    func wsdl() throws {
        let wsdl = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types>\(Self.root("<xs:attribute name='a' type='xs:int'/>"))</types>
            <message name="m"/></definitions>
            """
        #expect(try Self.read("<r a='1'/>", wsdl) == #"{"@a":1}"#)
        // The schemas of a WSDL need not import that of the envelope.
        var options = XMLOptions.xmltodict
        (options.namespaces, options.shape) = (.strip, try XMLShape(xmlSchema: wsdl))
        let message =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><r xmlns='urn:t' a='1'/></s:Body></s:Envelope>"
        let value = try XMLReader(options).read(.string(message))
        #expect(value.json(.compact) == #"{"Envelope":{"Body":{"r":{"@a":1}}}}"#)
    }
}

extension String {
    fileprivate func replacingOccurrence(of text: String, with other: String = "") -> String {
        guard let range = firstRange(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + self[range.upperBound...]
    }
}

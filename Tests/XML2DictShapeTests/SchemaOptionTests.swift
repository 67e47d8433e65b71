// XML Schemas under all conventions, and under options that change keys and forms.

import Testing
import XML2Dict
import XML2DictShape

@Suite("XML Schemas under other options")
struct SchemaOptionTests {
    private typealias Change = @Sendable (inout XMLOptions) -> Void

    /// The conventions, without options and elements that an XML Schema refuses.
    private static let conventions = XMLOptions.Convention.allCases.map { convention in
        XMLOptions(.init(convention)) { $0.unwrapsSiblings = false }
    }.filter { !$0.elementsAreArrays }

    private static let changes: [Change] = [
        { _ in }, { $0.namespaces = .strip }, { $0.namespaces = .expand },
        { $0.namespacePrefixes = ["urn:t": "q", "urn:u": "q"] }, { $0.namespacePrefixes = ["urn:t": "", "urn:u": ""] },
        { $0.keyStyle = .camel },
        { options in
            options.keyStyle = .snake
            options.namespaces = .strip
        },
        { $0.attributes = .merge }, { $0.attributes = .group("text") }, { $0.attributes = .prefix("a") },
        { options in
            options.attributes = .discard
            options.namespaceDeclarations = .keep
        },
        { $0.textKey = "text" }, { $0.empty = .null }, { $0.empty = .string }, { $0.empty = .omit },
        { $0.textOnlyIsString = true }, { $0.commentKey = "c" }, { $0.orderKey = "o" },
        { $0.cdataKey = "k" }, { $0.nilIsNull = true }, { $0.trim = .none },
        { options in
            options.attributes = .group("g")
            options.keyStyle = .camel
        },
        { options in
            options.namespaces = .strip
            options.trim = .none
        },
    ]

    /// Reads a document under options.
    ///
    /// Returns the value with its JSON, or the message of a mismatch.
    private static func read(
        _ document: String,
        _ schema: String,
        _ options: XMLOptions,
        fillsMissingLists: Bool = false
    ) throws -> (value: XMLValue?, json: String) {
        var options = options
        options.shape = try XMLShape(xmlSchema: schema, fillsMissingLists: fillsMissingLists)
        do {
            let value = try XMLReader(options).read(.string(document))
            return (value, value.json(.compact))
        } catch {
            guard error.code == .mismatch else { throw error }
            return (nil, error.message)
        }
    }

    /// A root in the namespace `urn:t` with the content and the attributes.
    private static func document(_ content: String, _ attributes: String = "") -> String {
        "<t:r xmlns:t='urn:t' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \(attributes)>\(content)</t:r>"
    }

    private static let types = """
        <xs:complexType name='Number'><xs:simpleContent><xs:extension base='xs:int'>
        <xs:attribute name='text' type='xs:int'/><xs:attribute name='nil' type='xs:boolean'/></xs:extension></xs:simpleContent>
        </xs:complexType><xs:complexType name='Text'><xs:simpleContent><xs:extension base='xs:string'>
        <xs:attribute name='type'/></xs:extension></xs:simpleContent></xs:complexType><xs:simpleType name='List'><xs:list itemType='xs:int'/></xs:simpleType>
        <xs:element name='h' abstract='true' type='xs:int'/><xs:element name='m-1' substitutionGroup='t:h'/>
        <xs:complexType name='B'><xs:sequence><xs:element name='q' type='xs:int' minOccurs='0'/></xs:sequence></xs:complexType>
        <xs:complexType name='D'><xs:complexContent><xs:extension base='t:B'><xs:sequence>
        <xs:element name='q' type='xs:int' minOccurs='0'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
        """

    private static let schema = XMLSchemaTests.root(
        """
        <xs:sequence>
        <xs:element name='AaBb' type='xs:int' minOccurs='0' maxOccurs='9'/><xs:element ref='t:h' minOccurs='0' maxOccurs='9'/>
        <xs:element name='text' type='xs:int' minOccurs='0'/><xs:element name='n' type='t:Number' minOccurs='0'/>
        <xs:element name='z' type='t:Number' minOccurs='0' nillable='true'/>
        <xs:element name='i' type='xs:int' minOccurs='0' nillable='true'/><xs:element name='s' type='xs:string' minOccurs='0'/>
        <xs:element name='l' type='t:List' minOccurs='0'/><xs:element name='k' type='t:B' minOccurs='0'/>
        <xs:element name='p' minOccurs='0'><xs:complexType mixed='true'><xs:sequence>
        <xs:element name='text' type='xs:int' minOccurs='0'/></xs:sequence></xs:complexType></xs:element>
        <xs:element name='e' minOccurs='0'><xs:complexType/></xs:element>
        <xs:element name='y' type='xs:anySimpleType' minOccurs='0'/>
        </xs:sequence><xs:attribute name='AaBb' type='xs:int'/><xs:attribute name='s'/>
        <xs:attribute name='aaBb' type='xs:int'/><xs:attribute name='type' type='xs:int'/>
        """,
        types
    )

    private static let documents = [
        document(""), document("", "AaBb='1' s='x'"), document("<t:AaBb>1</t:AaBb>", "AaBb='1'"),
        document("<t:m-1>1</t:m-1>"), document("<t:text>1</t:text>"), document("<t:n>1</t:n>"),
        document("<t:n text='2'>1</t:n>"), document("<t:n nil='1'>1<!--c-->2</t:n>"), document("<t:z xsi:nil='true'/>"),
        document("<t:z xsi:nil='1' nil='1'/>"), document("<t:z/>"), document("<t:i xsi:nil='true'/>"),
        document("<t:i/>"), document("<t:i>1<!-- -->2</t:i>"), document("<t:i>1<![CDATA[2]]></t:i>"),
        document("<t:s/>"), document("<t:s>a<!--c-->b<![CDATA[c]]></t:s>"), document("<t:s><?p?></t:s>"),
        document("<t:l>1 2<!--c-->3 4</t:l>"), document("<t:l/>"), document("<t:k/>"),
        document("<t:k xsi:type='t:D'/>"), document("<t:k xsi:type='t:D'><t:q>1</t:q></t:k>"), document("<t:p>5</t:p>"),
        document("<t:p>5<t:text>1</t:text></t:p>"), document("<t:p><t:text>1</t:text></t:p>"), document("<t:p/>"),
        document("<t:e/>"), document("\n <t:s> x </t:s>\n"),
        document("<text xmlns='urn:t'>1</text>"), document("", "aaBb='1' AaBb='2'"), document("\n"),
        document("", "type='1' xsi:schemaLocation='a b'"), document("<t:i> </t:i>"), document("<t:k>\n</t:k>"),
        document("<t:e> </t:e>"), document("<t:n text='2'>1 </t:n>"), document("<t:s xsi:type='t:Text'/>"),
        document("<t:s xsi:type='t:Text' type='a'>x</t:s>"),
        document("<t:y xmlns:xs='http://www.w3.org/2001/XMLSchema' xsi:type='xs:int'>1</t:y>"),
    ]

    @Test("Every output fits the JSON Schema of its options", arguments: conventions.indices)
    func descriptions(convention: Int) throws {
        for fillsMissingLists in [false, true] {
            let shape = try XMLShape(xmlSchema: Self.schema, fillsMissingLists: fillsMissingLists)
            for (number, change) in Self.changes.enumerated() {
                var options = Self.conventions[convention]
                change(&options)
                let schema = shape.json(.compact, for: options), described = try XMLShape(json: schema)
                options.shape = shape
                for document in Self.documents {
                    do throws(XMLError) {
                        try described.validate(XMLReader(options).read(.string(document)))
                    } catch {
                        Issue.record("change \(number), \(fillsMissingLists): \(error.message)\n\(document)\n\(schema)")
                    }
                }
            }
        }
    }

    @Test("A wildcard's elements do not make a declared element an array", arguments: conventions.indices)
    func wildcards(convention: Int) throws {
        let schema = XMLSchemaTests.root(
            "<xs:sequence><xs:element name='a' type='xs:int' minOccurs='0'/><xs:any namespace='##other' processContents='lax'/></xs:sequence><xs:attribute name='b' type='xs:int'/><xs:anyAttribute processContents='lax'/>"
        )
        let shape = try XMLShape(xmlSchema: schema)
        for (number, change) in Self.changes.enumerated() {
            var options = Self.conventions[convention]
            change(&options)
            let described = try XMLShape(json: shape.json(.compact, for: options))
            options.shape = shape
            for document in [
                Self.document("<t:a>1</t:a><u:a xmlns:u='urn:u'>x</u:a>"), Self.document("<a xmlns='urn:u'>x</a>"),
                Self.document("<t:a>1</t:a>", "a='x'"), Self.document("", "xmlns:u='urn:u' u:b='x' u:a='x'"),
                "<r xmlns='urn:t'><a>1</a><a xmlns='urn:u'>x</a></r>",
            ] {
                let read: XMLValue
                do {
                    read = try XMLReader(options).read(.string(document))
                } catch {
                    #expect(error.code == .mismatch && error.message.contains("has the key of another declared name"))
                    continue
                }
                #expect(throws: Never.self, "change \(number): \(document)") { try described.validate(read) }
            }
        }
    }

    @Test("A nillable element with xsi:nil is null under all options", arguments: conventions.indices)
    func nulls(convention: Int) throws {
        for (number, change) in Self.changes.enumerated() {
            var options = Self.conventions[convention]
            options.empty = .string
            change(&options)
            let json = try Self.read(Self.document("<t:i xsi:nil='true'/>"), Self.schema, options).json
            #expect(json.contains(":null"), "change \(number)")
        }
    }

    @Test("A text and an attribute with its key are an array")
    func textKeys() throws {
        for (content, json) in [
            ("<t:n>1</t:n>", #"{"text":[1]}"#), ("<t:n text='2'>1</t:n>", #"{"text":[2,1]}"#),
        ] {
            let read = try Self.read(Self.document(content), Self.schema, .xmlreader).value
            #expect(read?["t:r"]?["t:n"]?.json(.compact) == json)
        }
    }

    @Test("Two namespaces with one prefix have arrays of equal names")
    func samePrefix() throws {
        let schema = XMLSchemaTests.root(
            "<xs:sequence><xs:element name='a' type='xs:int'/><xs:element name='a' form='unqualified' minOccurs='0'/></xs:sequence>"
        )
        var options = XMLOptions.xmltodict
        options.namespacePrefixes = ["urn:t": ""]
        options.namespaceDeclarations = .drop
        #expect(try Self.read(Self.document("<t:a>1</t:a>"), schema, options).json == #"{"r":{"a":[1]}}"#)
        options.namespacePrefixes = ["urn:t": "q"]
        #expect(try Self.read(Self.document("<t:a>1</t:a>"), schema, options).json == #"{"q:r":{"q:a":1}}"#)
    }

    @Test("A missing array gets the key of a present one, once")
    func missingKeys() throws {
        let rows: [(Change, String)] = [
            ({ $0.namespaces = .strip }, #"{"r":{"AaBb":[],"m-1":[]}}"#),
            ({ $0.namespaces = .expand }, #"{"urn:t:r":{"urn:t:AaBb":[],"urn:t:m-1":[]}}"#),
            ({ $0.namespacePrefixes = ["urn:t": "q"] }, #"{"q:r":{"q:AaBb":[],"q:m-1":[]}}"#),
            ({ $0.keyStyle = .snake }, #"{"t_r":{"t_aa_bb":[],"t_m_1":[]}}"#),
            (
                { options in
                    options.namespaces = .strip
                    options.attributes = .merge
                    options.keyStyle = .camel
                }, #"{"r":{"aaBb":[],"m1":[],"s":[]}}"#
            ),
        ]
        for (change, json) in rows {
            var options = XMLOptions.xmltodict
            options.namespaceDeclarations = .drop
            change(&options)
            let found = try Self.read(Self.document(""), Self.schema, options, fillsMissingLists: true)
            #expect(found.json == json)
        }
        // A type of a family has the arrays of the family.
        var options = XMLOptions.xmltodict
        options.namespaces = .strip
        let found = try Self.read(
            Self.document("<t:k xsi:type='t:D'/>"),
            Self.schema,
            options,
            fillsMissingLists: true
        )
        #expect(found.value?["r"]?["k"]?.json(.compact) == #"{"@type":"t:D","q":[]}"#)
    }

    // MARK: Texts

    @Test("An empty number is a mismatch in every convention", arguments: conventions.indices)
    func emptyNumbers(convention: Int) throws {
        for content in ["<t:AaBb/>", "<t:AaBb> </t:AaBb>", "<t:AaBb><!--c--></t:AaBb>", "<t:n text='1'/>"] {
            let found = try Self.read(Self.document(content), Self.schema, Self.conventions[convention])
            #expect(found.json.hasSuffix("where the schema expects a whole number"), "\(content)")
        }
    }

    @Test("Text has one type, with and without a key of order")
    func wholeTexts() throws {
        for (content, key, json) in [
            ("<t:i>1<!--c-->2</t:i>", "t:i", ##"{"#comment":"c","#text":12}"##),
            ("<t:i>1<![CDATA[2]]></t:i>", "t:i", "12"),
            ("<t:l>1 2<?p x?>3</t:l>", "t:l", ##"{"#pi":{"p":"x"},"#text":[1,23]}"##),
            ("<t:s>a<!--c-->b</t:s>", "t:s", ##"{"#comment":"c","#text":"ab"}"##),
        ] {
            let found = try Self.read(Self.document(content), Self.schema, .faithful)
            #expect(found.value?["t:r"]?[key]?.json(.compact) == json, "\(content)")
        }
    }

    // MARK: Decoding

    private struct Lists: Decodable, Equatable {
        var item: [[Int]], one: [Int], list: [Int]
    }

    @Test("A list in a text decodes as an array, in every convention")
    func decodedLists() throws {
        let schema = XMLSchemaTests.root(
            """
            <xs:sequence><xs:element name='item' type='t:List' maxOccurs='9'/><xs:element name='one' type='t:List'/>
            </xs:sequence><xs:attribute name='list' type='t:List'/>
            """,
            Self.types
        )
        let document = "<r xmlns='urn:t' list='1 2'><item>3 4</item><item>5</item><one>6 7</one></r>"
        for var options in Self.conventions where options.attributes != .discard {
            options.shape = try XMLShape(xmlSchema: schema)
            let lists = try XMLDecoder(options).decode(Lists.self, from: .string(document))
            #expect(lists == Lists(item: [[3, 4], [5]], one: [6, 7], list: [1, 2]))
            options.shape = nil
            #expect(throws: DecodingError.self) {
                try XMLDecoder(options).decode(Lists.self, from: .string(document))
            }
        }
    }

    /// What `--describe=swift` writes for a schema of two namespaces.
    private struct Described: Codable, Equatable {
        var uK: String
        var a: Int?
        var uA: Double?

        enum CodingKeys: String, CodingKey {
            case uK = "u:k"
            case a
            case uA = "u:a"
        }
    }

    @Test("Types of two namespaces decode with the schema's prefixes")
    func decodedPrefixes() throws {
        let document = "<r xmlns='urn:t' xmlns:u='urn:u' u:k='v'><a>1</a><u:a>2.5</u:a></r>"
        let found = try XMLDecoder().decode(Described.self, from: .string(document))
        #expect(found == Described(uK: "v", a: 1, uA: 2.5))
    }

    // MARK: Refused options

    @Test("A schema file that does not exist cannot be opened")
    func files() {
        let error = #expect(throws: XMLError.self) { try XMLShape(contentsOf: ["none.xsd"]) }
        #expect(error?.code == .cannotOpen)
    }

    @Test("Options that contradict an XML Schema are refused")
    func refusals() throws {
        var types = XMLOptions()
        types.infersTypes = true
        for options in [XMLOptions.parker, types] {
            let error = #expect(throws: XMLError.self) { try Self.read("<r/>", Self.schema, options) }
            #expect(error?.code == .invalidOptions && error?.message.contains("(shape)") == true)
        }
    }
}

/// The schemas of namespaces that documents use and no file needs to give: those of XML, XLink, SOAP and XML Schema.
///
/// They have the names and types of the published schemas, and nothing that a shape does not use.
enum KnownSchemas {
    /// The namespaces of SOAP 1.1 and 1.2.
    static let envelopes = ["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"]

    /// The roots of WSDL 1.1 and 2.0, which have schemas inside.
    static let descriptions = ["http://schemas.xmlsoap.org/wsdl/:definitions", "http://www.w3.org/ns/wsdl:description"]

    static let all: [(uri: String, text: String)] = [
        (SchemaDocuments.uri, schema), ("http://www.w3.org/1999/xlink", xlink), (envelopes[0], envelope11),
        (envelopes[1], envelope12),
        ("http://schemas.xmlsoap.org/soap/encoding/", encoding11),
        // Others refer to this one.
        ("http://www.w3.org/XML/1998/namespace", xml),
    ]

    /// The element for a schema, which may be in a document: data sets of .NET have one.
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema">
          <xs:element name="schema"/>
        </xs:schema>
        """

    /// The attributes of XML 1.0 (sections 2.10 and 2.12), XML Base and xml:id.
    private static let xml = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace"
            xmlns:xml="http://www.w3.org/XML/1998/namespace">
          <xs:attribute name="lang" type="xs:string"/><xs:attribute name="space" type="xs:NCName"/>
          <xs:attribute name="base" type="xs:anyURI"/><xs:attribute name="id" type="xs:ID"/>
          <xs:attributeGroup name="specialAttrs">
            <xs:attribute ref="xml:base"/><xs:attribute ref="xml:lang"/><xs:attribute ref="xml:space"/>
            <xs:attribute ref="xml:id"/>
          </xs:attributeGroup>
        </xs:schema>
        """

    /// The attributes of XLink 1.1 (section 4), alone and in the groups of its schema.
    private static let xlink: String = {
        let names = ["type", "href", "role", "arcrole", "title", "show", "actuate", "label", "from", "to"]
        let groups = [
            "simple": "type href role arcrole title show actuate", "extended": "type role title",
            "locator": "type href role title label", "arc": "type arcrole title show actuate from to",
            "resource": "type role title label", "title": "type", "empty": "type",
        ]
        let attributes = names.map { "<xs:attribute name=\"\($0)\" type=\"xs:string\"/>" }.joined()
        let sets = groups.flatMap { name, members in
            ["Link", "Attrs"].map { end in
                "<xs:attributeGroup name=\"\(name)\(end)\">"
                    + members.split(separator: " ").map { "<xs:attribute ref=\"l:\($0)\"/>" }.joined()
                    + "</xs:attributeGroup>"
            }
        }
        return """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xlink"
                xmlns:l="http://www.w3.org/1999/xlink">\(attributes)\(sets.joined())</xs:schema>
            """
    }()

    /// The envelope of SOAP 1.1 (section 4).
    private static let envelope11 = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"
            targetNamespace="http://schemas.xmlsoap.org/soap/envelope/">
          <xs:attribute name="mustUnderstand" type="xs:boolean"/><xs:attribute name="actor" type="xs:anyURI"/>
          <xs:attribute name="encodingStyle" type="xs:string"/>
          <xs:element name="Envelope"><xs:complexType>
            <xs:sequence><xs:element ref="s:Header" minOccurs="0"/><xs:element ref="s:Body"/>
              <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
            <xs:anyAttribute namespace="##any"/>
          </xs:complexType></xs:element>
          <xs:element name="Header" type="s:Part"/><xs:element name="Body" type="s:Part"/>
          <xs:complexType name="Part">
            <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
            <xs:anyAttribute namespace="##any"/>
          </xs:complexType>
          <xs:element name="Fault"><xs:complexType><xs:sequence>
            <xs:element name="faultcode" type="xs:QName"/><xs:element name="faultstring" type="xs:string"/>
            <xs:element name="faultactor" type="xs:anyURI" minOccurs="0"/>
            <xs:element name="detail" type="s:Part" minOccurs="0"/>
          </xs:sequence></xs:complexType></xs:element>
        </xs:schema>
        """

    /// The envelope of SOAP 1.2 (part 1, section 5).
    private static let envelope12 = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:s="http://www.w3.org/2003/05/soap-envelope"
            xmlns:xml="http://www.w3.org/XML/1998/namespace" elementFormDefault="qualified"
            targetNamespace="http://www.w3.org/2003/05/soap-envelope">
          <xs:attribute name="mustUnderstand" type="xs:boolean"/><xs:attribute name="role" type="xs:anyURI"/>
          <xs:attribute name="relay" type="xs:boolean"/><xs:attribute name="encodingStyle" type="xs:anyURI"/>
          <xs:element name="Envelope"><xs:complexType>
            <xs:sequence><xs:element ref="s:Header" minOccurs="0"/><xs:element ref="s:Body"/></xs:sequence>
            <xs:anyAttribute namespace="##other"/>
          </xs:complexType></xs:element>
          <xs:element name="Header" type="s:Part"/><xs:element name="Body" type="s:Part"/>
          <xs:complexType name="Part">
            <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
            <xs:anyAttribute namespace="##any"/>
          </xs:complexType>
          <xs:complexType name="Code"><xs:sequence>
            <xs:element name="Value" type="xs:QName"/><xs:element name="Subcode" type="s:Code" minOccurs="0"/>
          </xs:sequence></xs:complexType>
          <xs:element name="Fault"><xs:complexType><xs:sequence>
            <xs:element name="Code" type="s:Code"/>
            <xs:element name="Reason"><xs:complexType><xs:sequence>
              <xs:element name="Text" maxOccurs="unbounded"><xs:complexType><xs:simpleContent>
                <xs:extension base="xs:string"><xs:attribute ref="xml:lang" use="required"/></xs:extension>
              </xs:simpleContent></xs:complexType></xs:element>
            </xs:sequence></xs:complexType></xs:element>
            <xs:element name="Node" type="xs:anyURI" minOccurs="0"/><xs:element name="Role" type="xs:anyURI" minOccurs="0"/>
            <xs:element name="Detail" type="s:Part" minOccurs="0"/>
          </xs:sequence></xs:complexType></xs:element>
        </xs:schema>
        """

    /// What schemas use of the encoding of SOAP 1.1 (section 5): arrays.
    private static let encoding11 = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"
            targetNamespace="http://schemas.xmlsoap.org/soap/encoding/">
          <xs:attribute name="arrayType" type="xs:string"/><xs:attribute name="offset" type="xs:string"/>
          <xs:attributeGroup name="commonAttributes">
            <xs:attribute name="id" type="xs:ID"/><xs:attribute name="href" type="xs:anyURI"/>
            <xs:anyAttribute namespace="##other" processContents="lax"/>
          </xs:attributeGroup>
          <xs:attributeGroup name="arrayAttributes">
            <xs:attribute ref="e:arrayType"/><xs:attribute ref="e:offset"/>
          </xs:attributeGroup>
          <xs:group name="Array"><xs:sequence>
            <xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
          </xs:sequence></xs:group>
          <xs:complexType name="Array">
            <xs:group ref="e:Array" minOccurs="0"/>
            <xs:attributeGroup ref="e:arrayAttributes"/><xs:attributeGroup ref="e:commonAttributes"/>
          </xs:complexType>
          <xs:element name="Array" type="e:Array"/>
        </xs:schema>
        """
}

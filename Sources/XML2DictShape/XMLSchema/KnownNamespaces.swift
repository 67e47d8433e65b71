/// The namespaces that documents use and no file needs to give: those of XML, XLink, SOAP and XML Schema.
///
/// Their elements and types have any content, their attributes any text, and their groups of attributes all of these.
enum KnownNamespaces {
    /// The namespace of the prefix `xml`, which needs no declaration (Namespaces in XML 1.0, section 3).
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// The namespaces of SOAP 1.1 and 1.2.
    static let envelopes = ["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"]

    /// The roots of WSDL 1.1 and 2.0, which have schemas inside.
    static let descriptions = ["http://schemas.xmlsoap.org/wsdl/:definitions", "http://www.w3.org/ns/wsdl:description"]

    /// Each with its usual prefix and its names: elements, `@` attributes, then `#` groups of them, and `:` types.
    static let all: [(uri: String, prefix: String, names: String)] = [
        // Data sets of .NET have a schema inside.
        (SchemaDocuments.uri, "xs", "schema"),
        (xml, "xml", "@lang @space @base @id #specialAttrs"),
        ("http://www.w3.org/1999/xlink", "l", xlink),
        (envelopes[0], "s", "Envelope Header Body Fault @mustUnderstand @actor @encodingStyle"),
        (envelopes[1], "s", "Envelope Header Body Fault @mustUnderstand @role @relay @encodingStyle"),
        (
            "http://schemas.xmlsoap.org/soap/encoding/", "e",
            "Array :Array @arrayType @offset #commonAttributes #arrayAttributes"
        ),
    ]

    private static let xlink = """
        @type @href @role @arcrole @title @show @actuate @label @from @to #simpleLink #extendedLink #locatorLink #arcLink \
        #resourceLink #titleLink #emptyLink #simpleAttrs #extendedAttrs #locatorAttrs #arcAttrs #resourceAttrs #titleAttrs \
        #emptyAttrs
        """
}

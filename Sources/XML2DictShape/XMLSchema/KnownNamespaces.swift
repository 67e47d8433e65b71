import XML2Dict

/// The namespaces of XML, XLink, SOAP and XML Schema, which schemas may use without a file.
///
/// Their elements, types and attributes allow any content. Each attribute group has all attributes of its namespace.
enum KnownNamespaces {
    static let envelopes = ["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"]

    /// The roots of WSDL 1.1 and 2.0, which contain schemas.
    static let descriptions = ["http://schemas.xmlsoap.org/wsdl/:definitions", "http://www.w3.org/ns/wsdl:description"]

    /// Each namespace with its prefix and names, such as `@lang` (attribute), `#simpleLink` (group), `:Array` (type).
    static let all: [(uri: String, prefix: String, names: String)] = [
        // Documents of .NET data sets contain an element `xs:schema`.
        (NamespaceURI.schema, "xs", "schema"),
        (NamespaceURI.xml, "xml", "@lang @space @base @id #specialAttrs"),
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

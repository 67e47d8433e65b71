/// The namespaces of XML (Namespaces in XML 1.0, section 3) and of XML Schema (part 1, section 2.6).
package enum NamespaceURI {
    package static let xml = "http://www.w3.org/XML/1998/namespace"
    package static let xmlns = "http://www.w3.org/2000/xmlns/"
    package static let schema = "http://www.w3.org/2001/XMLSchema"
    package static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"
}

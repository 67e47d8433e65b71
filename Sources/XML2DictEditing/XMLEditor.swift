public import XML2Dict

/// An editor that changes values in a document, and no other byte.
///
/// ```swift
/// var editor = XMLEditor()
/// try editor.set("/project/version", to: "2.1.0")
/// try editor.delete("dependency[@scope='test']")
/// let pom = try editor.edited(.file("pom.xml"))
/// ```
///
/// White space, comments, quotation marks, line breaks and the encoding stay as they are. The editor reads a document
/// in one pass, and keeps only the longest token in memory. You can use one editor for many documents.
///
/// A path is an ``/XML2Dict/XMLPath`` without `|`, and has the names as the document spells them. A step may have
/// selectors: `item[@id='a']` is an `item` whose attribute `id` is `a`, and `item[2]` is the second sibling `item`.
public struct XMLEditor: Sendable {
    private let options: XMLOptions
    private var edits: [Edit] = []

    /// Creates an editor without edits.
    ///
    /// - Parameter options: The options. Only the encoding, the entities and the limits have an effect.
    public init(_ options: XMLOptions = .xmlreader) { self.options = options }

    /// Sets the text of each element at a path, or the value of an attribute.
    ///
    /// White space around the text stays. Comments in the text also stay. A new attribute comes after all others.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - value: The text or value.
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `invalidPath` or `invalidValue`. A value is invalid if XML 1.0
    ///   excludes a character of the value, or if Namespaces in XML 1.0 forbids the declaration.
    public mutating func set(_ path: String, to value: String) throws(XMLError) {
        let path = try EditPath(path)
        let ofDeclaration = path.declaredPrefix.flatMap { QualifiedName.mistake(declaring: $0.utf8, as: value.utf8) }
        if let problem = XMLCharacters.problem(in: value) ?? ofDeclaration {
            throw XMLError(.invalidValue, message: "the value for \(path.text) cannot be written: \(problem)")
        }
        edits.append((path, value))
    }

    /// Deletes each element at a path, or an attribute with the space before it.
    ///
    /// If the line of an element contains only the element and white space, the method deletes the line.
    ///
    /// - Parameter path: The path.
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `invalidPath`.
    public mutating func delete(_ path: String) throws(XMLError) {
        edits.append((try EditPath(path), nil))
    }

    /// Edits a document.
    ///
    /// - Parameter source: The document.
    /// - Returns: The bytes of the edited document, in the same encoding.
    /// - Throws: An ``/XML2Dict/XMLError`` of the document or the source. The code is `noMatch` if a path matches
    ///   nothing, and `invalidEdit` if an edit would lose content or contradicts another edit.
    public func edited(_ source: XMLSource) throws(XMLError) -> [UInt8] {
        let editing = DocumentEditing(try plan(), to: .memory)
        try editing.edit(source).requireMatches()
        return editing.bytes
    }

    /// Edits a document, and writes it to an open file.
    ///
    /// - Parameters:
    ///   - source: The document, which must not be the file to write.
    ///   - fileDescriptor: A file that is open for writing. The method does not close the file.
    /// - Returns: Whether the written bytes differ from the bytes of the source.
    /// - Throws: The errors of ``edited(_:)``, or an ``/XML2Dict/XMLError`` with the code `inputOutput`. After an error
    ///   the file may have only the beginning of the document.
    @discardableResult
    public func write(_ source: XMLSource, to fileDescriptor: Int32) throws(XMLError) -> Bool {
        let result = try plan().edit(source, to: fileDescriptor)
        try result.requireMatches()
        return result.isChanged
    }

    package func plan() throws(XMLError) -> EditPlan { try EditPlan(edits, options) }
}

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
/// in one pass, in the memory of its longest token. You can use one editor for many documents.
///
/// A path is an ``/XML2Dict/XMLPath`` without alternatives, with the names of the document. A step may have selectors:
/// `item[@id='a']` is an `item` whose attribute `id` is `a`, and `item[2]` is the second of its siblings.
public struct XMLEditor: Sendable {
    private let options: XMLOptions
    private var edits: [Edit] = []

    /// Creates an editor without edits.
    ///
    /// - Parameter options: The options, of which only the encoding, the entities and the limits have an effect.
    public init(_ options: XMLOptions = .xmlreader) { self.options = options }

    /// Sets the text of each element at a path, or the value of an attribute.
    ///
    /// White space around the text and comments in it stay. A new attribute comes after the last one.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - value: The text or value.
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `invalidPath`, or `invalidValue` for a character that XML
    ///   excludes, or a declaration that Namespaces in XML 1.0 forbids.
    public mutating func set(_ path: String, to value: String) throws(XMLError) {
        let path = try EditPath(path)
        let ofDeclaration = path.declaredPrefix.flatMap { QualifiedName.mistake(declaring: $0.utf8, as: value.utf8) }
        if let problem = XMLCharacters.problem(in: value) ?? ofDeclaration {
            throw XMLError(.invalidValue, message: "the value for \(path.text) cannot be written: \(problem)")
        }
        edits.append((path, value))
    }

    /// Deletes each element at a path with its line if it is alone there, or an attribute with the space before it.
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
    /// - Throws: An ``/XML2Dict/XMLError`` for the document or the source, with the code `noMatch` for a path that
    ///   matches nothing, or `invalidEdit` for an edit that would lose content or contradicts another one.
    public func edited(_ source: XMLSource) throws(XMLError) -> [UInt8] {
        let editing = DocumentEditing(try plan(), to: .memory)
        try editing.edit(source).requireMatches()
        return editing.bytes
    }

    /// Edits a document, and writes it to an open file.
    ///
    /// - Parameters:
    ///   - source: The document, which must not be that file.
    ///   - fileDescriptor: The file, open for writing, which stays open.
    /// - Returns: Whether the bytes differ from those of the source.
    /// - Throws: The errors of ``edited(_:)``, or an ``/XML2Dict/XMLError`` with the code `inputOutput`. The file may
    ///   then have a part of the document.
    @discardableResult
    public func write(_ source: XMLSource, to fileDescriptor: Int32) throws(XMLError) -> Bool {
        let result = try plan().edit(source, to: fileDescriptor)
        try result.requireMatches()
        return result.isChanged
    }

    package func plan() throws(XMLError) -> EditPlan { try EditPlan(edits, options) }
}

public import XML2Dict

/// An editor that changes values in a document, and not one byte beside them.
///
/// ```swift
/// var editor = XMLEditor()
/// try editor.set("/project/version", to: "2.1.0")
/// try editor.delete("dependency[@scope='test']")
/// let pom = try editor.edited(.file("pom.xml"))
/// ```
///
/// White space, comments, quotation marks, line breaks and the encoding stay as they are: a change of one value is a change of
/// one line. The document is read in one pass, in the memory of its longest token. Use one editor for many documents.
///
/// A path is that of an ``/XML2Dict/XMLPath`` without alternatives, with the names of the document. A step may have
/// selectors: `item[@id='a']` is an `item` whose attribute `id` is `a`, and `item[2]` the second of its siblings.
public struct XMLEditor: Sendable {
    private let options: XMLOptions
    private var edits: [Edit] = []

    /// An editor without edits.
    ///
    /// - Parameter options: The options, of which those about the input count: the encoding, the entities, the limits.
    public init(_ options: XMLOptions = .xmlreader) { self.options = options }

    /// Sets the text of each element at a path, or the value of an attribute.
    ///
    /// White space around a text stays, as do comments in it. An element that lacks the attribute gets it after its last one.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - value: The text or value.
    /// - Throws: An ``/XML2Dict/XMLError``: `invalidPath`, or `invalidValue` for a character that XML does not have.
    public mutating func set(_ path: String, to value: String) throws(XMLError) {
        let path = try EditPath(path)
        if let problem = XMLCharacters.problem(in: value) {
            throw XMLError(.invalidValue, message: "the value for \(path.text) cannot be written: \(problem)")
        }
        edits.append((path, value))
    }

    /// Deletes each element at a path, with its line if it is alone there; or an attribute, with the white space before it.
    ///
    /// - Parameter path: The path.
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `invalidPath`.
    public mutating func delete(_ path: String) throws(XMLError) {
        edits.append((try EditPath(path), nil))
    }

    /// Edits a document.
    ///
    /// - Parameter source: The document.
    /// - Returns: Its bytes with all edits, in its encoding.
    /// - Throws: An ``/XML2Dict/XMLError`` of the document or the source; `noMatch` for a path that matches nothing, and
    ///   `invalidEdit` for an edit that would lose content, or that contradicts another one.
    public func edited(_ source: XMLSource) throws(XMLError) -> [UInt8] {
        let editing = DocumentEditing(try plan(), to: .memory)
        try editing.edit(source).requireMatches()
        return editing.bytes
    }

    /// Edits a document, and writes it to an open file.
    ///
    /// - Parameters:
    ///   - source: The document, which must not be that file.
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    /// - Returns: Whether the bytes differ from those of the source.
    /// - Throws: The errors of ``edited(_:)``, or an ``/XML2Dict/XMLError`` with the code `inputOutput`. A part of the
    ///   document may have been written.
    @discardableResult
    public func write(_ source: XMLSource, to fileDescriptor: Int32) throws(XMLError) -> Bool {
        let result = try plan().edit(source, to: fileDescriptor)
        try result.requireMatches()
        return result.isChanged
    }

    /// The edits, compiled for any number of documents.
    package func plan() throws(XMLError) -> EditPlan { try EditPlan(edits, options) }
}

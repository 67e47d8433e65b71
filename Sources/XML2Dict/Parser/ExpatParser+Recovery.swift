internal import CExpat

/// Going on after a broken record, with another parser of expat that hears nothing of the text before.
extension ExpatParser {
    /// The number of bytes of the input before the place that expat, or a callback, has refused.
    var refusedPlace: Int { refusedPlaceOfCallback ?? place.bytes }

    /// Whether a record is open.
    var isInRecord: Bool { withBuilder { $0.selection.isInsideBuilt } }

    /// Whether an element is open that the options skip.
    var isSkipping: Bool { withBuilder { $0.selection.isSkipping } }

    /// The path of the innermost open element.
    var path: String { withBuilder { $0.path } }

    /// The names of the open elements, root first, as the document writes them.
    var openNames: [String] { withBuilder { $0.openNames } }

    /// How many elements are open.
    var depth: Int { withBuilder { $0.open.count } }

    /// Whether a start tag begins a record inside the open elements.
    ///
    /// - Parameter tag: The tag, perhaps without its end.
    /// - Returns: Whether it does; `false` for a name whose prefix is not declared.
    /// - Throws: An `XMLReaderError` with the code `limit`.
    func beginsRecord(_ tag: WrittenTag) throws(XMLReaderError) -> Bool {
        try orNamespace(false) { builder throws(BuildError) in try builder.beginsRecord(tag) }
    }

    /// Opens the element of a start tag that begins no record, unless its prefix is not declared.
    func open(_ tag: WrittenTag, at place: TagPlace) throws(XMLReaderError) {
        try orNamespace(()) { builder throws(BuildError) in try builder.open(tag, at: place) }
    }

    /// Calls a function with the builder; returns a value for an error of the code `namespace`.
    private func orNamespace<Result>(
        _ other: Result,
        _ body: (inout ValueBuilder) throws(BuildError) -> Result
    ) throws(XMLReaderError) -> Result {
        do throws(XMLReaderError) {
            return try results(body)
        } catch {
            guard error.code == .namespace else { throw error }
            return other
        }
    }

    /// How many elements are open around the innermost one with a name.
    func depth(of name: ArraySlice<UInt8>) -> Int? { withBuilder { $0.depth(of: name) } }

    /// Closes all but the outermost open elements.
    func close(to depth: Int) { handler.pointee.builder.close(to: depth) }

    /// Forgets the open record, and leaves the elements around it open.
    ///
    /// - Returns: The names of the elements that were open in it, that of the record first.
    func abandonRecord() -> [[UInt8]] { handler.pointee.builder.abandonRecord() }

    /// Replaces the parser of expat, which has refused a token.
    ///
    /// - Parameters:
    ///   - context: The text that opens the elements around the next one; it ends with a line end.
    ///   - encoding: The encoding of the text, in the words of expat.
    ///   - place: The place of the text that comes next.
    /// - Throws: An `XMLReaderError` with the code `malformed` for an invalid name.
    mutating func restart(_ context: [UInt8], encoding: String, at place: TextPlace) throws(XMLReaderError) {
        let parser = Self.makeExpat(encoding)
        replaceExpat(by: parser)
        let status = context.withUnsafeBytes { bytes in
            replay { XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 0) }
        }
        // No parser has read the tags that the search has passed.
        guard status == XML_STATUS_OK else { throw handler.pointee.explain(XML_GetErrorCode(parser)) }
        var contextEnd = TextPlace()
        context.withUnsafeBytes { contextEnd.pass($0[...]) }
        moveStart(to: TextStart(place, after: contextEnd))
    }
}

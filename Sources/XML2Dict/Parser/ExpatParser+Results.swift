internal import CExpat

/// The values that the events have built, and the positions of errors.
extension ExpatParser {
    /// The builder of the values.
    var builder: ValueBuilder {
        _read { yield handler.pointee.builder }
        nonmutating _modify { yield &handler.pointee.builder }
    }

    /// Whether a record waits to be taken.
    var hasRecord: Bool { !handler.pointee.builder.records.isEmpty }

    /// Calls a function with the builder that may fail, and adds the parser's place to its error.
    func results<Result>(
        _ body: (inout ValueBuilder) throws(BuildError) -> Result
    ) throws(XMLError) -> Result {
        do throws(BuildError) {
            return try body(&handler.pointee.builder)
        } catch {
            throw handler.pointee.error(error)
        }
    }

    /// The largest size of the result so far, if it has a limit, and the bytes of its names.
    var resultByteCounts: (largest: Int, names: Int) {
        (handler.pointee.largestResult, handler.pointee.resultLimit < .max ? builder.open.names.list.byteCount : 0)
    }

    /// The bytes that were delivered, and those that the parts before may have delivered.
    ///
    /// The namespaces of the last tag count with the next one, in the next part.
    var deliveredByteCount: (count: Int, room: Int) {
        let amplification = handler.pointee.amplification
        return (amplification.delivered + builder.form.declarations.takeByteCount(), amplification.room)
    }

    /// Whether the names of all records exceed the limit of the result, so that no other record fits.
    var hasTooManyNames: Bool { handler.pointee.hasTooManyNames }

    /// Lifts the limit of the result, for an observer that takes the content of a document as it arrives.
    func liftResultLimit() { handler.pointee.resultLimit = .max }

    // MARK: Places

    /// Whether expat has got the end of the document or segment.
    var hasEnded: Bool { if case .after = state { true } else { false } }

    /// Whether `step` has thrown the error of bytes that are invalid in their encoding.
    var hasRefusedBytes: Bool { if case .refused = state { true } else { false } }

    /// The place from which expat counts.
    var start: TextPosition { handler.pointee.start }

    /// The number of lines of the input before expat's place.
    var lineCount: UInt { handler.pointee.place.lines }

    /// The number of bytes of the input before the token that expat has not finished; `nil` when it has not seen all
    /// bytes in its buffer.
    var parsedOffset: Int? {
        switch state {
        case .stopped, .failed: nil
        case .before, .inside, .after, .refused: handler.pointee.place.bytes
        }
    }

    /// The number of bytes of the input before the place that expat, or a callback, has refused.
    var refusedPlace: Int { hasFailedInCallback ? handler.pointee.refusedPlace : handler.pointee.place.bytes }

    /// Whether a callback of ours has ended the document with an error, and not expat.
    var hasFailedInCallback: Bool { handler.pointee.hearing == .failed }

    /// An error at the parser's place.
    func error(_ code: XMLError.Code, _ message: ErrorMessage) -> XMLError {
        handler.pointee.error(code, message)
    }

    /// The error of something that does not fit its shape.
    func error(_ mismatch: LocatedMismatch) -> XMLError { handler.pointee.error(.mismatch(mismatch)) }

    /// The place where another document begins, at expat's error; `nil` if none begins there.
    ///
    /// After the root, white space, comments and instructions belong to the document (XML 1.0, production 27). An XML
    /// declaration, a DOCTYPE, a start tag or a byte order mark begins the next one.
    var nextDocument: TextPosition? {
        guard builder.open.isAfterRoot, !hasFailedInCallback, let source = handler.pointee.source else { return nil }
        let begins =
            switch XML_GetErrorCode(expat) {
            case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: source.beginsDocument
            case XML_ERROR_INVALID_TOKEN: source.beginsWithMark
            default: false
            }
        return begins ? handler.pointee.place : nil
    }

    /// The place where the document begins after white space, at expat's error; `nil` if it does not begin there.
    ///
    /// White space may precede a root, but not an XML declaration or a byte order mark.
    var lateBeginning: TextPosition? {
        guard !hasFailedInCallback, handler.pointee.followsOnlySpace else { return nil }
        let isDeclaration = XML_GetErrorCode(expat) == XML_ERROR_MISPLACED_XML_PI
        return isDeclaration || handler.pointee.source?.beginsWithMark == true ? handler.pointee.place : nil
    }
}

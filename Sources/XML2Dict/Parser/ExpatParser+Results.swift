internal import CExpat

extension ExpatParser {
    var builder: ValueBuilder {
        _read { yield handler.pointee.builder }
        nonmutating _modify { yield &handler.pointee.builder }
    }

    var hasRecord: Bool { !handler.pointee.builder.records.isEmpty }

    /// Calls a throwing function with the builder, and adds the parser's position to an error of the function.
    func results<Result>(
        _ body: (inout ValueBuilder) throws(BuildError) -> Result
    ) throws(XMLError) -> Result {
        do throws(BuildError) {
            return try body(&handler.pointee.builder)
        } catch {
            throw handler.pointee.error(error)
        }
    }

    /// The largest size of the result so far, and the size of the names (0 if the result has no limit), in bytes.
    var resultByteCounts: (largest: Int, names: Int) {
        (handler.pointee.largestResult, handler.pointee.resultLimit < .max ? builder.open.names.list.byteCount : 0)
    }

    /// The number of delivered bytes, and the number of bytes that earlier parts may have delivered within the limit.
    var deliveredByteCount: (count: Int, room: Int) {
        let amplification = handler.pointee.amplification
        return (amplification.delivered + builder.form.declarations.takeByteCount(), amplification.room)
    }

    var hasTooManyNames: Bool { handler.pointee.hasTooManyNames }

    /// Lifts the limit of the result, for an observer that takes the content of a document as it arrives.
    func liftResultLimit() { handler.pointee.resultLimit = .max }

    var hasEnded: Bool { if case .after = state { true } else { false } }

    /// Whether `step` has thrown the error of bytes that are invalid in their encoding.
    var hasRefusedBytes: Bool { if case .refused = state { true } else { false } }

    var start: TextPosition { handler.pointee.start }

    var lineCount: UInt { handler.pointee.expatPosition.lines }

    /// The number of input bytes before the unfinished token, or `nil` if expat has not parsed its whole buffer.
    var parsedOffset: Int? {
        switch state {
        case .stopped, .failed: nil
        case .before, .inside, .after, .refused: handler.pointee.expatPosition.bytes
        }
    }

    /// The number of bytes of the input before the error of expat, or before the event that a callback refused.
    var refusedOffset: Int { hasFailedInCallback ? handler.pointee.refusedOffset : handler.pointee.expatPosition.bytes }

    var hasFailedInCallback: Bool { handler.pointee.passedEvents == .failed }

    func error(_ code: XMLError.Code, _ message: ErrorMessage) -> XMLError {
        handler.pointee.error(code, message)
    }

    func error(_ mismatch: LocatedMismatch) -> XMLError { handler.pointee.error(.mismatch(mismatch)) }

    /// The position of expat's error if another document begins at the error, or else `nil`.
    ///
    /// After the root, white space, comments and instructions belong to the document (XML 1.0, production 27). An XML
    /// declaration, a DOCTYPE, a start tag or a byte order mark begins the next document.
    var nextDocument: TextPosition? {
        guard builder.open.isAfterRoot, !hasFailedInCallback, let source = handler.pointee.source else { return nil }
        let begins =
            switch XML_GetErrorCode(expat) {
            case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: source.beginsDocument
            case XML_ERROR_INVALID_TOKEN: source.beginsWithMark
            default: false
            }
        return begins ? handler.pointee.expatPosition : nil
    }

    /// The position of expat's error if the document begins there, after only white space, or else `nil`.
    ///
    /// White space may precede a root, but not an XML declaration or a byte order mark.
    var lateBeginning: TextPosition? {
        guard !hasFailedInCallback, handler.pointee.followsOnlySpace else { return nil }
        let isDeclaration = XML_GetErrorCode(expat) == XML_ERROR_MISPLACED_XML_PI
        return isDeclaration || handler.pointee.source?.beginsWithMark == true ? handler.pointee.expatPosition : nil
    }
}

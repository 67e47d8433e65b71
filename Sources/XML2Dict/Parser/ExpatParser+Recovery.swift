internal import CExpat

/// Going on after a broken record, with another parser of expat that hears nothing of the text before.
extension ExpatParser {
    /// The number of bytes of the input before the place that expat, or a callback, has refused.
    var refusedPlace: Int { refusedPlaceOfCallback ?? place.bytes }

    /// Whether a record is open.
    var isInRecord: Bool { withBuilder { $0.selection.isInsideBuilt } }

    /// The path of the innermost open element.
    var path: String { withBuilder { $0.path } }

    /// The names of the open elements, root first, as the document writes them.
    var openNames: [String] { withBuilder { $0.openNames } }

    /// Whether a start tag has the name of a record.
    ///
    /// - Parameters:
    ///   - tag: The tag, perhaps without its end.
    ///   - isHere: Whether it must also be at the path of a record inside the open elements.
    /// - Returns: Whether it does; `false` for a name whose prefix is not declared.
    /// - Throws: An `XMLReaderError` with the code `limit`.
    func beginsRecord(_ tag: ArraySlice<UInt8>, isHere: Bool) throws(XMLReaderError) -> Bool {
        do throws(XMLReaderError) {
            return try results { builder throws(BuildError) in try builder.beginsRecord(tag, isHere: isHere) }
        } catch {
            guard error.code == .namespace else { throw error }
            return false
        }
    }

    /// Forgets the open record, and leaves the elements around it open.
    func abandonRecord() {
        withBuilder { $0.abandonRecord() }
    }

    /// Replaces the parser of expat, which has refused a token.
    ///
    /// - Parameters:
    ///   - context: The text that opens the elements around the next one; it ends with a line end.
    ///   - encoding: The encoding of the text, in the words of expat.
    ///   - place: The place of the text that comes next.
    mutating func restart(_ context: [UInt8], encoding: String, at place: TextPlace) {
        let parser = Self.makeExpat(encoding)
        replaceExpat(by: parser)
        let status = context.withUnsafeBytes { bytes in
            replay { XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 0) }
        }
        // The context was well-formed before, so expat can only fail for lack of memory.
        if status != XML_STATUS_OK { Memory.isExhausted() }
        var contextEnd = TextPlace()
        context.withUnsafeBytes { contextEnd.pass($0[...]) }
        moveStart(to: TextStart(place, after: contextEnd))
    }
}

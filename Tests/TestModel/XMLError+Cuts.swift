package import XML2Dict

extension XMLError {
    /// Whether a document may have this error when it is cut in one way, and the other error when it is cut in another.
    ///
    /// The source line is complete, or left out. Outside the root, libexpat may report another byte of the same error.
    /// After the root, a name is complete for libexpat at the end of a piece: `<a/>b<` has a wrong byte, but the piece
    /// `<a/>b` goes on after its root. The message of that error depends on the bytes that have arrived.
    package func isSame(inOtherPieces other: XMLError) -> Bool {
        var one = self, other = other
        let isOutside = one.path.isEmpty && other.path.isEmpty
        if isOutside {
            let codes: Set = [one.code, other.code], afterRoot = "content follows the root"
            let possible: Set<Code> = [.malformed, .unexpectedEnd, .encoding]
            if one.message.contains(afterRoot) || other.message.contains(afterRoot), codes.isSubset(of: possible) {
                return true
            }
            (one.line, one.column, one.byteOffset) = (nil, nil, nil)
            (other.line, other.column, other.byteOffset) = (nil, nil, nil)
        }
        if isOutside || one.excerpt == nil || other.excerpt == nil {
            (one.excerpt, one.caret) = (nil, nil)
            (other.excerpt, other.caret) = (nil, nil)
        }
        return one == other
    }
}

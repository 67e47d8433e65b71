package import XML2Dict

extension XMLError {
    /// Whether a document may give this error in some chunks, and the other error in other chunks.
    ///
    /// Either error may lack its excerpt. Outside the root, libexpat may report another byte of the same error. After
    /// the root, it takes a name at the end of a chunk as complete. So it reports a wrong byte in `<a/>b<`, but content
    /// after the root in the chunk `<a/>b`.
    package func isSame(inOtherChunks other: XMLError) -> Bool {
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

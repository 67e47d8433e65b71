package import XML2Dict

extension XMLReaderError {
    /// The error without what may depend on how the document comes.
    ///
    /// The excerpt has as much of the line as is at hand. And outside the root libexpat itself tells what is no token from what cannot
    /// stand there by whether the token's end is at hand: for `<a/>00<` it is the second `<`, or the first `0`.
    package var comparable: XMLReaderError {
        var error = self
        error.excerpt = nil
        if path.isEmpty, [.malformed, .contentAfterRoot, .unexpectedEnd, .encoding].contains(code) {
            (error.code, error.message) = (.malformed, "")
            (error.line, error.column, error.byteOffset) = (nil, nil, nil)
        }
        return error
    }

    /// Reports a finding unless this can be what is wrong with a document.
    package func check() {
        let faults: [Code] = [
            .malformed, .noElement, .unexpectedEnd, .mismatchedTag, .contentAfterRoot, .duplicateAttribute,
            .undefinedEntity,
            .externalEntity, .encoding, .limit, .namespace, .collision, .forbiddenEntity,
        ]
        FuzzSupport.check(faults.contains(code), "no fault of a document: \(code): \(self)")
        FuzzSupport.check(!message.isEmpty, "\(code) without a message")
        FuzzSupport.check(
            line ?? 0 >= 1 && column ?? 0 >= 1 && byteOffset ?? -1 >= 0 && file == nil,
            "\(code) at line \(line ?? -1), column \(column ?? -1), byte \(byteOffset ?? -1)"
        )
        FuzzSupport.check(path.isEmpty || path.hasPrefix("/"), "\(code) at the path \(path)")
        if let excerpt {
            FuzzSupport.check(
                excerpt.caret >= 0 && excerpt.caret <= excerpt.text.unicodeScalars.count
                    && !excerpt.text.utf8.contains { $0 == 0x0A || $0 == 0x0D },
                "\(code) in the excerpt \(excerpt)"
            )
        }
    }
}

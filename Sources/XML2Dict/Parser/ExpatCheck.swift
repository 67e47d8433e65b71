/// Questions of those who write XML, which expat decides: it accepts a text in its place, or not.
package enum ExpatCheck {
    /// Whether a text is a name.
    package static func isName(_ text: String) -> Bool {
        var options = XMLOptions.parker
        options.input.limits = [.nameLength: .max, .tokenLength: .max]
        return accepts("<\(text)/>", options) { _ in true }
    }

    /// Whether a reader takes a text for the content of a DOCTYPE, and the whole of it.
    ///
    /// - Parameters:
    ///   - text: The text between `<!DOCTYPE` and `>`.
    ///   - input: The handling of entities and the limits that hold; a DOCTYPE that was read is within those of its
    ///     reader.
    /// - Returns: Whether it does.
    package static func isDoctype(_ text: String, _ input: XMLOptions.Input) -> Bool {
        var options = XMLOptions()
        options.doctypeKey = "#doctype"
        options.input.entities = input.entities
        options.input.limits = input.limits
        return accepts("<!DOCTYPE \(text)><a/>", options) { builder in
            guard let found = try? builder.takeDocument()["#doctype"]?.string else { return false }
            return found.utf8.elementsEqual(text.utf8)
        }
    }

    private static func accepts(
        _ document: String,
        _ options: XMLOptions,
        _ isExpected: (inout ValueBuilder) -> Bool
    ) -> Bool {
        do throws(XMLError) {
            var parser = ExpatParser(try CheckedOptions(options), RecordOriginBase(), nil, isUTF8: true)
            parser.feed(document.utf8)
            while try parser.step() {}
            return isExpected(&parser.builder)
        } catch {
            return false
        }
    }
}

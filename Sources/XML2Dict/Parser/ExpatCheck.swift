/// Checks for writing XML that expat makes: whether it accepts a text in its place.
package enum ExpatCheck {
    /// Whether a text is a name.
    package static func isName(_ text: String) -> Bool { accepts("<\(text)/>", namePlans) { _ in true } }

    private static let namePlans = KeptPlans(.forNames)

    /// Checks that a text is the content of a DOCTYPE, and reads back unchanged.
    package struct Doctypes: Sendable {
        private let options: XMLOptions
        private static let key = "#doctype"

        /// - Parameter options: The handling of entities and the limits that hold; a DOCTYPE that was read is within those
        ///   of its reader.
        package init(_ options: XMLOptions) { self.options = options }

        /// Whether it is, for a text between `<!DOCTYPE` and `>`.
        package func accept(_ text: String) -> Bool {
            accepts("<!DOCTYPE \(text)><a/>", KeptPlans(.forDoctype(Self.key, options))) { builder in
                guard let found = try? builder.takeDocument()[Self.key]?.string else { return false }
                return found.utf8.elementsEqual(text.utf8)
            }
        }
    }

    private static func accepts(
        _ document: String,
        _ plans: KeptPlans,
        _ isExpected: (inout ValueBuilder) -> Bool
    ) -> Bool {
        do throws(XMLError) {
            var parser = ExpatParser(try plans.plan(), RecordOriginBase(), nil, isUTF8: true)
            parser.feed(document.utf8)
            while try parser.step() {}
            return isExpected(&parser.builder)
        } catch {
            return false
        }
    }
}

/// Checks a name or a DOCTYPE before a writer writes the text: expat parses a document that contains the text.
package enum ExpatCheck {
    package static func isName(_ text: String) -> Bool { accepts("<\(text)/>", namePlans) { _ in true } }

    private static let namePlans = PlanCache(.forNames)

    /// Checks that a text can be the content of a DOCTYPE, and that a reader returns the same text.
    package struct Doctypes: Sendable {
        private let options: XMLOptions
        private static let key = "#doctype"

        /// - Parameter options: `entities` and `limits` apply, and limits must not be below the limits of the reader.
        package init(_ options: XMLOptions) { self.options = options }

        /// Returns whether a text can be between `<!DOCTYPE` and `>`.
        package func accept(_ text: String) -> Bool {
            accepts("<!DOCTYPE \(text)><a/>", PlanCache(.forDoctype(Self.key, options))) { builder in
                guard let found = try? builder.takeDocument()[Self.key]?.string else { return false }
                return found.utf8.elementsEqual(text.utf8)
            }
        }
    }

    private static func accepts(
        _ document: String,
        _ plans: PlanCache,
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

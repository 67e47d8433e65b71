import Testing
import XML2Dict

/// A document, options, and the JSON that they make of it.
struct OptionExample {
    let xml: String
    let json: String
    let options: XMLOptions

    /// - Parameters:
    ///   - xml: The document.
    ///   - json: The compact JSON of the document.
    ///   - convention: The convention that the options begin with.
    ///   - change: The changes to the options.
    init(
        _ xml: String,
        _ json: String,
        _ convention: XMLOptions.Convention = .xmlreader,
        _ change: (inout XMLOptions) -> Void = { _ in }
    ) {
        var options = XMLOptions(convention)
        change(&options)
        self.xml = xml
        self.json = json
        self.options = options
    }

    /// Reads and compares.
    func check() throws {
        #expect(try convert(xml, options) == json, "\(xml)")
    }

    /// Reads and expects an error.
    func failure() throws -> XMLError {
        try #require(throws: XMLError.self) { try convert(xml, options) }
    }
}

extension XMLOptions {
    /// A copy with changed options.
    func with(_ change: (inout Self) -> Void) -> Self {
        var options = self
        change(&options)
        return options
    }
}

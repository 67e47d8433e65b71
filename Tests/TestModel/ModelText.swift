/// Characters and their source in XML, such as `<` and `&lt;`.
struct ModelText {
    /// The characters that a parser must report.
    var characters = ""

    var source = ""

    static func + (first: ModelText, second: ModelText) -> ModelText {
        ModelText(characters: first.characters + second.characters, source: first.source + second.source)
    }
}

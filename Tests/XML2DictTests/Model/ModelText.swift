/// Characters and how they are written in XML.
struct ModelText {
    /// What a parser must find.
    var characters = ""

    /// What is written.
    var source = ""

    static func + (first: ModelText, second: ModelText) -> ModelText {
        ModelText(characters: first.characters + second.characters, source: first.source + second.source)
    }
}

/// Characters and how they are written in XML.
struct ModelText {
    /// What a parser must find.
    var characters = ""

    /// What is written.
    var source = ""

    /// What a parser must find where references to entities are kept as text.
    var kept = ""

    /// Characters that are the same whatever becomes of references.
    init(characters: String = "", source: String = "") {
        self.characters = characters
        self.source = source
        kept = characters
    }

    /// A reference to an entity, and what it stands for.
    init(characters: String, reference: String) {
        self.characters = characters
        source = reference
        kept = reference
    }

    static func + (first: ModelText, second: ModelText) -> ModelText {
        var sum = ModelText(
            characters: first.characters + second.characters,
            source: first.source + second.source
        )
        sum.kept = first.kept + second.kept
        return sum
    }
}

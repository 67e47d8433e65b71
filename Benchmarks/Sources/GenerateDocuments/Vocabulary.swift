/// The words that all documents are made of.
///
/// The tables are small: what a parser and a converter have to do depends on the lengths and the places of the
/// words, not on how many different ones there are.
enum Vocabulary {
    static let determiners: [StaticString] = [
        "the", "the", "the", "a", "a", "this", "that", "each", "some", "every", "another",
    ]

    static let nouns: [StaticString] = [
        "river", "harbour", "garden", "letter", "market", "window", "engine", "village", "question", "morning",
        "museum", "painter", "bridge", "school", "winter", "teacher", "machine", "forest", "journey", "station",
        "library", "kitchen", "island", "captain", "measure", "history", "company", "newspaper", "government",
        "sea", "tea", "road", "town", "bread", "price", "share", "report", "system", "committee", "university",
    ]

    static let pluralNouns: [StaticString] = [
        "years", "people", "shares", "houses", "sailors", "workers", "children", "markets", "mountains",
        "questions", "numbers", "trees", "stories", "machines", "farmers", "prices", "visitors", "instruments",
    ]

    static let names: [StaticString] = [
        "Anna", "Bruno", "Clara", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Irene", "Jonas", "Kemal", "Lucia",
        "Marta", "Nils", "Olga", "Pedro", "Rosa", "Stefan", "Tove", "Viktor", "Lisbon", "Tromso", "Vienna",
    ]

    static let pronouns: [StaticString] = ["he", "she", "it", "they", "we", "you", "nobody", "everyone"]

    static let verbs: [StaticString] = [
        "said", "was", "had", "found", "wrote", "opened", "carried", "reported", "followed", "built", "sold",
        "visited", "explained", "painted", "measured", "began", "reached", "believed", "returned", "discovered",
    ]

    static let plainVerbs: [StaticString] = [
        "go", "be", "make", "open", "carry", "find", "write", "leave", "build", "reach", "consider", "understand",
    ]

    static let modals: [StaticString] = ["will", "would", "may", "might", "can", "could", "should", "must"]

    static let adjectives: [StaticString] = [
        "old", "small", "green", "quiet", "early", "narrow", "public", "distant", "northern", "familiar", "modern",
        "careful", "heavy", "famous", "wooden", "last", "first", "new", "ordinary", "unexpected", "bright",
    ]

    static let adverbs: [StaticString] = [
        "soon", "often", "slowly", "again", "very", "almost", "rarely", "together", "carefully", "nearly", "never",
    ]

    static let prepositions: [StaticString] = [
        "of", "of", "in", "in", "on", "to", "for", "with", "from", "by", "at", "near", "under", "between", "without",
    ]

    static let conjunctions: [StaticString] = ["and", "but", "or", "because", "while", "until", "although"]

    /// Words outside ASCII: two, three and four bytes a character.
    static let foreignWords: [StaticString] = [
        "été", "forêt", "château", "naïveté", "élève", "œuvre", "garçon",
        "θάλασσα", "ποτάμι", "βιβλίο", "δρόμος", "ήλιος", "πόλη",
        "図書館", "電車", "山と川", "こんにちは", "カタログ", "東京",
        "🚲", "🌧️", "📚", "🎻",
    ]
}

/// The words of all documents.
///
/// The tables are small: the work of a parser depends on the lengths and the positions of the words, not on the number
/// of different words.
enum Words {
    static let determiners = [
        "the", "the", "the", "a", "a", "this", "that", "each", "some", "every", "another",
    ]
    static let nouns = [
        "river", "harbour", "garden", "letter", "market", "window", "engine", "village", "question", "morning",
        "museum", "painter", "bridge", "school", "winter", "teacher", "machine", "forest", "journey", "station",
        "library", "kitchen", "island", "captain", "measure", "history", "company", "newspaper", "government",
        "sea", "tea", "road", "town", "bread", "price", "share", "report", "system", "committee", "university",
    ]
    static let pluralNouns = [
        "years", "people", "shares", "houses", "sailors", "workers", "children", "markets", "mountains",
        "questions", "numbers", "trees", "stories", "machines", "farmers", "prices", "visitors", "instruments",
    ]
    static let names = [
        "Anna", "Bruno", "Clara", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Irene", "Jonas", "Kemal", "Lucia",
        "Marta", "Nils", "Olga", "Pedro", "Rosa", "Stefan", "Tove", "Viktor", "Lisbon", "Tromso", "Vienna",
    ]
    static let pronouns = ["he", "she", "it", "they", "we", "you", "nobody", "everyone"]
    static let verbs = [
        "said", "was", "had", "found", "wrote", "opened", "carried", "reported", "followed", "built", "sold",
        "visited", "explained", "painted", "measured", "began", "reached", "believed", "returned", "discovered",
    ]
    static let plainVerbs = [
        "go", "be", "make", "open", "carry", "find", "write", "leave", "build", "reach", "consider", "understand",
    ]
    static let modals = ["will", "would", "may", "might", "can", "could", "should", "must"]
    static let adjectives = [
        "old", "small", "green", "quiet", "early", "narrow", "public", "distant", "northern", "familiar", "modern",
        "careful", "heavy", "famous", "wooden", "last", "first", "new", "ordinary", "unexpected", "bright",
    ]
    static let adverbs = [
        "soon", "often", "slowly", "again", "very", "almost", "rarely", "together", "carefully", "nearly", "never",
    ]
    static let prepositions = [
        "of", "of", "in", "in", "on", "to", "for", "with", "from", "by", "at", "near", "under", "between", "without",
    ]
    static let conjunctions = ["and", "but", "or", "because", "while", "until", "although"]

    /// Words outside ASCII: two, three and four bytes a character.
    static let foreign = [
        "été", "forêt", "château", "naïveté", "élève", "œuvre", "garçon",
        "θάλασσα", "ποτάμι", "βιβλίο", "δρόμος", "ήλιος", "πόλη",
        "図書館", "電車", "山と川", "こんにちは", "カタログ", "東京",
        "🚲", "🌧️", "📚", "🎻",
    ]

    /// The kinds of words in the order of an English sentence; every part of it serves as a text.
    static let sentence = [
        determiners, adjectives, nouns, verbs, prepositions, determiners, nouns, conjunctions, pronouns, adverbs, verbs,
        determiners, adjectives, pluralNouns, prepositions, names,
    ]
}

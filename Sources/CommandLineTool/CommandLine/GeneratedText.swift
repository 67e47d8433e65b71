/// A text generated from the flag table.
enum GeneratedText: String, CaseIterable {
    case man, bash, zsh, fish
    /// The tables of the article Flags; only contributors need them.
    case markdown

    /// The texts that the help lists.
    static let allCases: [GeneratedText] = [.man, .bash, .zsh, .fish]
}

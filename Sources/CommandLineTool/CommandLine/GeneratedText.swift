/// A text that is made from the flag table.
enum GeneratedText: String, CaseIterable {
    case man, bash, zsh, fish
    /// The tables of the article Flags, for those who work on the project.
    case markdown

    /// Those that the help names.
    static let allCases: [GeneratedText] = [.man, .bash, .zsh, .fish]
}

/// A text that the command writes in place of a conversion.
enum GeneratedText: String, CaseIterable {
    case man, bash, zsh, fish
    /// The tables of the article Flags; only contributors need them.
    case markdown
    // Flags of their own show these.
    case help, version

    /// The texts that the help lists.
    static let allCases: [GeneratedText] = [.man, .bash, .zsh, .fish]
}

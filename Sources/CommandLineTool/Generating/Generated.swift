/// A file that is made from the flag table.
enum Generated: String, CaseIterable {
    case man, bash, zsh, fish

    /// All of the file.
    var text: String {
        switch self {
        case .man: ManualPage.text
        case .bash: Completions.bash
        case .zsh: Completions.zsh
        case .fish: Completions.fish
        }
    }
}

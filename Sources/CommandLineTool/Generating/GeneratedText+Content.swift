import XML2Dict

extension GeneratedText {
    /// The complete text.
    var content: String {
        switch self {
        case .man: ManualPage.text
        case .bash: Completions.bash
        case .zsh: Completions.zsh
        case .fish: Completions.fish
        case .markdown: MarkdownTables.text
        case .help: Help.text
        case .version: "xml2dict \(Version.number) (\(XMLReader.parserVersion))\n"
        }
    }
}

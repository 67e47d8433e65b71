extension Block {
    /// The block as a paragraph of Markdown.
    var markdown: String {
        switch self {
        case .title(let text): "# \(text)"
        case .p(let line): line.content.markdown
        case .figure(let figure): "![\(figure.line.markdown)](\(figure.source))"
        }
    }
}

extension [Inline] {
    /// The parts, one after the other.
    var markdown: String { map(\.markdown).joined() }
}

extension Inline {
    /// The part, with its white space as a browser shows it.
    fileprivate var markdown: String {
        switch self {
        case .text(let text): text.replacing(/\s+/, with: " ")
        case .em(let line): "*\(line.content.markdown)*"
        case .strong(let line): "**\(line.content.markdown)**"
        case .a(let link): "[\(link.content.markdown)](\(link.address))"
        case .br: "\\\n"
        }
    }
}

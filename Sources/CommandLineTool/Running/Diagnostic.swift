import XML2Dict
import XML2DictWriting

/// A message about a failed input or output, with an exit status.
///
///     xml2dict: feed.xml:12:34: error: mismatched tag: …
///         <name>Cake</nam>
///                     ^
///         in /items/item/name
struct Diagnostic {
    let text: String
    let status: ExitStatus

    /// An error in the input with the escaped name `input`.
    init(_ error: XMLError, input: String, isWarning: Bool = false) {
        var position = input
        if let line = error.line { position += ":\(line)" + (error.column.map { ":\($0)" } ?? "") }
        // A `noMatch` message quotes arguments of the command line. A namespace can be a URL with a password.
        let words = error.words.withFlags,
            shown = error.code == .noMatch ? Terminal.shown(words) : Terminal.escape(words)
        var lines = ["xml2dict: \(position): \(isWarning ? "warning" : "error"): \(shown)"]
        if let excerpt = error.excerpt, let caret = error.caret {
            lines += Self.show(excerpt, caret)
        }
        if !error.path.isEmpty {
            lines.append("    in \(Terminal.escape(error.path))")
        }
        text = lines.joined(separator: "\n")
        status = Self.status(of: error.code)
    }

    /// A value that cannot be written as XML, or an error of the output, where `input` and `output` are escaped names.
    init(writing error: XMLError, input: String, output: String, value: Int?) {
        guard !error.isOutputFailure else {
            self.init("\(error.words)", about: output, .inputOutput)
            return
        }
        let steps = [value.map { "value \($0)" }, error.path.isEmpty ? nil : Terminal.escape(error.path)]
        let path = steps.compactMap(\.self).joined(separator: ", ")
        let problem = Terminal.escape(error.words.withFlags)
        self.init(path.isEmpty ? problem : "\(problem)\n    in \(path)", about: input, .badData)
    }

    /// An input that the command cannot open, or cannot read to its end.
    init(_ error: CommandError, about input: Argument) {
        self.init(Terminal.escape(error.message), about: input.shownAsInput, error.status)
    }

    init(_ problem: String, about subject: String, _ status: ExitStatus) {
        text = "xml2dict: \(subject): error: \(problem)"
        self.status = status
    }

    private static func status(of code: XMLError.Code) -> ExitStatus {
        switch code {
        case .cannotOpen: .noInput
        case .inputOutput: .inputOutput
        case .defect: .software
        case .invalidOptions: .usage
        default: .badData
        }
    }

    private static func show(_ excerpt: String, _ caret: Int) -> [String] {
        let scalars = excerpt.unicodeScalars
        guard !scalars.isEmpty else { return [] }
        let text = scalars.map { $0 == "\t" ? " " : Terminal.escape(String($0)) }
        let before = Terminal.width(text.prefix(caret).joined())
        return ["    " + text.joined(), String(repeating: " ", count: 4 + before) + "^"]
    }
}

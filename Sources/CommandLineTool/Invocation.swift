import XML2Dict

/// What a command line asks for.
struct Invocation {
    enum Task {
        case convert
        case showHelp
        case showVersion
    }

    enum Color: String, CaseIterable {
        case always, never, auto
    }

    // The words of the flags, and what they stand for in the library.

    enum AttributeMode: String, CaseIterable {
        case merge, prefix, group, discard
    }

    enum TextOnly: String, CaseIterable {
        case dictionary, string

        var option: XMLReader.TextOnly {
            switch self {
            case .dictionary: .dictionary
            case .string: .string
            }
        }
    }

    enum Empty: String, CaseIterable {
        case dictionary, null, string, omit

        var option: XMLReader.Empty {
            switch self {
            case .dictionary: .dictionary
            case .null: .null
            case .string: .string
            case .omit: .omitted
            }
        }
    }

    enum Trim: String, CaseIterable {
        case ends, none

        var option: XMLReader.Trimming {
            switch self {
            case .ends: .ends
            case .none: .none
            }
        }
    }

    var task = Task.convert
    var options = XMLReader.Options()
    var attributeMode = AttributeMode.merge
    var attributePrefix = "@"
    var attributeGroup = "@attributes"
    /// The elements to write one by one; `nil` for whole documents.
    var records: XMLPath?
    var format = JSONFormat.pretty
    var color = Color.auto
    /// Whether work that takes long may say how far it is.
    var showsProgress = true
    /// The file to write, or `nil` for standard output.
    var output: Argument?
    /// The files to read, `-` for standard input; none is standard input, too.
    var inputs: [Argument] = []

    /// The reader that was asked for.
    var reader: XMLReader {
        var options = options
        options.attributes =
            switch attributeMode {
            case .merge: .merged
            case .prefix: .prefixed(attributePrefix)
            case .group: .grouped(attributeGroup)
            case .discard: .discarded
            }
        return XMLReader(options)
    }
}

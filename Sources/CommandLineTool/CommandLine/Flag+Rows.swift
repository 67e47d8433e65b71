// Constructors for the kinds of rows. A row sets the option with the flag's name, unless `member` names another one.

import XML2Dict

/// The type of an option that is text or optional text.
protocol TextOption: Sendable {
    init(_ text: String)
}

extension String: TextOption {}
extension String?: TextOption {}

extension Flag {
    typealias Place<Setting> = any WritableKeyPath<Invocation, Setting> & Sendable

    /// A flag that takes one of several words, each for a value; the first is the default unless `default` is given.
    static func choice<Choice: Equatable & Sendable>(
        _ name: String,
        member: String? = nil,
        isPreset: Bool = false,
        _ summary: String,
        default: String? = nil,
        _ choices: KeyValuePairs<String, Choice>,
        _ place: Place<Choice>
    ) -> Flag {
        Flag(
            name: name,
            value: .required("HOW", .words(choices.map(\.key))),
            members: [member ?? memberName(of: name)],
            summary: summary,
            default: `default` ?? choices.first?.key,
            isPreset: isPreset,
            word: { value in choices.first { ".\($0.value)" == value }?.key },
            current: { run in choices.first { $0.value == run[keyPath: place] }?.key },
            apply: { run, value in run[keyPath: place] = try value.choice(choices) }
        )
    }

    /// A flag that takes a key or another text.
    static func key<Text: TextOption>(
        _ name: String,
        aliases: [String] = [],
        takes word: String = "KEY",
        member: String? = nil,
        _ summary: String,
        default: String,
        _ place: Place<Text>
    ) -> Flag {
        Flag(
            name: name,
            aliases: aliases,
            value: .required(word),
            members: [member ?? memberName(of: name)],
            summary: summary,
            default: `default`,
            apply: { run, value in run[keyPath: place] = Text(try value.text) }
        )
    }

    /// A flag that takes a path; a command line can repeat it.
    static func path(
        _ name: String,
        aliases: [String] = [],
        _ summary: String,
        _ place: Place<[XMLPath]>
    ) -> Flag {
        Flag(
            name: name,
            aliases: aliases,
            value: .required("PATH"),
            members: [memberName(of: name)],
            summary: summary + "; can be given again",
            apply: { run, value in run[keyPath: place].append(XMLPath(try value.text)) }
        )
    }

    /// A flag without a value: it sets a constant.
    static func constant<Setting: Equatable & Sendable>(
        _ name: String,
        letter: Character? = nil,
        members: [String]? = nil,
        _ summary: String,
        _ place: Place<Setting>,
        _ setting: Setting
    ) -> Flag {
        Flag(
            name: name,
            letter: letter,
            members: members ?? [memberName(of: name)],
            summary: summary,
            current: { run in run[keyPath: place] == setting ? "" : nil },
            apply: { run, _ in run[keyPath: place] = setting }
        )
    }

    /// A flag that sets a limit: a number, or a number of bytes.
    static func limit(_ name: String, _ summary: String, _ limit: XMLReaderError.Limit) -> Flag {
        let isLength = limit.breach.contains("# bytes")
        return Flag(
            name: name,
            value: .required(limit.defaultValue == nil ? "SIZE" : "N"),
            members: [limit.member],
            summary: summary,
            default: limit.defaultValue.map(shown),
            apply: { run, value in
                let number = try isLength ? value.length : value.number(0...Int.max)
                // Where there is no limit by default, one of 0 would refuse everything.
                guard number > 0 || limit.defaultValue != nil else {
                    throw CommandError("--\(name) takes a size above 0")
                }
                run.options.input.limits[limit] = number
            }
        )
    }

    /// A number as a limit is written: 64K, 16M.
    private static func shown(_ number: Int) -> String {
        if number.isMultiple(of: 1 << 20) { return "\(number >> 20)M" }
        return number.isMultiple(of: 1 << 10) ? "\(number >> 10)K" : "\(number)"
    }

    /// The name of a member in Swift: `textOnly` for `text-only`.
    private static func memberName(of flag: String) -> String {
        let words = flag.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

import XML2Dict

/// A row of the flag table, used by the parser, the help, the man page, the completions and the articles.
///
///     .choice("trim", ["ends": .ends, …], \.options.trim)      name, value and effect
///         .help("Trim white space of text: …")                 text
///         .with { $0.isPreset = true }                         other properties
///         .excludes(["select"], because: "…")                  rules
struct Flag: Sendable {
    enum Kind {
        case text
        case file
        case words([String])
    }

    /// Throws only `CommandError`, but with an untyped `throws`, because Swift infers no typed throws of closures yet.
    typealias Effect = @Sendable (inout Invocation, FlagValue) throws -> Void

    let name: String
    let letter: Character?
    /// The value's name in the help, or `nil` for a flag without a value.
    let placeholder: String?
    let kind: Kind
    /// Whether the flag can stand without a value, as in `--color`, and takes a value only as in `--color=never`.
    let isOptional: Bool
    let apply: Effect
    /// Names that users know from other tools, and that the help does not list.
    var aliases: [String] = []
    /// The names of the members that the flag sets: `trim` in `XMLOptions`, `XMLWriter.itemName` in another type.
    var members: [String] = []
    private(set) var summary = ""
    /// The default in the help: `2` is shown as `(default 2)`, and `: none` as `(default: none)`.
    private(set) var `default`: String?
    var isInSwift = true
    /// Whether the parser applies this flag first, so that flags that are no presets can override the preset.
    var isPreset = false
    /// The flag's word for a Swift value of the member: `keep` for `.keep`.
    var word: @Sendable (String) -> String? = { _ in nil }
    /// The current word of the option: `""` for a flag without words, `nil` if another flag has changed the option.
    var current: @Sendable (Invocation) -> String? = { _ in "" }
    private(set) var rules: [FlagRule] = []

    var help: String {
        guard let text = `default` else { return summary }
        return "\(summary) (default\(text.hasPrefix(": ") ? "" : " ")\(text))"
    }

    var names: [String] { [letter.map { "-\($0)" }, "--\(name)"].compactMap(\.self) }

    /// The name with its value, as in `--color[=WHEN]`.
    var usage: String { "--\(name)" + (placeholder.map { isOptional ? "[=\($0)]" : " \($0)" } ?? "") }

    /// Whether the name of an input is a word of this flag: `--color never` is probably meant as `--color=never`.
    func hasOptionalWord(_ word: String?) -> Bool {
        guard isOptional, case .words(let words) = kind, let word else { return false }
        return words.contains(word)
    }

    /// The name and the aliases, also spelled with underscores, such as `text_key` for `text-key`.
    var allNames: [String] {
        let names = [name] + aliases
        // In xmltodict, cdata_key is the option that this command names --text-key.
        let hyphened = names.filter { $0.contains("-") && $0 != "cdata-key" }
        return names + hyphened.map { $0.replacing("-", with: "_") }
    }
}

// Functions that make rows. A row sets the option with the flag's name, unless `sets` names another member.

protocol TextOption: Sendable {
    init(_ text: String)
}

extension String: TextOption {}
extension String?: TextOption {}

extension Flag {
    typealias SettingPath<Setting> = any WritableKeyPath<Invocation, Setting> & Sendable

    static func flag(
        _ name: String,
        _ letter: Character? = nil,
        sets member: String? = nil,
        takes placeholder: String? = nil,
        _ kind: Kind = .text,
        isOptional: Bool = false,
        _ apply: @escaping Effect
    ) -> Flag {
        var flag = Flag(
            name: name,
            letter: letter,
            placeholder: placeholder,
            kind: kind,
            isOptional: isOptional,
            apply: apply
        )
        if let member { flag.members = [member] }
        return flag
    }

    /// Makes a flag that takes one of several words, where the first word is the default unless `help` sets a default.
    static func choice<Choice: Equatable & Sendable>(
        _ name: String,
        sets member: String? = nil,
        _ choices: KeyValuePairs<String, Choice>,
        _ keyPath: SettingPath<Choice>
    ) -> Flag {
        let words = Kind.words(choices.map(\.key)), member = member ?? memberName(of: name)
        return flag(name, sets: member, takes: "HOW", words) { $0[keyPath: keyPath] = try $1.choice(choices) }
            .with { flag in
                flag.default = choices.first?.key
                flag.word = { value in choices.first { [".\($0.value)", "\($0.value)"].contains(value) }?.key }
                flag.current = { run in choices.first { $0.value == run[keyPath: keyPath] }?.key }
            }
    }

    static func key<Text: TextOption>(
        _ name: String,
        sets member: String? = nil,
        takes placeholder: String = "KEY",
        _ keyPath: SettingPath<Text>
    ) -> Flag {
        flag(name, sets: member ?? memberName(of: name), takes: placeholder) { run, value in
            run[keyPath: keyPath] = Text(try value.text)
        }
    }

    static func path(_ name: String, _ keyPath: SettingPath<[XMLPath]>) -> Flag {
        flag(name, sets: memberName(of: name), takes: "PATH") { run, value in
            run[keyPath: keyPath].append(XMLPath(unchecked: try value.text))
        }
    }

    static func constant<Setting: Equatable & Sendable>(
        _ name: String,
        _ letter: Character? = nil,
        sets member: String? = nil,
        _ keyPath: SettingPath<Setting>,
        _ setting: Setting
    ) -> Flag {
        flag(name, letter, sets: member ?? memberName(of: name)) { run, _ in run[keyPath: keyPath] = setting }
            .with { $0.current = { run in run[keyPath: keyPath] == setting ? "" : nil } }
    }

    static func limit(_ name: String, _ limit: XMLOptions.Limit) -> Flag {
        // Each start of the command makes all rows, so `hasSuffix` replaces a slower search in the text.
        let isLength = limit.breach.hasSuffix("# bytes"), byDefault = limit.defaultValue
        return flag(name, sets: limit.member, takes: byDefault == nil ? "SIZE" : "N") { run, value in
            let bound = try isLength ? value.length : value.number(0...Int.max)
            // Only the limit of the result's size has no default. A limit of 0 would refuse every document.
            guard bound > 0 || byDefault != nil else { throw CommandError("--\(name) takes a size above 0") }
            run.options.limits[limit] = bound
        }
        .with { ($0.default, $0.isInSwift) = (byDefault.map(shown), limit.isPublic) }
    }

    /// Abbreviates a limit, as in `64K` or `16M`.
    private static func shown(_ bound: Int) -> String {
        if bound.isMultiple(of: 1 << 20) { return "\(bound >> 20)M" }
        return bound.isMultiple(of: 1 << 10) ? "\(bound >> 10)K" : "\(bound)"
    }

    /// The member with the name of a flag: `forceText` for `force-text`.
    private static func memberName(of flag: String) -> String {
        let words = flag.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    consuming func with(_ change: (inout Flag) -> Void) -> Flag {
        change(&self)
        return self
    }

    consuming func ofCommand() -> Flag {
        isInSwift = false
        return self
    }

    consuming func help(_ text: String, default defaultText: String? = nil) -> Flag {
        summary = text
        `default` = defaultText ?? `default`
        return self
    }
}

/// A rule between a flag and other flags, checked after the last flag of a command line.
///
///     --part-size needs --plan: it is the size of planned parts
///     --indent cannot be used with --records: each record is one line
///
/// `others` and `second` name a flag (`plan`) or a flag with a word (`text-only string`). `plan` holds if `--plan` is
/// given. `text-only string` holds if the option has this word, from `--text-only` or from a convention.
struct FlagRule: Sendable {
    typealias Condition = @Sendable (String) -> Bool

    /// `true` if the flag needs one of the others, `false` if the flag excludes all of the others.
    fileprivate let isNeed: Bool
    fileprivate let others: [String]
    /// Returns whether the rule applies to a value of the flag, or is `nil` for a rule that applies to all values.
    fileprivate let condition: Condition?
    fileprivate let second: String?
    fileprivate let reason: String?
}

extension Flag {
    /// Adds a rule that applies only if `condition` accepts the flag's value and the flag `second` is given as well.
    consuming func needs(
        _ others: [String],
        when condition: FlagRule.Condition? = nil,
        with second: String? = nil,
        because reason: String? = nil
    ) -> Flag {
        rules.append(FlagRule(isNeed: true, others: others, condition: condition, second: second, reason: reason))
        return self
    }

    consuming func excludes(
        _ others: [String],
        when condition: FlagRule.Condition? = nil,
        with second: String? = nil,
        because reason: String? = nil
    ) -> Flag {
        rules.append(FlagRule(isNeed: false, others: others, condition: condition, second: second, reason: reason))
        return self
    }
}

extension Invocation {
    func checkRules() throws(CommandError) {
        for flag in Flag.all {
            guard let value = given[flag.name] else { continue }
            for rule in flag.rules where rule.condition?(value) != false && rule.second.map(holds) != false {
                let written = flag.isOptional ? "=\(Terminal.shown(value))" : " \(Terminal.shown(value))"
                let second = rule.second.map { rule.isNeed ? " with --\($0)" : " and --\($0)" } ?? ""
                let shown = "--\(flag.name)" + (rule.condition == nil ? "" : written) + second
                let reason = rule.reason.map { ": \($0)" } ?? ""
                let other = rule.others.first(where: holds)
                if rule.isNeed, other == nil {
                    throw CommandError("\(shown) needs \(rule.others.map { "--\($0)" }.alternatives)\(reason)")
                }
                guard !rule.isNeed, let other else { continue }
                throw CommandError("--\(other)\(origin(of: other)) cannot be used with \(shown)\(reason)")
            }
        }
    }

    /// Whether a flag such as `plan` is given and has an effect, or the option in `text-only string` has this word.
    private func holds(_ other: String) -> Bool {
        let words = other.split(separator: " ")
        guard let flag = Flag.all.first(where: { $0.name == words[0] }), let current = flag.current(self) else {
            return false
        }
        return words.count > 1 ? current == words[1] : given[flag.name] != nil
    }

    private func origin(of other: String) -> String {
        guard let convention = given["convention"], given[String(other.prefix { $0 != " " })] == nil else { return "" }
        return " (of --convention \(convention))"
    }
}

struct FlagValue {
    let flag: String
    let argument: Argument?
    /// Whether the command line has the flag's letter (`-C`), and not the flag's name (`--color`).
    var isOfLetter = false

    private var shown: String { argument?.shown ?? "" }

    var text: String {
        get throws(CommandError) {
            guard let text = argument?.text else { throw CommandError("the value of --\(flag) is not UTF-8") }
            return text
        }
    }

    func choice<Choice>(_ choices: KeyValuePairs<String, Choice>) throws(CommandError) -> Choice {
        try choice(Array(choices))
    }

    /// Returns the case with the raw value, or throws an error that lists the raw values of `allCases`.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(of _: Choice.Type) throws(CommandError) -> Choice {
        if let choice = Choice(rawValue: try text) { return choice }
        return try choice(Choice.allCases.map { (key: $0.rawValue, value: $0) })
    }

    private func choice<Choice>(_ choices: [(key: String, value: Choice)]) throws(CommandError) -> Choice {
        if let text = argument?.text, let choice = choices.first(where: { $0.key == text }) { return choice.value }
        throw CommandError("--\(flag) takes one of \(choices.map(\.key).joined(separator: ", ")), not '\(shown)'")
    }

    func number(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
        if let text = argument?.text, let number = Self.number(text), range.contains(number) { return number }
        let first = range.lowerBound
        let bounds = range.upperBound == .max ? ", \(first) or more" : " from \(first) to \(range.upperBound)"
        throw CommandError("--\(flag) takes a whole number\(bounds), not '\(shown)'")
    }

    /// A number of bytes, such as 4096, 64K, 20M or 1G.
    var length: Int {
        get throws(CommandError) {
            let units: KeyValuePairs = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
            let text = argument?.text?.uppercased() ?? ""
            let unit = units.first { text.hasSuffix($0.key) }
            if let number = Self.number(text.dropLast(unit == nil ? 0 : 1)) {
                let (length, isTooLarge) = number.multipliedReportingOverflow(by: unit?.value ?? 1)
                if !isTooLarge { return length }
            }
            throw CommandError("--\(flag) takes a number of bytes, such as 4096, 64K or 20M, not '\(shown)'")
        }
    }

    func length(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
        let length = try length
        if range.contains(length) { return length }
        throw CommandError("--\(flag) takes \(range.lowerBound) to \(range.upperBound) bytes, not '\(shown)'")
    }

    /// Parses digits, and refuses a sign, which `Int` would accept.
    private static func number(_ digits: some StringProtocol) -> Int? {
        digits.allSatisfy(\.isWholeNumber) ? Int(digits) : nil
    }

    var encoding: String {
        get throws(CommandError) {
            let name = try text
            guard let refusal = Plan.refusal(ofEncoding: name) else { return name }
            throw CommandError("--\(flag): '\(shown)' \(refusal)")
        }
    }

    /// Two texts, separated by the last `=`.
    func pair(_ form: String) throws(CommandError) -> (String, String) {
        let text = try text
        guard let separator = text.lastIndex(of: "="), separator > text.startIndex else {
            throw CommandError("--\(flag) takes \(form), not '\(shown)'")
        }
        return (String(text[..<separator]), String(text[text.index(after: separator)...]))
    }
}

/// Options that the command checks before there is a plan.
extension Invocation {
    var limits: [XMLOptions.Limit: Int] { options.limits }

    var lastSelected: XMLPath? { options.select.last }
}

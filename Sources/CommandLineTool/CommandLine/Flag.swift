import XML2Dict

/// A row of the flag table, used by the parser, the help, the man page, the completions and the articles.
///
///     .choice("trim", ["ends": .ends, …], \.options.trim)      name, value and effect
///         .help("Trim white space of text: …")                 text
///         .with { $0.isPreset = true }                         what else it has
///         .excludes(["select"], because: "…")                  rules
struct Flag: Sendable {
    /// The kinds of values, for completions.
    enum Kind {
        case text
        case file
        /// One of these words.
        case words([String])
    }

    /// Applies a flag to an invocation.
    ///
    /// It throws a `CommandError`; Swift does not infer typed throws of closures yet.
    typealias Effect = @Sendable (inout Invocation, FlagValue) throws -> Void

    /// The long name, without its dashes.
    let name: String
    let letter: Character?
    /// The placeholder of the value in the help; `nil` for a flag without a value.
    let placeholder: String?
    let kind: Kind
    /// Whether the flag may stand without its value, which follows an equals sign if there is one.
    let isOptional: Bool
    let apply: Effect
    /// Other names, which users know from other tools; the help does not list them.
    var aliases: [String] = []
    /// The members that the flag sets, of `XMLOptions` or as written; none for a flag of the command alone.
    var members: [String] = []
    /// The effect, as one sentence without a full stop.
    private(set) var summary = ""
    /// The default: a value, or ": " and a description.
    private(set) var `default`: String?
    /// Whether a program can set the members in Swift, and not only the command.
    var isInSwift = true
    /// Whether other flags override it, wherever it is: the parser applies such flags first, in the order of the table.
    var isPreset = false
    /// The flag's word for a case of the member's type, written as in Swift: `keep` for `.keep`.
    var word: @Sendable (String) -> String? = { _ in nil }
    /// The flag's word that is in force, for the rules of other flags; `nil` when another flag has replaced it.
    var current: @Sendable (Invocation) -> String? = { _ in "" }
    /// The flags that it needs and excludes.
    private(set) var rules: [FlagRule] = []

    /// The summary and the default.
    var help: String {
        guard let text = `default` else { return summary }
        return "\(summary) (default\(text.hasPrefix(": ") ? "" : " ")\(text))"
    }

    /// The letter and the name, with their dashes.
    var names: [String] { [letter.map { "-\($0)" }, "--\(name)"].compactMap(\.self) }

    /// The name with its value, as in `--color[=WHEN]`.
    var usage: String { "--\(name)" + (placeholder.map { isOptional ? "[=\($0)]" : " \($0)" } ?? "") }

    /// Whether the value is optional, and a word is one of its words: without `=`, that is the name of a file.
    func hasOptionalWord(_ word: String?) -> Bool {
        guard isOptional, case .words(let words) = kind, let word else { return false }
        return words.contains(word)
    }

    /// All long names: the name, its aliases, and each with underscores in place of hyphens.
    var allNames: [String] {
        let names = [name] + aliases
        // xmltodict's cdata_key is our text key.
        let hyphened = names.filter { $0.contains("-") && $0 != "cdata-key" }
        return names + hyphened.map { $0.replacing("-", with: "_") }
    }
}

// The kinds of rows. A row sets the option with the flag's name, unless it has other members.

/// The type of an option that is text or optional text.
protocol TextOption: Sendable {
    init(_ text: String)
}

extension String: TextOption {}
extension String?: TextOption {}

extension Flag {
    typealias Place<Setting> = any WritableKeyPath<Invocation, Setting> & Sendable

    /// A flag of any effect, which sets no option unless it has members.
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

    /// A flag that takes one of several words, each for a value; the first is the default unless the help has another.
    static func choice<Choice: Equatable & Sendable>(
        _ name: String,
        sets member: String? = nil,
        _ choices: KeyValuePairs<String, Choice>,
        _ place: Place<Choice>
    ) -> Flag {
        let words = Kind.words(choices.map(\.key)), member = member ?? memberName(of: name)
        return flag(name, sets: member, takes: "HOW", words) { $0[keyPath: place] = try $1.choice(choices) }
            .with { flag in
                flag.default = choices.first?.key
                flag.word = { value in choices.first { [".\($0.value)", "\($0.value)"].contains(value) }?.key }
                flag.current = { run in choices.first { $0.value == run[keyPath: place] }?.key }
            }
    }

    /// A flag that takes a key or another text.
    static func key<Text: TextOption>(
        _ name: String,
        sets member: String? = nil,
        takes placeholder: String = "KEY",
        _ place: Place<Text>
    ) -> Flag {
        flag(name, sets: member ?? memberName(of: name), takes: placeholder) { run, value in
            run[keyPath: place] = Text(try value.text)
        }
    }

    /// A flag that takes a path; a command line can repeat it.
    static func path(_ name: String, _ place: Place<[XMLPath]>) -> Flag {
        flag(name, sets: memberName(of: name), takes: "PATH") { run, value in
            run[keyPath: place].append(XMLPath(unchecked: try value.text))
        }
    }

    /// A flag without a value: it sets a constant.
    static func constant<Setting: Equatable & Sendable>(
        _ name: String,
        _ letter: Character? = nil,
        sets member: String? = nil,
        _ place: Place<Setting>,
        _ setting: Setting
    ) -> Flag {
        flag(name, letter, sets: member ?? memberName(of: name)) { run, _ in run[keyPath: place] = setting }
            .with { $0.current = { run in run[keyPath: place] == setting ? "" : nil } }
    }

    /// A flag that sets a limit: a number, or a number of bytes.
    static func limit(_ name: String, _ limit: XMLOptions.Limit) -> Flag {
        // Every start of the command makes this row, and a search inside the text would take much of that time.
        let isLength = limit.breach.hasSuffix("# bytes"), byDefault = limit.defaultValue
        return flag(name, sets: limit.member, takes: byDefault == nil ? "SIZE" : "N") { run, value in
            let number = try isLength ? value.length : value.number(0...Int.max)
            // Where there is no limit by default, one of 0 would refuse everything.
            guard number > 0 || byDefault != nil else { throw CommandError("--\(name) takes a size above 0") }
            run.options.limits[limit] = number
        }
        .with { ($0.default, $0.isInSwift) = (byDefault.map(shown), limit.isPublic) }
    }

    /// A number as a limit is written: 64K, 16M.
    private static func shown(_ number: Int) -> String {
        if number.isMultiple(of: 1 << 20) { return "\(number >> 20)M" }
        return number.isMultiple(of: 1 << 10) ? "\(number >> 10)K" : "\(number)"
    }

    /// The name of a member in Swift: `forceText` for `force-text`.
    private static func memberName(of flag: String) -> String {
        let words = flag.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// The flag with a change of its row.
    consuming func with(_ change: (inout Flag) -> Void) -> Flag {
        change(&self)
        return self
    }

    /// The flag, whose members no program can set.
    consuming func ofCommand() -> Flag {
        isInSwift = false
        return self
    }

    /// The flag with its effect as one sentence without a full stop, and its default: a value, or ": " and a description.
    consuming func help(_ text: String, default defaultText: String? = nil) -> Flag {
        summary = text
        `default` = defaultText ?? `default`
        return self
    }
}

// MARK: Rules

/// A rule between a flag and others, checked after the last flag of a command line.
///
///     --part-size needs --plan: it is the size of planned parts
///     --indent cannot be used with --records: each record is one line
///
/// `plan` holds if that flag is given; `text-only string` holds if that value is in force, by the flag or by a
/// convention.
struct FlagRule: Sendable {
    typealias Condition = @Sendable (String) -> Bool

    /// Whether the flag needs one of the others; otherwise it excludes them all.
    fileprivate let isNeed: Bool
    fileprivate let others: [String]
    /// The values of the flag for which the rule holds; `nil` for all.
    fileprivate let condition: Condition?
    /// A flag without which the rule does not hold; `nil` for none.
    fileprivate let second: String?
    /// The reason, or another remedy.
    fileprivate let reason: String?
}

extension Flag {
    /// Adds the rule that this flag needs one of others; with `second`, only if that flag is given, too.
    consuming func needs(
        _ others: [String],
        when condition: FlagRule.Condition? = nil,
        with second: String? = nil,
        because reason: String? = nil
    ) -> Flag {
        rules.append(FlagRule(isNeed: true, others: others, condition: condition, second: second, reason: reason))
        return self
    }

    /// Adds the rule that others cannot be used with this flag; with `second`, only if that flag is given, too.
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
    /// Checks the rules of all flags that were given.
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

    /// Whether a flag is given and no other has replaced its value; with a value, whether that is in force.
    private func holds(_ other: String) -> Bool {
        let words = other.split(separator: " ")
        guard let flag = Flag.all.first(where: { $0.name == words[0] }), let current = flag.current(self) else {
            return false
        }
        return words.count > 1 ? current == words[1] : given[flag.name] != nil
    }

    /// The convention that has set a value without its flag, for messages.
    private func origin(of other: String) -> String {
        guard let convention = given["convention"], given[String(other.prefix { $0 != " " })] == nil else { return "" }
        return " (of --convention \(convention))"
    }
}

// MARK: Values

/// The value of a flag on the command line, and its interpretations.
struct FlagValue {
    /// The flag's name, without its dashes.
    let flag: String
    /// The word; `nil` for a flag without a value.
    let argument: Argument?
    /// Whether the command line has the letter of the flag.
    var isOfLetter = false

    private var shown: String { argument?.shown ?? "" }

    /// The value as text.
    var text: String {
        get throws(CommandError) {
            guard let text = argument?.text else { throw CommandError("the value of --\(flag) is not UTF-8") }
            return text
        }
    }

    /// The value as one of several words, each with its meaning.
    func choice<Choice>(_ choices: KeyValuePairs<String, Choice>) throws(CommandError) -> Choice {
        try choice(Array(choices))
    }

    /// The value as a case of a type, by its raw value; an error lists the raw values of `allCases`.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(of _: Choice.Type) throws(CommandError) -> Choice {
        if let choice = Choice(rawValue: try text) { return choice }
        return try choice(Choice.allCases.map { (key: $0.rawValue, value: $0) })
    }

    private func choice<Choice>(_ choices: [(key: String, value: Choice)]) throws(CommandError) -> Choice {
        if let text = argument?.text, let choice = choices.first(where: { $0.key == text }) { return choice.value }
        throw CommandError("--\(flag) takes one of \(choices.map(\.key).joined(separator: ", ")), not '\(shown)'")
    }

    /// The value as a whole number.
    func number(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
        if let text = argument?.text, let number = Self.number(text), range.contains(number) { return number }
        let first = range.lowerBound
        let bounds = range.upperBound == .max ? ", \(first) or more" : " from \(first) to \(range.upperBound)"
        throw CommandError("--\(flag) takes a whole number\(bounds), not '\(shown)'")
    }

    /// The value as a number of bytes, such as 4096, 64K, 20M or 1G.
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

    /// The value as a number of bytes within bounds.
    func length(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
        let length = try length
        if range.contains(length) { return length }
        throw CommandError("--\(flag) takes \(range.lowerBound) to \(range.upperBound) bytes, not '\(shown)'")
    }

    /// Parses digits without a sign, which `Int` would accept.
    private static func number(_ digits: some StringProtocol) -> Int? {
        digits.allSatisfy(\.isWholeNumber) ? Int(digits) : nil
    }

    /// The value as the name of an encoding.
    var encoding: String {
        get throws(CommandError) {
            let name = try text
            guard let refusal = Plan.refusal(ofEncoding: name) else { return name }
            throw CommandError("--\(flag): '\(shown)' \(refusal)")
        }
    }

    /// The value as two texts, separated by the last `=`.
    func pair(_ form: String) throws(CommandError) -> (String, String) {
        let text = try text
        guard let place = text.lastIndex(of: "="), place > text.startIndex else {
            throw CommandError("--\(flag) takes \(form), not '\(shown)'")
        }
        return (String(text[..<place]), String(text[text.index(after: place)...]))
    }
}

/// What flags have set, for checks before there is a plan.
extension Invocation {
    var limits: [XMLOptions.Limit: Int] { options.limits }

    /// The path of the last `--select`.
    var lastSelected: XMLPath? { options.select.last }
}

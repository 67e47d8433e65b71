import XML2Dict

/// A rule between a flag and others, checked after the last flag of a command line.
///
///     --part-size needs --plan: it is the size of planned parts
///     --indent cannot be used with --records: each record is one line
///
/// `plan` holds if that flag is given; `text-only string` holds if that value is in force, by the flag or by a
/// convention.
struct FlagRule: Sendable {
    typealias Condition = @Sendable (String) -> Bool

    enum Kind {
        /// One of the others must hold.
        case needs
        /// None of the others may hold.
        case excludes
    }

    fileprivate let kind: Kind
    fileprivate let others: [String]
    /// A flag without which the rule does not hold; `nil` for none.
    fileprivate let second: String?
    /// The values of the flag for which the rule holds; `nil` for all.
    fileprivate let condition: Condition?
    /// The reason, or another remedy.
    fileprivate let reason: String?
}

extension Flag {
    /// The flag with the rule that it needs one of others, always or only with a second one.
    func needs(
        _ others: [String],
        when condition: FlagRule.Condition? = nil,
        with second: String? = nil,
        because reason: String? = nil
    ) -> Flag {
        with(FlagRule(kind: .needs, others: others, second: second, condition: condition, reason: reason))
    }

    /// The flag with the rule that others cannot be used with it, or only with it and a second one.
    func excludes(
        _ others: [String],
        when condition: FlagRule.Condition? = nil,
        with second: String? = nil,
        because reason: String? = nil
    ) -> Flag {
        with(FlagRule(kind: .excludes, others: others, second: second, condition: condition, reason: reason))
    }

    private func with(_ rule: FlagRule) -> Flag {
        var flag = self
        flag.rules.append(rule)
        return flag
    }
}

extension Invocation {
    /// Checks the rules of all flags that were given.
    func checkRules() throws(CommandError) {
        for flag in Flag.all {
            guard let value = given[flag.name] else { continue }
            for rule in flag.rules where rule.condition?(value) != false && rule.second.map(holds) != false {
                let first = rule.condition == nil ? "--\(flag.name)" : flag.shown(with: value)
                let shown = first + (rule.second.map { rule.kind == .needs ? " with --\($0)" : " and --\($0)" } ?? "")
                let reason = rule.reason.map { ": \($0)" } ?? ""
                let other = rule.others.first(where: holds)
                switch (rule.kind, other) {
                case (.needs, nil):
                    throw CommandError("\(shown) needs \(rule.others.map { "--\($0)" }.alternatives)\(reason)")
                case (.excludes, let other?):
                    throw CommandError("--\(other)\(origin(of: other)) cannot be used with \(shown)\(reason)")
                default: continue
                }
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

import XML2Dict
import XML2DictWriting

extension ErrorMessage {
    /// The message with flags in place of option members.
    var withFlags: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let member): Flag.setting(member).map { $0.mention(member) } ?? member
            case .setting(let member, let values): Self.setting(member, values)
            }
        }
        .joined()
    }

    private static func setting(_ member: String, _ values: [String]) -> String {
        guard let flag = Flag.setting(member) else { return member }
        if values.isEmpty || flag.value.kind == nil { return flag.usage }
        let words = values.map { value in flag.word(value) ?? String(value.filter { $0 != "\"" }) }
        return "--\(flag.name) \(words.alternatives)"
    }
}

extension Flag {
    /// The first flag that sets a member.
    static func setting(_ member: String) -> Flag? {
        all.first { $0.members.contains(member) || $0.members.contains("XMLWriter.\(member)") }
    }

    /// The flag in a message about a member; with a value, if the value decides which member it sets.
    fileprivate func mention(_ member: String) -> String {
        members.first == member || members.count < 2 ? "--\(name)" : "--\(name) NAME"
    }
}

import XML2Dict
import XML2DictWriting

/// Parses a command line by the flag table.
///
/// Flags and files come in any order, `--` ends the flags, and an unambiguous beginning of a long name is enough.
/// Several letters can share a word (`-cq`). A flag's value follows the letter or an equals sign, or is the next word.
/// The parser applies presets such as `--convention` first, so that the flags of single options override the presets.
enum CommandLineParser {
    static func parse(_ words: [Argument]) throws(CommandError) -> Invocation {
        var invocation = Invocation()
        let (given, others) = try flags(words)
        var found: [FoundFlag] = []
        for word in others {
            guard word.namesArguments else {
                invocation.inputs.append(word)
                continue
            }
            let (flags, inputs) = try flags(inFileOf: word)
            invocation.argumentFiles.append(Argument(bytes: word.bytes + 1))
            found += flags
            invocation.inputs += inputs
        }
        // Flags in files come first, so that the command line overrides them.
        found += given
        let presets = Flag.all.filter(\.isPreset).flatMap { preset in found.filter { $0.flag.name == preset.name } }
        for (flag, value) in presets + found.filter({ !$0.flag.isPreset }) {
            do {
                try flag.apply(&invocation, value)
                invocation.given[flag.name] = value.argument?.text ?? ""
            } catch {
                throw error as? CommandError ?? CommandError("\(error)")
            }
        }
        return invocation
    }

    private typealias FoundFlag = (flag: Flag, value: FlagValue)

    private static func flags(_ words: [Argument]) throws(CommandError) -> (found: [FoundFlag], others: [Argument]) {
        let hyphen = CChar(UInt8(ascii: "-"))
        var found: [FoundFlag] = [], others: [Argument] = [], rest = words[...]
        while let word = rest.popFirst() {
            if word.bytes[0] != hyphen || word.bytes[1] == 0 {
                others.append(word)
            } else if word.bytes[1] != hyphen {
                try findLetters(in: word, &rest, &found)
            } else if word.bytes[2] == 0 {
                return (found, others + rest)
            } else {
                found.append(try flag(named: word, &rest))
            }
        }
        return (found, others)
    }

    /// Made once, because files of arguments may have many words.
    private static let longNames = Flag.all.flatMap { flag in flag.allNames.map { (name: $0, flag: flag) } }

    private static func flag(named word: Argument, _ rest: inout ArraySlice<Argument>) throws(CommandError) -> FoundFlag
    {
        let name = word.bytes + 2
        let end = name + strcspn(name, "=")
        let text = String(decoding: UnsafeRawBufferPointer(start: name, count: end - name), as: UTF8.self)
        let candidates = longNames.filter { $0.name.hasPrefix(text) }
        let found = candidates.first { $0.name == text } ?? candidates.first
        guard let (known, flag) = found, known == text || candidates.allSatisfy({ $0.flag.name == flag.name }) else {
            throw unknown(word.shown)
        }
        let value = end[0] == 0 ? nil : Argument(bytes: end + 1)
        if value != nil, flag.placeholder == nil { throw CommandError("--\(flag.name) takes no value") }
        return (flag, try self.value(of: flag, as: "--\(flag.name)", value, &rest))
    }

    private static func findLetters(
        in word: Argument,
        _ rest: inout ArraySlice<Argument>,
        _ found: inout [FoundFlag]
    ) throws(CommandError) {
        var letters = word.bytes + 1
        while letters[0] != 0 {
            let letter = letters[0]
            guard let flag = Flag.all.first(where: { $0.letter?.asciiValue == UInt8(bitPattern: letter) }) else {
                throw unknown("-" + Terminal.escape(bytesOf: [letter, 0]))
            }
            letters += 1
            var value: Argument?
            if flag.placeholder != nil, letters[0] != 0 {
                // `-C=never` means the same as `-Cnever` and `--color=never`.
                if flag.isOptional, letters[0] == CChar(UInt8(ascii: "=")) { letters += 1 }
                value = Argument(bytes: letters)
                letters += byteCount(of: letters)
            }
            found.append((flag, try self.value(of: flag, as: "-\(flag.letter ?? "-")", value, &rest)))
        }
    }

    /// The value in the flag's own word, or the next word if the flag needs a value.
    private static func value(
        of flag: Flag,
        as name: String,
        _ value: Argument?,
        _ rest: inout ArraySlice<Argument>
    ) throws(CommandError) -> FlagValue {
        guard flag.placeholder != nil, !flag.isOptional else {
            return FlagValue(flag: flag.name, argument: value, isOfLetter: !name.hasPrefix("--"))
        }
        guard let argument = value ?? rest.popFirst() else { throw CommandError("\(name) needs a value") }
        return FlagValue(flag: flag.name, argument: argument)
    }

    /// Keeps the words of files of arguments reachable, because LeakSanitizer would otherwise report a leak.
    nonisolated(unsafe) private static var wordsOfFiles: [Argument] = []

    /// Parses each line of `FILE` in the word `@FILE` as an argument, and returns the flags and the other words.
    private static func flags(inFileOf word: Argument) throws(CommandError) -> ([FoundFlag], [Argument]) {
        let file = Argument(bytes: word.bytes + 1)
        let words = try file.linesOfFile(for: word.shown).map { Argument(bytes: strdup($0)) }
        wordsOfFiles += words
        do throws(CommandError) {
            let (found, others) = try flags(words)
            if let nested = others.first(where: \.namesArguments) {
                throw CommandError("\(nested.shown) is inside a file of arguments, and such a file cannot name another")
            }
            return (found, others)
        } catch {
            throw CommandError("\(word.shown): \(error.message)", error.status)
        }
    }
}

extension ErrorMessage {
    var withFlags: String {
        parts.map { part in
            switch part {
            case .text, .semicolon: "\(part)"
            case .command(let message): message.withFlags
            case .option(let member): Flag.setting(member).map { $0.mention(member) } ?? member
            case .setting(let member, let values): Self.setting(member, values)
            }
        }
        .joined()
    }

    private static func setting(_ member: String, _ values: [String]) -> String {
        guard let flag = Flag.setting(member, to: values.first) else { return member }
        if values.isEmpty || flag.placeholder == nil { return flag.usage }
        let words = values.map { value in
            // A shell would take # for the start of a comment, and $ for the start of a variable.
            let isForShell = value.hasPrefix("\"#") || value.hasPrefix("\"$")
            return flag.word(value) ?? String(value.map { $0 == "\"" && isForShell ? "'" : $0 }.filter { $0 != "\"" })
        }
        return "--\(flag.name) \(words.alternatives)"
    }
}

extension Flag {
    /// The first flag that sets a member and has a word for the value, or else the first flag that sets the member.
    static func setting(_ member: String, to value: String? = nil) -> Flag? {
        let flags = all.filter { $0.members.contains(member) || $0.members.contains("XMLWriter.\(member)") }
        return value.flatMap { value in flags.first { $0.word(value) != nil } } ?? flags.first
    }

    /// The flag in the text of a message: `--root` for the first member, `keepsRoot`, and `--root NAME` for `rootName`.
    fileprivate func mention(_ member: String) -> String {
        members.first == member || members.count < 2 ? "--\(name)" : "--\(name) NAME"
    }
}

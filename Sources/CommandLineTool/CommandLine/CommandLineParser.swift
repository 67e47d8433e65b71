@preconcurrency import CGetopt
import XML2Dict

// For `optreset`, a variable without protection from other threads.
#if canImport(Darwin)
    @preconcurrency import Darwin
#endif

/// Parses a command line by the flag table, with getopt_long(3).
///
/// Flags and files come in any order, `--` ends the flags, and an unambiguous beginning of a long name is enough.
/// The parser applies presets first, wherever they are, so that the flags of single options override them.
enum CommandLineParser {
    /// The first of the numbers by which getopt_long(3) reports long names; all letters have lower numbers.
    private static let firstLong: Int32 = 1000

    static func parse(
        _ count: Int32,
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) throws(UsageError) -> Invocation {
        var invocation = Invocation()
        var rows = longOptions()
        defer { rows.forEach { free(UnsafeMutablePointer(mutating: $0.name)) } }
        rows.append(option())
        let (given, others) = try flags(count, words, rows)
        var found: [FoundFlag] = []
        for word in others {
            guard word.namesArguments else {
                invocation.inputs.append(word)
                continue
            }
            let (flags, inputs) = try flags(inFileOf: word, rows)
            found += flags
            invocation.inputs += inputs
        }
        // Those of files come first, so that the command line overrides them.
        found += given
        let presets = Flag.all.filter(\.isPreset).flatMap { preset in found.filter { $0.flag.name == preset.name } }
        for (flag, value) in presets + found.filter({ !$0.flag.isPreset }) {
            do {
                try flag.apply(&invocation, value)
                invocation.given[flag.name] = value.argument?.text ?? ""
            } catch {
                throw error as? UsageError ?? UsageError("\(error)")
            }
        }
        return invocation
    }

    /// A flag that was given, and its value.
    private typealias FoundFlag = (flag: Flag, value: FlagValue)

    /// The flags among words, of which the first is the command, and the other words.
    private static func flags(
        _ count: Int32,
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        _ rows: [option]
    ) throws(UsageError) -> (found: [FoundFlag], others: [Argument]) {
        var found: [FoundFlag] = []
        opterr = 0
        while true {
            let number = getopt_long(count, words, letters, rows, nil)
            guard number != -1 else { break }
            let flag = try flag(number, in: words[Int(optind) - 1])
            found.append((flag, FlagValue(flag: flag.name, argument: value(of: flag))))
        }
        let others = Int(optind)..<max(Int(optind), Int(count))
        return (found, others.compactMap { words[$0].map { Argument(bytes: $0) } })
    }

    /// The words of files of arguments, which live as long as the process, as those of its command line do.
    nonisolated(unsafe) private static var wordsOfFiles: [UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>] = []

    /// The flags and the other words in the file that `@FILE` names: one argument a line.
    private static func flags(inFileOf word: Argument, _ rows: [option]) throws(UsageError) -> ([FoundFlag], [Argument])
    {
        let file = Argument(bytes: word.bytes + 1)
        let lines = try file.linesOfFile(for: word.shown)
        let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: lines.count + 2)
        words.initialize(repeating: nil, count: lines.count + 2)
        wordsOfFiles.append(words)
        words[0] = strdup("xml2dict")
        for (index, line) in lines.enumerated() { words[index + 1] = strdup(line) }
        #if canImport(Darwin)
            optreset = 1
            optind = 1
        #else
            optind = 0
        #endif
        do throws(UsageError) {
            let (found, others) = try flags(Int32(lines.count + 1), words, rows)
            if let nested = others.first(where: \.namesArguments) {
                throw UsageError("\(nested.shown) is inside a file of arguments, and such a file cannot name another")
            }
            return (found, others)
        } catch {
            throw UsageError("\(word.shown): \(error.message)", error.status)
        }
    }

    /// The value that getopt_long(3) found.
    ///
    /// After a letter, `-C=never` means the same as `-Cnever` and `--color=never`.
    private static func value(of flag: Flag) -> Argument? {
        guard let value = optarg else { return nil }
        if case .optional = flag.value, value.pointee == CChar(UInt8(ascii: "=")) {
            return Argument(bytes: value + 1)
        }
        return Argument(bytes: value)
    }

    /// The flag that getopt_long(3) found.
    ///
    /// - Throws: `UsageError` when the word is no flag, is ambiguous, or lacks a value.
    private static func flag(
        _ found: Int32,
        in word: UnsafeMutablePointer<CChar>?
    ) throws(UsageError) -> Flag {
        if found == Int32(UInt8(ascii: ":")) {
            throw UsageError("\(name(of: optopt) ?? "a flag") needs a value")
        }
        guard found != Int32(UInt8(ascii: "?")), let flag = flag(numbered: found) else {
            throw unknown(word)
        }
        return flag
    }

    private static func unknown(_ word: UnsafeMutablePointer<CChar>?) -> UsageError {
        if optopt >= firstLong, let name = name(of: optopt) { return UsageError("\(name) takes no value") }
        if optopt != 0 {
            let letter = [CChar(truncatingIfNeeded: optopt), 0]
            return UsageError("unknown flag '-\(Terminal.escape(bytesOf: letter))'")
        }
        let word = word.map { Argument(bytes: $0).shown } ?? ""
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let hyphened = String(name.map { $0 == "_" ? "-" : $0 })
        if let hint = hints[hyphened] { return UsageError("unknown flag '\(word)'; \(hint)") }
        let candidates = Flag.all.compactMap { flag in flag.allNames.first { $0.hasPrefix(name) } }
        if candidates.count > 1, !name.isEmpty {
            return UsageError("'\(word)' could be " + candidates.map { "--" + $0 }.joined(separator: " or "))
        }
        // A line of a file of arguments is one word; a shell would make two of it.
        let known = name.prefix { $0 != " " }
        if known.count < name.count, Flag.all.contains(where: { $0.allNames.contains(String(known)) }) {
            return UsageError("unknown flag '\(word)'; write the value behind an equals sign, as in --\(known)=VALUE")
        }
        // Most names need no comparison: the distance is at least the difference of the lengths.
        let similar = Flag.all.map(\.name).filter { abs($0.count - name.count) <= 2 }
        let near = similar.min { editDistance($0, name) < editDistance($1, name) }
        let hint = near.flatMap { editDistance($0, name) <= 2 ? "; did you mean --\($0)?" : nil } ?? ""
        return UsageError("unknown flag '\(word)'\(hint)")
    }

    /// Hints for flags that the command does not have; the names have hyphens in place of underscores.
    private static let hints = [
        "nested": "a record contains those inside it; use jq '.. | objects' to find them",
        "protect-cdata": "use --cdata-key KEY, under which CDATA sections are never trimmed",
        "xmlns-default-key": "the key of the default namespace is empty, or $ with --convention badgerfish",
        "force-list-all": "use --force-list '*'",
        "force-list-file": "use @FILE, where each line is --force-list=PATH",
        "no-trim": "use --trim none",
        "on-collision": "values with one key become an array; use --attributes prefix to keep attributes apart",
        "format": csv, "null": csv, "csv-safe": csv,
        "explode": "use --records and jq, as in jq -r '.tag[] as $tag | [.id, $tag] | @csv'",
        "join": "use --records and jq, as in jq -r '[.id, (.tag | join(\";\"))] | @csv'",
        "widened": "use --on-mismatch warn, and change the schema by hand",
        // With a hyphen, this name is one of our flags.
        "cdata-key": "what xmltodict calls cdata_key is --text-key; --cdata-key is for CDATA sections alone",
        "force-cdata": "what xmltodict calls force_cdata is --text-only dictionary, or --force-text PATH",
        "process-namespaces": "what xmltodict calls process_namespaces is --namespaces expand --xmlns collect",
        "strip-whitespace": "use --trim none to keep white space",
        "process-comments": "comments come with --comment-key '#comment'",
        "xml-attribs": "attributes are left out with --attributes discard",
        "cdata-separator": "--text-separator joins pieces of text",
        "namespace-separator": "--prefix-separator sets the text between prefix and name",
        "disable-entities": "entities are refused with --entities forbid",
        "ignoreAttributes": "attributes are left out with --attributes discard",
        "attributeNamePrefix": "what fast-xml-parser calls attributeNamePrefix is --attr-prefix",
        "textNodeName": "what fast-xml-parser calls textNodeName is --text-key",
        "cdataPropName": "what fast-xml-parser calls cdataPropName is --cdata-key",
        "commentPropName": "what fast-xml-parser calls commentPropName is --comment-key",
        "parseTagValue": "numbers and booleans are recognised with --types",
        "isArray": "--force-list PATH makes an array of elements at PATH, even of one",
        "removeNSPrefix": "prefixes are left out with --namespaces strip",
        "item-depth": "elements one by one come with --records PATH",
        "xml-item-depth": "elements one by one come with --records PATH",
        "xml-output": "XML is written with -x, or --to-xml",
        "xml-root": "an element is put around the value with --to-xml --root NAME",
        "full-document": "the XML declaration is left out with --xml-declaration drop",
        "short-empty-elements": "empty elements are short, <a/>, unless --empty-tags long is given",
        "expand-iter": "an array in an array becomes elements with --item NAME",
    ]

    private static let csv = "use --records and jq, as in jq -r '[.id, .name] | @csv'"

    private static func flag(numbered number: Int32) -> Flag? {
        if number >= firstLong {
            let index = Int(number - firstLong)
            return index < Flag.all.count ? Flag.all[index] : nil
        }
        return Flag.all.first { flag in flag.letter?.asciiValue.map(Int32.init) == number }
    }

    private static func name(of number: Int32) -> String? {
        guard let flag = flag(numbered: number) else { return nil }
        if number < firstLong, let letter = flag.letter { return "-\(letter)" }
        return "--\(flag.name)"
    }

    // MARK: The table in the form of getopt_long(3)

    /// All letters.
    ///
    /// The colon in front makes getopt_long(3) distinguish a missing value from an unknown flag.
    private static var letters: String {
        Flag.all.reduce(into: ":") { letters, flag in
            guard let letter = flag.letter else { return }
            letters.append(letter)
            switch flag.value {
            case .none: break
            case .required: letters.append(":")
            case .optional: letters.append("::")
            }
        }
    }

    private static func longOptions() -> [option] {
        Flag.all.enumerated().flatMap { index, flag in
            let hasValue =
                switch flag.value {
                case .none: no_argument
                case .required: required_argument
                case .optional: optional_argument
                }
            return flag.allNames.map { name in
                option(name: strdup(name), has_arg: hasValue, flag: nil, val: firstLong + Int32(index))
            }
        }
    }
}

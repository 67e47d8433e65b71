// The man page and the completions are generated from the flags, and groff and the shells accept them.

import Foundation
import TestSupport
import Testing
import XML2Dict

@Suite("Man page and completions")
struct GeneratedFileTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func place(of file: String) -> Bytes { Bytes(root.appendingPathComponent(file).path) }

    @Test("The generated files are current; Scripts/generate writes them")
    func generated() throws {
        for (kind, file) in [
            ("man", "Documentation/xml2dict.1"), ("bash", "Completions/xml2dict.bash"),
            ("zsh", "Completions/_xml2dict"), ("fish", "Completions/xml2dict.fish"),
        ] {
            let made = try CalledCommand.run("--generate", Bytes(kind))
            let isSame = made == .success(Bytes(try Data(contentsOf: Self.root.appendingPathComponent(file))))
            #expect(isSame, "\(file) is stale")
        }
    }

    private static let article = "Sources/XML2Dict/XML2Dict.docc/Flags.md"

    @Test("The article about flags has the generated tables")
    func article() throws {
        let made = try CalledCommand.run("--generate=markdown")
        #expect((made.ending, made.errors) == (.exited(0), ""))
        let text = try String(contentsOf: Self.root.appendingPathComponent(Self.article), encoding: .utf8)
        let between = try #require(text.firstMatch(of: #/(?s)<!-- The flag table[^\n]*-->\n\n(.*)<!-- The end/#))
        let isSame = made.output.text == String(between.1)
        #expect(isSame, "\(Self.article) is stale")
    }

    @Test("Every option and limit but keepsLines has a flag")
    func everyOption() throws {
        let article = try String(contentsOf: Self.root.appendingPathComponent(Self.article), encoding: .utf8)
        let place = Self.root.appendingPathComponent("Sources/XML2Dict/Options/XMLOptions.swift")
        let options = try String(contentsOf: place, encoding: .utf8)
        let members = options.matches(of: #/public var (\w+)/#).map { String($0.1) }
        #expect(members.count > 25)
        let names = members + XMLOptions.Limit.all.filter(\.isPublic).map(\.member)
        let missing = names.filter { $0 != "limits" && !article.contains("| `\($0)`") }
        #expect(missing == ["keepsLines"])
    }

    @Test(
        "groff has no warning for the man page",
        .enabled(if: InstalledProgram.groff != nil, "groff is not installed")
    )
    func manualPage() throws {
        let groff = try #require(InstalledProgram.groff)
        let check = ChildProcess(
            executable: groff,
            arguments: ["-man", "-ww", "-Tutf8", "-P-cbou", Self.place(of: "Documentation/xml2dict.1")]
        )
        let result = try check.run()
        #expect((result.ending, result.errors) == (.exited(0), ""))
        let text = try #require(result.output.text)
        // Every flag has an entry.
        let help = try #require(try CalledCommand.run("--help").output.text)
        let flags = help.matches(of: #/\n  (?:-.,|   ) (--[a-z-]+)/#).map(\.1)
        #expect(flags.count > 50)
        let entries = text.matches(of: #/\n       (?:-., )?(--[a-z-]+)/#).map(\.1)
        #expect(entries == flags)
    }

    // MARK: Completions

    /// Typed keys, and the resulting words.
    private static let ofBothShells = [
        ("xml2dict --trim=c\t", "xml2dict --trim=collapse"),
        ("xml2dict --color=n\t", "xml2dict --color=never"),
        ("xml2dict --entities h\tmenu\t", "xml2dict --entities html menu card.xml"),
        ("xml2dict -c -o me\t", "xml2dict -c -o menu card.xml"),
        ("xml2dict --shape=no\t", "xml2dict --shape=notes.xml"),
        ("xml2dict --records me\t", "xml2dict --records me"),
        ("xml2dict -- --w\t", "xml2dict -- --weird.xml"),
    ]
    private static let ofBash = [
        ("xml2dict --conv\tb\t", "xml2dict --convention badgerfish"),
        ("xml2dict --color n\t", "xml2dict --color notes.xml"),
        ("xml2dict --records p:me\t", "xml2dict --records p:me"),
        ("xml2dict --namespace=urn:a=no\t", "xml2dict --namespace=urn:a=no"),
        ("xml2dict --type=a/b=no\t", "xml2dict --type=a/b=no"),
        ("xml2dict --xml-force-list no\t", "xml2dict --xml-force-list no"),
        ("xml2dict --text_only s\t", "xml2dict --text_only string"),
        ("xml2dict --trim=ends no\t", "xml2dict --trim=ends notes.xml"),
        ("xml2dict --max-ent\t", "xml2dict --max-entit"),
        ("xml2dict --max-dep\t3 fold\tno\t", "xml2dict --max-depth 3 folder/nothing.xml"),
    ]
    private static let ofZsh = [
        ("xml2dict --conv\tb\t", "xml2dict --convention=badgerfish"),
        ("xml2dict --max-dep\t3 fold\tno\t", "xml2dict --max-depth=3 folder/nothing.xml"),
    ]

    @Test(
        "bash completes flags, their values and files",
        .enabled(if: InstalledProgram.bash != nil && InstalledProgram.script != nil, "bash or script is not installed")
    )
    func bash() throws {
        let completed = try Self.complete(
            Self.ofBothShells + Self.ofBash,
            in: "bash --norc --noprofile -i",
            after: "bind 'set bell-style none'; source '\(Self.place(of: "Completions/xml2dict.bash").text ?? "")'"
        )
        #expect(completed == (Self.ofBothShells + Self.ofBash).map(\.1))
    }

    @Test(
        "zsh completes flags, their values and files",
        .enabled(if: InstalledProgram.zsh != nil && InstalledProgram.script != nil, "zsh or script is not installed")
    )
    func zsh() throws {
        let completions = Self.root.appendingPathComponent("Completions").path
        let completed = try Self.complete(
            Self.ofBothShells + Self.ofZsh,
            in: "zsh -f -i",
            after: "PROMPT_EOL_MARK=; unsetopt beep; bindkey -e; fpath=('\(completions)' $fpath); "
                + "autoload -Uz compinit; compinit -u -D"
        )
        #expect(completed == (Self.ofBothShells + Self.ofZsh).map(\.1))
    }

    /// The words that typed keys complete to, as `echo` prints them.
    private static func complete(
        _ table: [(keys: String, _: String)],
        in shell: String,
        after setup: String
    ) throws -> [String] {
        let folder = try TemporaryFolder(["menu card.xml": "", "notes.xml": "", "--weird.xml": ""])
        try folder.makeFolder("folder")
        try folder.write("", to: "folder/nothing.xml")
        var terminal = ChildProcess(
            executable: try #require(InstalledProgram.script),
            arguments: ["-qec", Bytes("exec \(shell)"), "/dev/null"]
        )
        terminal.folder = folder
        terminal.environment = ["TERM": "dumb", "PS1": "", "INPUTRC": "/dev/null", "HISTFILE": nil]
        // Each line is completed, then written by echo after a mark of its own.
        let typed = table.map { "\($0.keys)\u{1}echo @@ \r" }.joined()
        let shown = try terminal.run(input: .bytes(Bytes("\(setup)\r\(typed)exit\r"))).output.text ?? ""
        let lines = shown.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("@@ ") }
        return lines.isEmpty ? [shown.debugDescription] : lines.map { String($0.dropFirst(3)) }
    }

    @Test(
        "fish completes flags and their values",
        .enabled(if: InstalledProgram.fish != nil, "fish is not installed")
    )
    func fish() throws {
        let fish = try #require(InstalledProgram.fish)
        let script: Bytes = """
            source $argv[1]
            complete -C 'xml2dict --trim '
            complete -C 'xml2dict --max-dep'
            """
        let folder = try TemporaryFolder()
        var child = ChildProcess(
            executable: fish,
            arguments: ["--no-config", "-c", script, Self.place(of: "Completions/xml2dict.fish")]
        )
        child.folder = folder
        let result = try child.run()
        #expect(result.ending == .exited(0))
        let lines = try #require(result.output.text).split(separator: "\n").map { $0.split(separator: "\t")[0] }
        #expect(lines == ["collapse", "ends", "layout", "none", "--max-depth"])
    }
}

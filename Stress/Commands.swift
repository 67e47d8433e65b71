// The command as a process: what it opens, what it writes, and what it leaves when something fails.

import TestSupport
import XML2Dict

extension Trial {
    static let commands = [
        Trial(
            "ALL-OR-NOTHING: A document cut anywhere leaves the old file and no output",
            sample.count,
            quick: 0
        ) {
            try partialOutput($0)
        },
        Trial("WRITE-CHECKED: Output that ends after any number of bytes is an error", 400, quick: 0) {
            try uncheckedWrite($0)
        },
        Trial("NO-FETCH: The command opens no file that a document names", names.count * 18, quick: 0) {
            try openedFile($0)
        },
        Trial("STREAM-BOUND: A thousand and a million records fit in the same limit", 8, quick: 0) { try growth($0) },
    ]

    /// Runs the command in a shell, where it is `$0`.
    private static func shell(
        _ script: Bytes,
        _ words: [Bytes] = [],
        input: Bytes = "",
        in folder: TemporaryFolder? = nil
    ) throws -> CommandResult {
        var process = ChildProcess(executable: "/bin/sh", arguments: ["-c", script, try BuiltCommand.path] + words)
        process.folder = folder
        return try process.run(input: .bytes(input))
    }

    // MARK: Output

    private static let sample = Array(
        """
        <?xml version="1.0"?><!-- a --><!DOCTYPE r [<!ENTITY e "é<b/>"><!ATTLIST i k CDATA "v">]>
        <r xmlns:p="urn:p"><i n='1'>&e; t</i><i><![CDATA[<x>]]><p:j/>&amp;&#65;</i><?p i?><i n="2">日😀</i></r>
        """.utf8
    )

    private static func partialOutput(_ count: Int) throws -> String? {
        let folder = try TemporaryFolder(["out": "old"])
        let input = Bytes(sample.prefix(count))
        let printed = try shell("exec \"$0\" -c", input: input)
        let written = try shell("exec \"$0\" -o out", input: input, in: folder)
        let kept = try folder.content(of: "out")
        guard printed.ending == .exited(65), printed.output.isEmpty, written.ending == .exited(65), kept == "old",
            folder.names == ["out"]
        else { return "\(count) bytes: \(printed)\nwith --output: \(written), and the file has \(kept)" }
        return nil
    }

    /// The command writes 300 KB into a pipe that is closed after some bytes, or into a file whose size has a limit.
    private static func uncheckedWrite(_ number: Int) throws -> String? {
        let input = Bytes("<r>" + String(repeating: "<i>0123456789</i>", count: 15_000) + "</r>")
        let bytes = (number / 4) * 1_999
        let flags = ["-c", "--records=i", "-c --convention=jsonml", "-c --sort-keys"][number % 4]
        let pipe = try shell("{ \"$0\" \(flags); echo $? >&2; } | head -c \(bytes) >/dev/null", input: input)
        guard let status = pipe.errors.text?.split(separator: "\n").last.flatMap({ Int($0) }), status != 0 else {
            return "a pipe that is closed after \(bytes) bytes, with \(flags): \(pipe)"
        }
        let folder = try TemporaryFolder()
        let limited: Bytes = "ulimit -f \(bytes / 1_024); \"$0\" \(flags) >out; echo $?"
        let file = try shell(limited, input: input, in: folder)
        return file.output == "74\n" ? nil : "a file of at most \(bytes / 1_024) blocks, with \(flags): \(file)"
    }

    // MARK: Files that a document names

    /// The ways to name the file `f`, a FIFO: a command that opens it never ends.
    private static let names = [
        "<!DOCTYPE r SYSTEM 'f'><r/>", "<!DOCTYPE r PUBLIC 'p' 'f'><r/>",
        "<!DOCTYPE r [<!ENTITY e SYSTEM 'f'>]><r>&e;</r>",
        "<!DOCTYPE r [<!ENTITY e SYSTEM 'f'>]><r a='&e;'/>", "<!DOCTYPE r [<!ENTITY % p SYSTEM 'f'>%p;]><r>&e;</r>",
        "<!DOCTYPE r [<!NOTATION n SYSTEM 'f'><!ENTITY e SYSTEM 'f' NDATA n>]><r a='e'/>",
        "<?xml-stylesheet href='f'?><r xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='f'/></r>",
        "<r xmlns:x='http://www.w3.org/2001/XMLSchema-instance' x:schemaLocation='u f' x:noNamespaceSchemaLocation='f'/>",
    ]

    private static func openedFile(_ number: Int) throws -> String? {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("f")
        let convention = XMLOptions.Convention.allCases[number / names.count % XMLOptions.Convention.allCases.count]
            .rawValue
        let entities = ["expand", "forbid", "html"][number / (names.count * XMLOptions.Convention.allCases.count) % 3]
        let flags: [Bytes] = ["--convention=\(convention)", "--entities=\(entities)"]
        let result = try shell(
            "exec timeout 20 \"$0\" \"$@\"",
            flags,
            input: Bytes(names[number % names.count]),
            in: folder
        )
        return [.exited(0), .exited(65)].contains(result.ending) ? nil : "\(names[number % names.count]): \(result)"
    }

    // MARK: Memory

    /// Converts 1,000 or 1,000,000 records with 300,000 KiB of addresses; the whole document would not fit.
    private static func growth(_ number: Int) throws -> String? {
        let flags = ["", "--on-error=skip", "--convention=jsonml", "--types"][number / 2 % 4]
        let count = number.isMultiple(of: 2) ? "1000" : "1000000"
        let script: Bytes = """
            { echo '<r>'; yes "<i n='1'><a>text</a><!-- comment --><b c=''/></i>" | head -n \(count); echo '</r>'; } |
                (ulimit -v 300000; exec "$0" --records=i -j 1 \(flags)) | wc -l | tr -d ' '
            """
        let result = try shell(script)
        return result == .success(Bytes(count) + "\n") ? nil : "\(count) records, with \(flags): \(result)"
    }
}

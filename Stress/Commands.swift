// Runs of the command, and the files that the command opens, writes, and leaves after an error.

import Foundation
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
        Trial("ALL-OR-NOTHING: Every truncated sample is an error with a position", starts.count, quick: 0) {
            try startFault(starts[$0].file, starts[$0].count)
        },
        Trial(
            "ALL-OR-NOTHING: A kill at any call leaves the old or the new file",
            2 * lethalCalls.count,
            quick: 0,
            obstacle: SystemCallTrace.isPossible ? nil : "strace is not installed, or may not trace"
        ) {
            try killed(at: lethalCalls[$0 / 2], [["-c"], ["-c", "--records=b"]][$0 % 2])
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

    /// Kills the command at the first call of a function, then at the second, and so on, until the command survives.
    private static func killed(at call: Bytes, _ flags: [Bytes]) throws -> String? {
        let document: Bytes = "<a>" + Bytes("<b>text</b>") * 30_000 + "</a>"
        let folder = try TemporaryFolder(["in.xml": document])
        let new = try BuiltCommand.run(arguments: flags + ["in.xml"], in: folder).output
        for kills in 0..<1_000 {
            try folder.write("old", to: "out")
            let fault = try Launcher.fault(call + ":signal=KILL:when=\(kills + 1)")
            let result = try BuiltCommand.run(arguments: flags + ["-o", "out", "in.xml"], in: folder, under: fault)
            let kept = try folder.content(of: "out")
            let others = folder.names.filter { !["in.xml", "out"].contains($0) }
            let what = "\(call) number \(kills + 1) with \(flags): \(result.ending), \(result.errors), \(others)"
            guard others.allSatisfy({ $0.values.starts(with: Bytes(".xml2dict-").values) }) else { return what }
            if result == .success("") { return kills > 0 && kept == new ? nil : what }
            guard result.ending == .killed(signal: SIGKILL), [new, "old"].contains(kept) else {
                return "\(what): the file has \(kept.count) bytes"
            }
        }
        return "\(call) does not end"
    }

    private static let lethalCalls: [Bytes] = ["fchmod", "write", "fsync", "linkat", "close", "/rename", "exit_group"]

    // MARK: Starts of documents

    /// The prefixes of the documents of the examples and tests, except one that is already truncated.
    private static let starts: [(file: URL, count: Int)] = ["Examples", "Tests/EndToEndTests/Fixtures"].flatMap {
        name in
        let folder = CorporaFolder.packageRoot.appendingPathComponent(name)
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        let files = (all ?? []).filter { $0.pathExtension == "xml" && $0.lastPathComponent != "cut.xml" }
        return files.sorted { $0.path < $1.path }.flatMap { file in
            (0...((try? Data(contentsOf: file).count) ?? 0)).map { (file, $0) }
        }
    }

    /// Checks that the command refuses the first bytes of a document unless they are a complete document.
    ///
    /// They are complete if only comments, processing instructions and white space follow. Then, and only then, the
    /// rest is a document when an element precedes it.
    private static func startFault(_ file: URL, _ count: Int) throws -> String? {
        let bytes = [UInt8](try Data(contentsOf: file)), start = bytes[..<count]
        // One of the documents is in little-endian UTF-16.
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE])
        let element: [UInt8] =
            isUTF16 ? "\u{FEFF}<x/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array("<x/>".utf8)
        let isComplete = whole(element + bytes[count...], .init()).error == nil
        let error = whole(start, .init()).error
        let result = try BuiltCommand.run("-c", input: .bytes(Bytes(start)))
        let form = #/xml2dict: <stdin>:\d+:\d+: error: [^\n]+\n(    [^\n]*\n)*/#
        let codes: [XMLError.Code] = [.unexpectedEnd, .malformed]
        let isRight =
            if let error {
                !isComplete && error.hasPlace && codes.contains(error.code) && result.ending == .exited(65)
                    && result.output == "" && result.errors.text?.wholeMatch(of: form) != nil
            } else {
                isComplete && (result.ending, result.errors) == (.exited(0), "") && result.output.values.last == 0x0A
            }
        return isRight ? nil : "the first \(count) bytes of \(file.path): \(error.map { "\($0)" } ?? "read"), \(result)"
    }

    /// Checks that the command fails to write 300 KB into a pipe that closes early, and into a file with a size limit.
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

    /// The ways to name the file `f`, which is a FIFO, so that a command that opens it never ends.
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

    /// Converts 1,000 or 1,000,000 records with 300,000 KiB of address space, in which the whole document does not fit.
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

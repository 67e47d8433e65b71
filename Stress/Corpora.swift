// The documents of the corpora: the W3C suite, real documents and hostile ones.
//
// They are not part of the project. Without the folder ../shared/corpora, or the one that XML2DICT_CORPORA names, their
// trials have no cases.

import Foundation
import TestSupport
import XML2Dict

extension Trial {
    static let corpora = [
        Trial("PARALLEL-SAME: The documents of the corpora are the same in parts", 4 * Corpus.documents.count, quick: 0)
        {
            number in
            let bytes = try Corpus.bytes(number / 4), size = [1, 7, 64, 4_096][number % 4]
            // A part for each tag of a long document takes very long.
            guard size > 7 || bytes.count < 20_000 else { return nil }
            return differentParts(bytes, corpusOptions(number), number, sizes: [size]).map {
                "\(Corpus.documents[number / 4].path): \($0)"
            }
        },
        Trial(
            "CHUNK-INVARIANT: The documents of the corpora are the same in pieces",
            4 * Corpus.documents.count,
            quick: 0
        ) {
            number in
            let bytes = try Corpus.bytes(number / 4), size = [1, 7, 64, 4_096][number % 4]
            let whole = whole(bytes, corpusOptions(number)), inPieces = pushed(bytes, corpusOptions(number)) { size }
            if whole == inPieces || isOutside(whole) && isOutside(inPieces) { return nil }
            return
                "\(Corpus.documents[number / 4].path) in pieces of \(size): \(inPieces.prefix(2_000))\nwhole: \(whole.prefix(2_000))"
        },
        Trial(
            "NO-CRASH: A hostile document ends within 10 s and 4 GiB",
            Corpus.attacks.count,
            quick: 0
        ) {
            try hostileFault(Corpus.attacks[$0])
        },
    ]

    private static func corpusOptions(_ number: Int) -> XMLOptions {
        var expanded = XMLOptions(), ordered = XMLOptions(.xmltodict)
        (expanded.namespaces, expanded.keepsLines) = (.expand, true)
        (ordered.orderKey, ordered.commentKey) = ("#order", "#comment")
        let all = XMLOptions.Convention.allCases.map { XMLOptions($0) } + [expanded, ordered]
        return all[(number / 4) % all.count]
    }

    private static func hostileFault(_ file: URL) throws -> String? {
        let script: Bytes = "ulimit -t 10; ulimit -v 4194304; exec \"$0\" -c \"$1\""
        let words: [Bytes] = ["-c", script, try BuiltCommand.path, Bytes(file.path)]
        let result = try ChildProcess(executable: "/bin/sh", arguments: words).run(output: .file("/dev/null"))
        return [.exited(0), .exited(65)].contains(result.ending) ? nil : "\(file.path): \(result)"
    }
}

/// The files of the corpora; archives are unpacked once.
enum Corpus {
    /// The W3C suite and the real documents.
    static let documents = files(in: unpacked) + files(in: CorporaFolder.url.appendingPathComponent("real"))

    /// The hostile documents.
    static let attacks =
        written.map { folder in
            files(in: URL(fileURLWithPath: folder.path.text ?? "", isDirectory: true)).filter {
                $0.lastPathComponent != "INDEX.jsonl"
            }
        } ?? []

    static func bytes(_ number: Int) throws -> [UInt8] { [UInt8](try Data(contentsOf: documents[number])) }

    private static let suite = try? made("xmlconf/xmlts20130923.zip", by: ["-m", "zipfile", "-e"], in: ["."])
    private static let unpacked = suite.map { URL(fileURLWithPath: $0.path.text ?? "", isDirectory: true) }
    private static let written = try? made("attacks.py", by: [], in: ["."])

    /// A folder with what Python makes of a file; `nil` without the file or without Python.
    private static func made(_ name: String, by words: [Bytes], in last: [Bytes]) throws -> TemporaryFolder? {
        let file = CorporaFolder.url.appendingPathComponent(name).path
        guard let python = InstalledProgram.python, FileManager.default.fileExists(atPath: file) else { return nil }
        let made = try TemporaryFolder()
        var process = ChildProcess(executable: python, arguments: words + [Bytes(file)] + last)
        process.folder = made
        return try process.run().ending == .exited(0) ? made : nil
    }

    private static func files(in folder: URL?) -> [URL] {
        guard let folder,
            let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        else { return [] }
        let files = all.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
        return files.sorted { $0.path < $1.path }
    }
}

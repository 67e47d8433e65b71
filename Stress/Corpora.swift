// The documents of the corpora: the W3C suite, real documents and hostile ones.
//
// The project does not contain the corpora. Without the folder ../shared/corpora, or the folder that XML2DICT_CORPORA
// names, their trials have no cases.

import Foundation
import TestSupport
import XML2Dict

extension Trial {
    static let corpora = [
        Trial(
            "PARALLEL-SAME: The documents of the corpora are the same in parts",
            4 * Corpus.documents.count,
            quick: 0,
            seeing: ["compared": 0.25],
            obstacle: Corpus.documents.obstacle
        ) { number in
            let bytes = try Corpus.documents.bytes(number / 4), size = [1, 7, 64, 4_096][number % 4]
            // With small parts, each tag of a long document would be a part, which takes very long.
            guard size > 7 || bytes.count < 20_000 else { return .nothing }
            let difference = differentParts(bytes, corpusOptions(number), number, sizes: [size])
            let name = try Corpus.documents.path(number / 4)
            return difference.map { .fails("\(name): \($0)") } ?? .compared
        },
        Trial(
            "CHUNK-INVARIANT: The documents of the corpora are the same in chunks",
            4 * Corpus.documents.count,
            quick: 0,
            seeing: ["value": 0.1, "error": 0.1],
            obstacle: Corpus.documents.obstacle
        ) { number in
            let bytes = try Corpus.documents.bytes(number / 4), size = [1, 7, 64, 4_096][number % 4]
            let whole = whole(bytes, corpusOptions(number)), inChunks = pushed(bytes, corpusOptions(number)) { size }
            if whole.isSame(inChunks: inChunks) { return .holds([whole.word]) }
            let name = try Corpus.documents.path(number / 4)
            return .fails(
                "\(name) in chunks of \(size): \(inChunks.shown.prefix(2_000))\nwhole: \(whole.shown.prefix(2_000))"
            )
        },
        Trial(
            "NO-CRASH: A hostile document ends within 10 s and 4 GiB",
            Corpus.attacks.count,
            quick: 0,
            obstacle: Corpus.attacks.obstacle
        ) { try hostileFault(Corpus.attacks.path($0)) },
    ]

    private static func corpusOptions(_ number: Int) -> XMLOptions {
        var expanded = XMLOptions(), ordered = XMLOptions(.xmltodict)
        (expanded.namespaces, expanded.keepsLines) = (.expand, true)
        (ordered.orderKey, ordered.commentKey) = ("#order", "#comment")
        let all = XMLOptions.Convention.allCases.map { XMLOptions($0) } + [expanded, ordered]
        return all[(number / 4) % all.count]
    }

    private static func hostileFault(_ path: String) throws -> String? {
        let script: Bytes = "ulimit -t 10; ulimit -v 4194304; exec \"$0\" -c \"$1\""
        let words: [Bytes] = ["-c", script, try BuiltCommand.path, Bytes(path)]
        let result = try ChildProcess(executable: "/bin/sh", arguments: words).run(output: .file("/dev/null"))
        return [.exited(0), .exited(65)].contains(result.ending) ? nil : "\(path): \(result)"
    }
}

/// The files of a corpus, whose archive is unpacked once.
struct Corpus: Sendable {
    /// The W3C suite and the real documents.
    static let documents = Corpus(
        "xmlconf/xmlts20130923.zip",
        by: ["-m", "zipfile", "-e"],
        and: CorporaFolder.url.appendingPathComponent("real")
    )

    /// The hostile documents.
    static let attacks = Corpus("attacks.py", by: [])

    /// The reason why this machine has no corpus, or `nil` if it has one, even if making the files fails.
    let obstacle: String?
    /// The folder of the files that Python makes.
    private let folder: TemporaryFolder?
    private let files: Result<[URL], any Error>

    /// Makes files by running Python on a file of the corpora, and adds the files of another folder.
    private init(_ name: String, by words: [Bytes], and other: URL? = nil) {
        let file = CorporaFolder.url.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: file), let python = InstalledProgram.python else {
            let isPython = InstalledProgram.python == nil
            obstacle = isPython ? "python3 is not installed" : "\(file) is not there; XML2DICT_CORPORA names its folder"
            (folder, files) = (nil, .success([]))
            return
        }
        obstacle = nil
        folder = try? TemporaryFolder()
        files = Result { [folder] in
            var process = ChildProcess(executable: python, arguments: words + [Bytes(file), "."])
            process.folder = folder
            process.environment = ["PYTHONUTF8": "1"]
            let result = try process.run()
            guard let folder, result.ending == .exited(0) else { throw Failure(description: "\(file): \(result)") }
            let made = URL(fileURLWithPath: folder.path.text ?? "", isDirectory: true)
            let all = ([made] + (other.map { [$0] } ?? [])).flatMap(Self.files(in:))
            if all.isEmpty { throw Failure(description: "\(file) makes no files") }
            return all
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The number of files, or 1 for the case that reports why the files could not be made.
    var count: Int { obstacle == nil ? max(1, (try? files.get().count) ?? 1) : 0 }

    func path(_ number: Int) throws -> String { try files.get()[number].path }

    func bytes(_ number: Int) throws -> [UInt8] { [UInt8](try Data(contentsOf: files.get()[number])) }

    private static func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        let files = (all?.compactMap { $0 as? URL } ?? []).filter {
            !$0.hasDirectoryPath && $0.lastPathComponent != "INDEX.jsonl"
        }
        return files.sorted { $0.path < $1.path }
    }
}

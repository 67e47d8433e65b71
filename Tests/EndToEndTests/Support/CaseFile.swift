import Foundation
import TestSupport

/// A file of the folder `Cases`: a title, and command lines with their input and outcome.
///
/// `Cases/README.md` describes the format.
struct CaseFile: Sendable {
    /// One command line, what it gets, and its outcome.
    struct Run: Sendable {
        /// The number of its line in the file.
        let line: Int
        let arguments: [Bytes]
        /// The standard input.
        ///
        /// By default, the input of the run before.
        let input: Bytes
        /// The files that are made before the command runs, in the folder of all runs.
        let files: [Bytes: Bytes]
        let outcome: Outcome
        /// The lines of the command line, its input and its files, as they are written.
        let given: [String]
    }

    /// The output of the command, and the files that it writes or changes.
    struct Outcome: Equatable, Sendable {
        var result = CommandResult.success("")
        var written: [Bytes: Bytes] = [:]
    }

    /// A file that breaks the format.
    struct Malformed: Error, Equatable {
        let line: Int
        let problem: String
    }

    /// The path inside the folder, without the extension.
    let name: String
    /// The lines before the first command line.
    let title: [String]
    let runs: [Run]

    /// Reads a file of the folder.
    ///
    /// - Throws: `Malformed` when the file breaks the format.
    init(_ name: String) throws {
        try self.init(name, text: String(contentsOf: Self.url(of: name), encoding: .utf8))
    }

    /// - Throws: `Malformed` when the text breaks the format.
    init(_ name: String, text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
        guard let first = starts.first else {
            throw Malformed(line: lines.count, problem: "there is no line that begins with '$ xml2dict'")
        }
        let title = lines[..<first].filter { !$0.isEmpty }
        if title.isEmpty { throw Malformed(line: 1, problem: "a title is missing: '# ' and a sentence") }
        if let stray = lines[..<first].firstIndex(where: { !$0.isEmpty && !$0.hasPrefix("# ") }) {
            throw Malformed(line: stray + 1, problem: "a line before the first command line begins with '# '")
        }
        self.name = name
        self.title = title
        var runs: [Run] = []
        for (start, end) in zip(starts, starts.dropFirst() + [lines.endIndex]) {
            runs.append(try Run(lines, start..<end, after: runs.last))
        }
        self.runs = runs
    }

    /// The text of the file with other outcomes.
    func text(with outcomes: [Outcome]) -> String {
        let runs = zip(runs, outcomes).map { ($0.given + CaseText.lines(of: $1)).joined(separator: "\n") }
        return title.joined(separator: "\n") + "\n" + runs.joined(separator: "\n\n") + "\n"
    }
}

extension CaseFile.Run {
    /// - Parameters:
    ///   - lines: All lines of the file.
    ///   - range: The lines of this run.
    ///   - former: The run before it.
    /// - Throws: `CaseFile.Malformed`.
    fileprivate init(_ lines: [String], _ range: Range<Int>, after former: CaseFile.Run?) throws {
        let sections = range.filter { lines[$0].hasPrefix("--- ") }
        let before = range.lowerBound + 1..<(sections.first ?? range.upperBound)
        if let stray = before.first(where: { !lines[$0].isEmpty }) {
            throw CaseFile.Malformed(
                line: stray + 1,
                problem: "a section such as '--- input' must begin before this line"
            )
        }
        var input = former?.input ?? ""
        var files: [Bytes: Bytes] = [:]
        var outcome = CaseFile.Outcome()
        var given = [lines[range.lowerBound]]
        var seen: Set<String> = []
        for (start, end) in zip(sections, sections.dropFirst() + [range.upperBound]) {
            let header = String(lines[start].dropFirst(4))
            let words = header.split(separator: " ", maxSplits: 1)
            let bytes = try CaseText.bytes(of: lines[start + 1..<end], from: start + 2)
            guard seen.insert(header).inserted else {
                throw CaseFile.Malformed(line: start + 1, problem: "the section '\(header)' is there twice")
            }
            switch (words.first, words.count) {
            case ("input", 1): input = bytes
            case ("file", 2): files[Bytes(String(words[1]))] = bytes
            case ("output", 1): outcome.result.output = bytes
            case ("messages", 1): outcome.result.errors = bytes
            case ("written", 2): outcome.written[Bytes(String(words[1]))] = bytes
            case ("status", 2):
                guard let status = Int32(words[1]), bytes.isEmpty else {
                    throw CaseFile.Malformed(line: start + 1, problem: "a status is a number, without lines after it")
                }
                outcome.result.ending = .exited(status)
            default:
                throw CaseFile.Malformed(
                    line: start + 1,
                    problem: "'\(header)' is not a section: input, file NAME, output, messages, status N, written NAME"
                )
            }
            if ["input", "file"].contains(words.first) { given += CaseText.trimmed(lines[start..<end]) }
        }
        line = range.lowerBound + 1
        arguments = try CaseText.arguments(of: lines[range.lowerBound], line)
        (self.input, self.files, self.outcome, self.given) = (input, files, outcome, given)
    }
}

// MARK: The folder

extension CaseFile {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Cases")

    static func url(of name: String) -> URL {
        folder.appending(path: name + ".txt")
    }

    /// The path of a case in the package.
    static func path(of name: String) -> String { "Tests/EndToEndTests/Cases/\(name).txt" }

    /// The names of all cases, sorted; or those that `XML2DICT_CASE` chooses by a name or a folder.
    static let chosen: [String] = {
        let files = FileManager.default.subpaths(atPath: folder.path) ?? []
        let names = files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
        guard let choice = ProcessInfo.processInfo.environment["XML2DICT_CASE"] else { return names }
        return names.filter { $0 == choice || $0.hasPrefix(choice + "/") }
    }()
}

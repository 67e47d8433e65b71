// Documents that are cut off at every byte: as long as they are not whole, there is an error with a position and no output.
//
// The library reads every prefix in this process. The command reads some of them, or every one where the environment variable
// XML2DICT_TRUNCATION is "every": that takes a minute, and `Scripts/check all` does it.

import Foundation
import TestSupport
import Testing
import XML2Dict

@Suite("Documents cut off")
struct TruncationTests {
    /// Runs of the command at the same time: more than processors, as each waits for pipes now and then.
    private static let concurrentRuns = 4

    /// The middle of a document longer than this is cut at some bytes only.
    private static let longest = 2_500

    /// The command is run for this many prefixes of a document, unless the environment asks for every one.
    private static let someRuns = 20

    /// What is wrong with a document that ends too early.
    private static let codes: [XMLReaderError.Code] = [.unexpectedEnd, .noElement, .malformed]

    private static let runsEvery = ProcessInfo.processInfo.environment["XML2DICT_TRUNCATION"] == "every"

    @Test("The library reports a position for a document cut at any byte", arguments: Fixture.documents)
    func everyByte(_ file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let document = try CutDocument(Bytes(bytes))
        #expect(document.isComplete(at: document.count))
        let reader = XMLReader()
        for length in Self.lengths(upTo: document.count) {
            do throws(XMLReaderError) {
                _ = try reader.read(.bytes(bytes[..<length]))
                #expect(document.isComplete(at: length), "cut at byte \(length)")
            } catch {
                #expect(!document.isComplete(at: length), "cut at byte \(length)")
                #expect((error.line ?? 0) >= 1 && (error.column ?? 0) >= 1, "cut at byte \(length): \(error)")
                #expect(Self.codes.contains(error.code), "cut at byte \(length): \(error)")
            }
        }
    }

    @Test("The command reports a position for a cut document, and prints nothing", arguments: Fixture.documents)
    func command(_ file: URL) async throws {
        let document = try CutDocument(Bytes(try Data(contentsOf: file)))
        var lengths = Self.lengths(upTo: document.count)
        if !Self.runsEvery {
            // The ends are among them: nothing, one byte, all but one, and all.
            let step = max(1, lengths.count / Self.someRuns)
            lengths = lengths.enumerated().filter { place, _ in
                place % step == 0 || place == 1 || place >= lengths.count - 2
            }.map(\.element)
        }
        let chosen = lengths
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<Self.concurrentRuns {
                group.addTask {
                    for index in stride(from: first, to: chosen.count, by: Self.concurrentRuns) {
                        try Self.check(document, cutAt: chosen[index])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func check(_ document: CutDocument, cutAt length: Int) throws {
        let result = try BuiltCommand.run("-c", input: .bytes(document.prefix(length)))
        guard !document.isComplete(at: length) else {
            #expect((result.ending, result.errors) == (.exited(0), ""), "cut at byte \(length)")
            #expect(result.output.values.last == UInt8(ascii: "\n"), "cut at byte \(length)")
            return
        }
        #expect((result.ending, result.output) == (.exited(65), ""), "cut at byte \(length)")
        let message = try #require(result.errors.text, "cut at byte \(length)")
        let form = #/xml2dict: <stdin>:\d+:\d+: error: [^\n]+\n(    [^\n]*\n)*/#
        #expect(message.wholeMatch(of: form) != nil, "cut at byte \(length): \(message)")
    }

    private static func lengths(upTo count: Int) -> [Int] {
        guard count > longest else { return Array(0...count) }
        let edge = longest / 3
        let middle = stride(from: edge, to: count - edge, by: max(1, (count - 2 * edge) / edge))
        return Array(0..<edge) + middle + (count - edge...count)
    }

    @Test(
        "A cut document is recognised as complete or incomplete",
        arguments: [
            ("<a/>", [4]),
            ("<a/>\n", [4, 5]),
            ("<a>\n</a> <!-- b --> \n<?c d?>", [8, 9, 19, 20, 21, 28]),
            ("<a/><!-- <b/> -->", [4, 17]),
            ("<a/><!--é-->", [4, 13]),
        ]
    )
    func completePlaces(_ text: String, _ expected: [Int]) throws {
        let document = try CutDocument(Bytes(text))
        #expect((0...document.count).filter { document.isComplete(at: $0) } == expected)
    }
}

// Documents that are cut off at every byte: as long as they are not whole, there is an error with a position and no output.

import Foundation
import TestSupport
import Testing

@Suite("Documents cut off")
struct TruncationTests {
    /// Runs of the command at the same time: more than processors, as each waits for pipes now and then.
    private static let concurrentRuns = 4

    /// A run takes milliseconds, so the middle of a document longer than this is cut at some bytes only.
    private static let longest = 2_500

    @Test(
        "A document that is cut off anywhere is an error with a position, unless it is whole",
        arguments: Fixture.documents
    )
    func everyByte(_ file: URL) async throws {
        let document = try CutDocument(Bytes(try Data(contentsOf: file)))
        #expect(document.isComplete(at: document.count))
        let lengths = Self.lengths(upTo: document.count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<Self.concurrentRuns {
                group.addTask {
                    for index in stride(from: first, to: lengths.count, by: Self.concurrentRuns) {
                        try Self.check(document, cutAt: lengths[index])
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
        "What is left of a document is known to be whole or not",
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

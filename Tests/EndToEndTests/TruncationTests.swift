// Truncated documents: an incomplete document is an error with a position, without output.

import Foundation
import TestSupport
import Testing
import XML2Dict

@Suite("Truncated documents")
struct TruncationTests {
    /// The codes of a document that ends too early.
    private static let codes: [XMLError.Code] = [.unexpectedEnd, .malformed]

    @Test("A truncated document is an error with a position, without output")
    func cuts() throws {
        for file in Fixture.documents {
            let document = try CutDocument(Bytes(try Data(contentsOf: file)))
            // The ends are among them: nothing, one byte, all but one, and all.
            let step = max(1, document.count / 40)
            let sample = stride(from: DailySeed.value % step, to: document.count, by: step)
            for length in Set([0, 1, document.count - 1, document.count] + sample) {
                let place = "\(file.lastPathComponent) cut at byte \(length), \(DailySeed.note)"
                try checkLibrary(document, cutAt: length, place)
                if length % 4 < 2 { try checkCommand(document, cutAt: length, place) }
            }
        }
    }

    private func checkLibrary(_ document: CutDocument, cutAt length: Int, _ place: String) throws {
        do throws(XMLError) {
            _ = try XMLReader().read(.bytes(document.prefix(length).values))
            #expect(document.isComplete(at: length), "\(place)")
        } catch {
            #expect(!document.isComplete(at: length), "\(place)")
            #expect((error.line ?? 0) >= 1 && (error.column ?? 0) >= 1, "\(place): \(error)")
            #expect(Self.codes.contains(error.code), "\(place): \(error)")
        }
    }

    private func checkCommand(_ document: CutDocument, cutAt length: Int, _ place: String) throws {
        let result = try CalledCommand.run("-c", input: .bytes(document.prefix(length)))
        guard !document.isComplete(at: length) else {
            #expect((result.ending, result.errors) == (.exited(0), ""), "\(place)")
            #expect(result.output.values.last == UInt8(ascii: "\n"), "\(place)")
            return
        }
        #expect((result.ending, result.output) == (.exited(65), ""), "\(place)")
        let message = try #require(result.errors.text, "\(place)")
        let form = #/xml2dict: <stdin>:\d+:\d+: error: [^\n]+\n(    [^\n]*\n)*/#
        #expect(message.wholeMatch(of: form) != nil, "\(place): \(message)")
    }

    @Test("A truncated document is recognized as complete or incomplete")
    func completePlaces() throws {
        for (text, expected) in [
            ("<a/>", [4]), ("<a/>\n", [4, 5]), ("<a>\n</a> <!-- b --> \n<?c d?>", [8, 9, 19, 20, 21, 28]),
            ("<a/><!-- <b/> -->", [4, 17]), ("<a/><!--é-->", [4, 13]),
        ] {
            let document = try CutDocument(Bytes(text))
            #expect((0...document.count).filter { document.isComplete(at: $0) } == expected)
        }
    }
}

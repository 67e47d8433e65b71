// Records in arrays.

import Testing
import XML2Dict

@Suite("Batches of records")
struct BatchTests {
    private func batches(_ xml: String, of count: Int) throws -> some AsyncSequence<[XMLValue], any Error> {
        let bytes = Array(xml.utf8)
        let chunks = AsyncStream<[UInt8]> { continuation in
            for start in stride(from: 0, to: bytes.count, by: 5) {
                continuation.yield(Array(bytes[start..<min(start + 5, bytes.count)]))
            }
            continuation.finish()
        }
        return try XMLReader(.xmltodict).records(at: "i", in: chunks).batches(of: count)
    }

    @Test("Batches are full, and the last one has the rest")
    func sizes() async throws {
        for (count, expected) in [
            (2, ["[1,2]", "[3,4]", "[5]"]), (5, ["[1,2,3,4,5]"]), (9, ["[1,2,3,4,5]"]),
            (0, ["[1]", "[2]", "[3]", "[4]", "[5]"]),
        ] as [(Int, [String])] {
            let xml = "<a>" + (1...5).map { "<i>\($0)</i>" }.joined() + "</a>"
            var found: [String] = []
            for try await batch in try batches(xml, of: count) {
                found.append("[" + batch.compactMap(\.text).joined(separator: ",") + "]")
            }
            #expect(found == expected, "\(count)")
        }
    }

    @Test("Records before an error are delivered first")
    func errors() async throws {
        var found: [[String]] = []
        let error = await #expect(throws: XMLError.self) {
            for try await batch in try batches("<a><i>1</i><i>2</i><i>3</i></b>", of: 2) {
                found.append(batch.compactMap(\.text))
            }
        }
        #expect(error?.code == .malformed)
        #expect(found == [["1", "2"], ["3"]])
    }

    @Test("A document without records has no batch")
    func none() async throws {
        var count = 0
        for try await _ in try batches("<a/>", of: 2) { count += 1 }
        #expect(count == 0)
    }
}

import Foundation
import Testing

@testable import XML2DictFoundation

extension URLReadingTests {
    @Suite("The buffer of chunks")
    struct Buffer {
        private func chunk(_ number: Int) -> Data {
            Data(repeating: UInt8(truncatingIfNeeded: number), count: 16_384)
        }

        @Test("Chunks come out unchanged, with few in memory")
        func order() async throws {
            let buffer = ChunkBuffer()
            for round in 0..<3 {
                // The first are taken only when all are there; 80 MB are more than one overflow file.
                for number in 0..<5_000 { try buffer.append(chunk(number + round)) }
                #expect(buffer.isFull)
                #if canImport(FoundationNetworking)
                    #expect(buffer.bytesInMemory == ChunkBuffer.capacity)
                #endif
                var (number, position) = (round, 0)
                while number < 5_000 + round {
                    let bytes = try #require(try await buffer.next())
                    for byte in stride(from: 0, to: bytes.count, by: 1_024) {
                        guard bytes[byte] == UInt8(truncatingIfNeeded: number + (position + byte) / 16_384) else {
                            Issue.record("wrong byte \(position + byte) of chunk \(number)")
                            return
                        }
                    }
                    position += bytes.count
                    number += position / 16_384
                    position %= 16_384
                }
                #expect(number == 5_000 + round)
                #expect(!buffer.isFull)
            }
        }

        @Test("An end comes after the chunks, and only the first end counts")
        func ending() async throws {
            let buffer = ChunkBuffer()
            try buffer.append(chunk(1))
            buffer.finish(throwing: CocoaError(.fileNoSuchFile))
            buffer.finish()
            try buffer.append(chunk(2))
            #expect(try await buffer.next() == chunk(1))
            await #expect(throws: CocoaError.self) { try await buffer.next() }
        }

        @Test("An abandoned buffer keeps nothing and wakes the one who waits")
        func abandoning() async throws {
            let buffer = ChunkBuffer()
            let taker = Task { try await buffer.next() }
            try await Task.sleep(for: .milliseconds(20))
            buffer.abandon()
            await #expect(throws: CancellationError.self) { try await taker.value }
            for number in 0..<100 { try buffer.append(chunk(number)) }
            #expect(buffer.bytesInMemory == 0)
            await #expect(throws: CancellationError.self) { try await buffer.next() }
        }

        @Test("A chunk goes straight to the one who waits")
        func waiting() async throws {
            let buffer = ChunkBuffer()
            let taker = Task { try await buffer.next() }
            try await Task.sleep(for: .milliseconds(20))
            try buffer.append(chunk(7))
            #expect(try await taker.value == chunk(7))
            #expect(buffer.bytesInMemory == 0)
        }
    }
}

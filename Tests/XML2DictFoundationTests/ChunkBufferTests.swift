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
            let buffer = ChunkBuffer(waitingLimit: .max)
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
            let buffer = ChunkBuffer(waitingLimit: .max)
            try buffer.append(chunk(1))
            buffer.finish(throwing: CocoaError(.fileNoSuchFile))
            buffer.finish()
            try buffer.append(chunk(2))
            #expect(try await buffer.next() == chunk(1))
            await #expect(throws: CocoaError.self) { try await buffer.next() }
        }

        @Test("An abandoned buffer keeps nothing and wakes the one who waits")
        func abandoning() async throws {
            let buffer = ChunkBuffer(waitingLimit: .max)
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
            let buffer = ChunkBuffer(waitingLimit: .max)
            let taker = Task { try await buffer.next() }
            try await Task.sleep(for: .milliseconds(20))
            try buffer.append(chunk(7))
            #expect(try await taker.value == chunk(7))
            #expect(buffer.bytesInMemory == 0)
        }

        #if canImport(FoundationNetworking)
            @Test(
                "A limit counts the bytes in memory and in files",
                arguments: [
                    (limit: 1_048_576, waitingCount: 1_048_576), (300_000, 294_912), (83_886_080, 83_886_080),
                    // Smaller ones count as the capacity in memory.
                    (262_144, 262_144), (1, 262_144), (0, 262_144), (-1, 262_144), (Int.min, 262_144),
                ]
            )
            func limit(limit: Int, waitingCount: Int) async throws {
                let buffer = ChunkBuffer(waitingLimit: limit)
                for number in 0..<waitingCount / 16_384 { try buffer.append(chunk(number)) }
                #expect(buffer.waitingLimit == max(limit, 262_144))
                #expect(throws: ChunkBuffer.Excess.self) { try buffer.append(chunk(0)) }
                // A chunk that is read makes room for another one.
                #expect(try await buffer.next() == chunk(0))
                try buffer.append(chunk(1))
                #expect(throws: ChunkBuffer.Excess.self) { try buffer.append(chunk(2)) }
                buffer.finish()
                var count = 0
                while let bytes = try await buffer.next() { count += bytes.count }
                #expect(count == waitingCount)
            }

            @Test("A limit applies to chunks that follow, too")
            func followers() async throws {
                let buffer = ChunkBuffer(waitingLimit: 1 << 20)
                try buffer.append(chunk(1), followerCount: .max)
                try buffer.append(chunk(2), followerCount: 62)
                #expect(throws: ChunkBuffer.Excess.self) { try buffer.append(chunk(3), followerCount: 62) }
                try buffer.append(chunk(3), followerCount: 61)
                for number in 1...3 { #expect(try await buffer.next() == chunk(number)) }
            }

            @Test("A single chunk may always wait")
            func singleChunk() async throws {
                let buffer = ChunkBuffer(waitingLimit: 0)
                let document = Data(repeating: 7, count: 1_000_000)
                try buffer.append(document)
                #expect(throws: ChunkBuffer.Excess.self) { try buffer.append(chunk(1)) }
                #expect(try await buffer.next() == document)
                try buffer.append(chunk(2))
                #expect(try await buffer.next() == chunk(2))
            }
        #endif
    }
}

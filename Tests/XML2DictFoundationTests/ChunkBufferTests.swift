import Foundation
import Synchronization
import Testing

@testable import XML2DictFoundation

extension URLReadingTests {
    @Suite("The buffer of chunks")
    struct Buffer {
        /// A buffer and its reader.
        private struct Chunks: @unchecked Sendable {
            let buffer: ChunkBuffer
            private var iterator: ChunkBuffer.Stream.Iterator

            init(in folder: URL? = nil) {
                let (stream, end) = ChunkBuffer.Stream.makeStream(
                    bufferingPolicy: .bufferingOldest(ChunkBuffer.capacity)
                )
                buffer = ChunkBuffer(end)
                iterator = stream.makeAsyncIterator()
                if let folder { buffer.folder = folder }
            }

            mutating func next() async throws -> Data? {
                let chunk = try await iterator.next()
                try buffer.refill()
                return chunk
            }
        }

        private func chunk(_ number: Int) -> Data {
            Data(repeating: UInt8(truncatingIfNeeded: number), count: 16_384)
        }

        @Test("Chunks arrive in order; after sixteen, a file buffers them")
        func order() async throws {
            var chunks = Chunks()
            // The reader is slower than the session, then faster, twice.
            for _ in 0..<2 {
                var bytes = Data()
                for number in 0..<100 {
                    try chunks.buffer.append(chunk(number))
                    if number % 4 == 0 { bytes += try #require(try await chunks.next()) }
                }
                #if os(Linux)
                    #expect(try URLReadingTests.overflowFiles().allSatisfy { $0.hasSuffix(" (deleted)") })
                    #expect(try URLReadingTests.overflowFiles().count == 1)
                #endif
                while bytes.count < 1_638_400 { bytes += try #require(try await chunks.next()) }
                #expect(bytes == (0..<100).reduce(into: Data()) { $0 += chunk($1) })
                #if os(Linux)
                    #expect(try URLReadingTests.overflowFiles() == [])
                #endif
            }
        }

        @Test("The producer pauses as long as the file has bytes")
        func pauses() async throws {
            var chunks = Chunks()
            let pauses = Mutex<[Bool]>([])
            chunks.buffer.pause = { isPaused in pauses.withLock { $0.append(isPaused) } }
            for number in 0..<16 { try chunks.buffer.append(chunk(number)) }
            #expect(pauses.withLock { $0 } == [])
            for number in 16..<18 { try chunks.buffer.append(chunk(number)) }
            #expect(pauses.withLock { $0 } == [true])
            _ = try await chunks.next()
            #expect(pauses.withLock { $0 } == [true])
            _ = try await chunks.next()
            #expect(pauses.withLock { $0 } == [true, false])
            for number in 2..<18 { #expect(try await chunks.next() == chunk(number)) }
        }

        @Test("The chunks in memory remain when a file cannot be created")
        func missingFolder() async throws {
            var chunks = Chunks(in: URL(fileURLWithPath: "/nonexistent"))
            for number in 0..<16 { try chunks.buffer.append(chunk(number)) }
            #expect(throws: POSIXError(.ENOENT)) { try chunks.buffer.append(chunk(16)) }
            chunks.buffer.finish()
            for number in 0..<16 { #expect(try await chunks.next() == chunk(number)) }
            #expect(try await chunks.next() == nil)
        }

        @Test("The end follows the chunks, and later ends are ignored")
        func ending() async throws {
            var chunks = Chunks()
            for number in 0..<20 { try chunks.buffer.append(chunk(number)) }
            chunks.buffer.finish(throwing: CocoaError(.fileNoSuchFile))
            chunks.buffer.finish()
            try chunks.buffer.append(chunk(20))
            var count = 0
            await #expect(throws: CocoaError.self) {
                while let bytes = try await chunks.next() { count += bytes.count }
            }
            #expect(count == 20 * 16_384)
        }

        @Test("A buffer without a reader keeps no file")
        func discarding() async throws {
            let chunks = Chunks()
            for number in 0..<100 { try chunks.buffer.append(chunk(number)) }
            chunks.buffer.discard()
            try chunks.buffer.append(chunk(100))
            chunks.buffer.unlessEnded { Issue.record("the buffer has ended") }
            #if os(Linux)
                #expect(try URLReadingTests.overflowFiles() == [])
            #endif
        }

        @Test("A reader that was ahead gets every chunk of the file")
        func refillWithoutRoom() async throws {
            var chunks = Chunks()
            for number in 0..<17 { try chunks.buffer.append(chunk(number)) }
            // The sixteen chunks fill the memory.
            try chunks.buffer.refill()
            for number in 0..<17 { #expect(try await chunks.next() == chunk(number)) }
        }

        @Test("A reader that waits receives the next chunk, or the end")
        func waiting() async throws {
            let chunks = Chunks()
            let reader = Task {
                var reader = chunks
                return [try await reader.next(), try await reader.next()]
            }
            try await Task.sleep(for: .milliseconds(20))
            try chunks.buffer.append(chunk(7))
            try await Task.sleep(for: .milliseconds(20))
            chunks.buffer.finish()
            #expect(try await reader.value == [chunk(7), nil])
        }
    }
}

import Foundation
import Testing

@testable import XML2DictFoundation

extension URLReadingTests {
    @Suite("The buffer of chunks")
    struct Buffer {
        private func chunk(_ number: Int) -> Data {
            Data(repeating: UInt8(truncatingIfNeeded: number), count: 16_384)
        }

        @Test("Chunks come out in order, those beyond 256 KiB from a file")
        func order() async throws {
            let buffer = ChunkBuffer()
            // The reader is slower than the session, then faster, twice.
            for _ in 0..<2 {
                var bytes = Data()
                for number in 0..<100 {
                    try buffer.append(chunk(number))
                    if number % 4 == 0 { bytes += try #require(try await buffer.next()) }
                }
                #if os(Linux)
                    #expect(try URLReadingTests.overflowFiles().allSatisfy { $0.hasSuffix(" (deleted)") })
                    #expect(try URLReadingTests.overflowFiles().count == 1)
                #endif
                while bytes.count < 1_638_400 { bytes += try #require(try await buffer.next()) }
                #expect(bytes == (0..<100).reduce(into: Data()) { $0 += chunk($1) })
                #if os(Linux)
                    #expect(try URLReadingTests.overflowFiles() == [])
                #endif
            }
        }

        @Test("A buffer stays full until its file is empty")
        func fullness() async throws {
            let buffer = ChunkBuffer()
            for number in 0..<16 {
                #expect(!buffer.isFull)
                try buffer.append(chunk(number))
            }
            #expect(buffer.isFull)
            _ = try await buffer.next()
            #expect(!buffer.isFull)
            // The memory takes the first of these, and the file the other.
            for number in 16..<18 { try buffer.append(chunk(number)) }
            #if os(Linux)
                #expect(try URLReadingTests.overflowFiles().count == 1)
            #endif
            for _ in 0..<16 {
                _ = try await buffer.next()
                #expect(buffer.isFull)
            }
            #expect(try await buffer.next() == chunk(17))
            #expect(!buffer.isFull)
        }

        @Test("The chunks in memory remain when a file cannot be created")
        func missingFolder() async throws {
            let buffer = ChunkBuffer()
            buffer.folder = URL(fileURLWithPath: "/nonexistent")
            for number in 0..<16 { try buffer.append(chunk(number)) }
            #expect(throws: POSIXError(.ENOENT)) { try buffer.append(chunk(16)) }
            buffer.finish()
            for number in 0..<16 { #expect(try await buffer.next() == chunk(number)) }
            #expect(try await buffer.next() == nil)
        }

        @Test("An end comes after the chunks, and only the first end counts")
        func ending() async throws {
            let buffer = ChunkBuffer()
            for number in 0..<20 { try buffer.append(chunk(number)) }
            buffer.finish(throwing: CocoaError(.fileNoSuchFile))
            buffer.finish()
            try buffer.append(chunk(20))
            var count = 0
            await #expect(throws: CocoaError.self) {
                while let bytes = try await buffer.next() { count += bytes.count }
            }
            #expect(count == 20 * 16_384)
        }

        @Test("An abandoned buffer keeps nothing")
        func abandoning() async throws {
            let buffer = ChunkBuffer()
            for number in 0..<100 { try buffer.append(chunk(number)) }
            buffer.abandon()
            try buffer.append(chunk(100))
            #expect(!buffer.isFull)
            #expect(try await buffer.next() == nil)
            #if os(Linux)
                #expect(try URLReadingTests.overflowFiles() == [])
            #endif
        }

        @Test("A reader that waits receives the next chunk, or the end")
        func waiting() async throws {
            let buffer = ChunkBuffer()
            let reader = Task { [try await buffer.next(), try await buffer.next()] }
            try await Task.sleep(for: .milliseconds(20))
            try buffer.append(chunk(7))
            try await Task.sleep(for: .milliseconds(20))
            buffer.finish()
            #expect(try await reader.value == [chunk(7), nil])
        }

        @Test("Cancellation wakes a reader that waits")
        func cancellation() async throws {
            let buffer = ChunkBuffer()
            let reader = Task { try await buffer.next() }
            try await Task.sleep(for: .milliseconds(20))
            reader.cancel()
            await #expect(throws: CancellationError.self) { try await reader.value }
        }
    }
}

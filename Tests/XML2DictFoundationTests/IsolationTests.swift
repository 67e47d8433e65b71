// The asynchronous loops run on the actor of their caller.

import Synchronization
import Testing
import XML2Dict

@Suite("Loops on an actor")
struct IsolationTests {
    private struct Item: Decodable {
        var id: Int
    }

    /// Chunks that never suspend.
    private struct Chunks: AsyncSequence {
        let chunks: [[UInt8]]

        func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<[UInt8]>

            mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? { rest.popFirst() }
        }
    }

    private static let chunks = Chunks(
        chunks: [Array("<a>".utf8)] + (0..<100).map { Array("<i id='\($0)'/><i id='0'/>".utf8) } + [Array("</a>".utf8)]
    )

    /// An actor that counts the jobs of its loops.
    private actor Reader {
        private let executor = CountingExecutor()

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        private var jobCount: Int { executor.jobCount.withLock { $0 } }

        func loopOverValues() async throws -> Int {
            let before = jobCount
            var count = 0
            for try await _ in try XMLReader().records(at: "i", in: chunks) { count += 1 }
            #expect(count == 200)
            return jobCount - before
        }

        func loopOverTypes() async throws -> Int {
            let before = jobCount
            var count = 0
            for try await _ in try XMLDecoder().records(of: Item.self, at: "i", in: chunks) { count += 1 }
            #expect(count == 200)
            return jobCount - before
        }
    }

    @Test("for try await takes a record without an executor hop")
    func loops() async throws {
        #expect(try await Reader().loopOverValues() == 0)
        #expect(try await Reader().loopOverTypes() == 0)
    }
}

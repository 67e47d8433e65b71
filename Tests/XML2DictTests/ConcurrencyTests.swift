// Readers, values and records that many tasks use at once, above all for ThreadSanitizer (Scripts/sanitize thread). The
// results must be the same as in one task.

import Foundation
import Synchronization
import TestSupport
import Testing
import XML2Dict

@Suite("Many tasks at once")
struct ConcurrencyTests {
    private static let taskCount = 4 * max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Documents that differ, so that no two tasks do the same work.
    private static func document(_ number: Int) -> String {
        let items = (0..<40).map { index in
            "<n:item id='\(number)' n:k\(index)='v'><x\(number)-\(index)>\(index)</x\(number)-\(index)><name>é 😀</name></n:item>"
        }
        return "<!DOCTYPE list [<!ENTITY e 'text'>]><list xmlns:n='urn:n'>&e;\(items.joined())<price>1.5</price></list>"
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        let text = document(number)
        let utf16 = "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let declaration = "<?xml version='1.0' encoding='GB18030'?>"
        return switch number % 3 {
        case 0: Array(text.utf8)
        case 1: utf16
        default: EncodedText.bytes(of: declaration + text, in: "GB18030") ?? []
        }
    }

    private static let options: XMLOptions = .init(.xmltodict).with {
        $0.namespaces = .expand
        $0.infersTypes = true
        $0.forceList = ["price"]
        $0.skip = ["x0-0"]
    }

    /// Runs a function in many tasks, and compares the results with those of one task.
    private func inParallel(_ work: @escaping @Sendable (Int) async throws -> String) async throws {
        var expected: [String] = []
        for number in 0..<Self.taskCount { expected.append(try await work(number)) }
        let results = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<Self.taskCount {
                group.addTask { (number, try await work(number)) }
            }
            return try await group.reduce(into: [:]) { results, result in results[result.0] = result.1 }
        }
        for (number, text) in expected.enumerated() { #expect(results[number] == text) }
    }

    @Test("One reader reads different documents in all tasks")
    func oneReader() async throws {
        let reader = XMLReader(Self.options)
        try await inParallel { number in
            try (0..<5).map { try reader.read(.bytes(Self.bytes(number + $0))).json(.compact) }.joined()
        }
    }

    @Test("One reader reports different errors in all tasks")
    func faults() async throws {
        let reader = XMLReader(Self.options)
        try await inParallel { number in
            do {
                return try reader.read(.bytes(Self.bytes(number).dropLast(60 + number))).json(.compact)
            } catch let error as XMLError {
                return "\(error) \(error.path) \(error.byteOffset ?? -1)"
            }
        }
    }

    private struct List: Decodable {
        struct Item: Decodable {
            var id: Int
            var name: String
        }
        var item: [Item]
    }

    @Test("All tasks write, query, compare and decode one value concurrently")
    func oneValue() async throws {
        let reader = XMLReader(.init().with { $0.namespaces = .strip })
        let value = try reader.read(.bytes(Self.bytes(0)))
        let other = try reader.read(.bytes(Self.bytes(0)))
        try await inParallel { number in
            switch number % 6 {
            case 0: return value.json(.compact)
            case 1: return try XMLDecoder().decode(List.self, from: value.root).item.map(\.name).joined()
            case 2: return value.descendants(at: "list/item").map { $0["name"]?.text ?? "" }.joined()
            case 3: return "\(value == other) \(value.hashValue == other.hashValue) \(value)"
            case 4: return String(decoding: try JSONEncoder().encode(value), as: UTF8.self).count.description
            default:
                var parts = value.descendants(at: "list/item")
                while parts.count > 1 { parts.removeLast() }
                return parts.first?.json(.pretty) ?? ""
            }
        }
    }

    @Test("A push reader moves from task to task, a chunk in each")
    func pushFromTaskToTask() async throws {
        actor Desk {
            private var push: XMLPushReader

            init(_ options: XMLOptions) throws {
                push = try XMLPushReader(options)
            }

            func feed(_ bytes: [UInt8]) throws { try push.feed(bytes) }
            func finish() throws -> XMLValue { try push.finish() }
        }
        let bytes = Self.bytes(1)
        let desk = try Desk(Self.options)
        for start in stride(from: 0, to: bytes.count, by: 97) {
            let chunk = Array(bytes[start..<min(start + 97, bytes.count)])
            try await Task.detached { try await desk.feed(chunk) }.value
        }
        let value = try await Task.detached { try await desk.finish() }.value
        #expect(try value == XMLReader(Self.options).read(.bytes(bytes)))
    }

    @Test("One task feeds a push reader, and another task finishes it")
    func pushHandedOver() async throws {
        @concurrent func finish(_ push: consuming XMLPushReader, _ rest: [UInt8]) async throws -> XMLValue {
            var push = push
            try push.feed(rest)
            return try push.finish()
        }
        let bytes = Self.bytes(2)
        var push = try XMLPushReader(Self.options)
        try push.feed(bytes[..<500])
        let value = try await finish(push, Array(bytes[500...]))
        #expect(try value == XMLReader(Self.options).read(.bytes(bytes)))
    }

    @Test("Every task feeds its own push reader")
    func pushInEveryTask() async throws {
        try await inParallel { number in
            let bytes = Self.bytes(number)
            let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            let sender = Task.detached {
                for start in stride(from: 0, to: bytes.count, by: 701) {
                    continuation.yield(Array(bytes[start..<min(start + 701, bytes.count)]))
                    await Task.yield()
                }
                continuation.finish()
            }
            var push = try XMLPushReader(Self.options)
            for await chunk in chunks { try push.feed(chunk) }
            await sender.value
            return try push.finish().json(.compact)
        }
    }

    @Test("Other tasks use records while the reader adds new names")
    func recordsHandedOn() async throws {
        var records = try XMLReader().records(at: "n:item", in: .string(Self.document(3)))
        let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            var count = 0
            while let record = try records.next() {
                let number = count
                count += 1
                group.addTask { (number, record.json(.compact) + "\(record.keys)") }
            }
            return try await group.reduce(into: [:]) { texts, text in texts[text.0] = text.1 }
        }
        var again = try XMLReader().records(at: "n:item", in: .string(Self.document(3)))
        var count = 0
        while let record = try again.next() {
            #expect(texts[count] == record.json(.compact) + "\(record.keys)")
            count += 1
        }
        #expect(texts.count == count && count == 40)
    }

    @Test("Push records are fed by one task and taken by others")
    func pushRecords() async throws {
        // ThreadSanitizer does not see the locks of Swift's Mutex.
        final class Table: @unchecked Sendable {
            private let monitor = Monitor()
            private var records: XMLPushRecords<XMLValue>
            private(set) var found: [String] = []

            init(_ path: String) throws {
                records = try XMLPushRecords(at: XMLPath(path))
            }

            func feed(_ bytes: ArraySlice<UInt8>) throws {
                try monitor.locked { try records.feed(bytes) }
            }

            func finish() {
                monitor.locked { records.finish() }
            }

            func take() throws {
                try monitor.locked {
                    while let record = try records.next() { found.append(record.json(.compact)) }
                }
            }
        }
        let table = try Table("n:item")
        let bytes = Array(Self.document(5).utf8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for start in stride(from: 0, to: bytes.count, by: 53) {
                    try table.feed(bytes[start..<min(start + 53, bytes.count)])
                    await Task.yield()
                }
                table.finish()
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        try table.take()
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        try table.take()
        let expected = try XMLReader().read(.string(Self.document(5))).descendants(at: "list/n:item")
        #expect(table.found.sorted() == expected.map { $0.json(.compact) }.sorted())
    }

    /// The bytes of a document in chunks.
    private struct Chunks: AsyncSequence, Sendable {
        let bytes: [UInt8]

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<UInt8>

            mutating func next() async -> [UInt8]? {
                await Task.yield()
                defer { rest = rest.dropFirst(301) }
                return rest.isEmpty ? nil : Array(rest.prefix(301))
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }
    }

    @Test("Several tasks iterate over one sequence of records, each from the start")
    func asyncRecords() async throws {
        let records = try XMLReader(Self.options).records(at: "n:item", in: Chunks(bytes: Self.bytes(4)))
        try await inParallel { _ in
            var text = ""
            for try await record in records { text += record.json(.compact) }
            return text
        }
        let decoded = try XMLDecoder().records(of: List.Item.self, at: "item", in: Chunks(bytes: Self.bytes(4)))
        try await inParallel { _ in
            var text = ""
            for try await item in decoded { text += item.name }
            return text
        }
    }

    @Test("A cancelled task does not affect the other tasks")
    func cancelled() async throws {
        let records = try XMLReader().records(at: "n:item", in: Chunks(bytes: Array(Self.document(6).utf8)))
        let tasks = (0..<Self.taskCount).map { number in
            Task.detached {
                var count = 0
                for try await _ in records {
                    count += 1
                    if number % 2 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return count
            }
        }
        for (number, task) in tasks.enumerated() {
            switch await task.result {
            case .success(let count): #expect(number % 2 == 1 && count == 40)
            case .failure(let error): #expect(number % 2 == 0 && error is CancellationError)
            }
        }
    }
}

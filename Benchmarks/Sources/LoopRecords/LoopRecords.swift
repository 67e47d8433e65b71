import Foundation
import XML2Dict

/// Decodes the items of the document `feed` in memory on the main actor, and prints their number, the checksum of their
/// fields, the seconds, and the longest time for which the main actor was blocked, in milliseconds.
///
///     loop-records for feed.xml          for try await item in items
///     loop-records next feed.xml         while let item = try await iterator.next()
///     loop-records batches feed.xml      for try await batch in items.batches(of: 500)
@main
enum LoopRecords {
    private typealias Items = XMLAsyncRecords<Item, MemoryChunks>

    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let loop = loops[arguments[1]] else {
            print("usage: loop-records \(loops.keys.sorted().joined(separator: "|")) FILE")
            exit(64)
        }
        do {
            let chunks = MemoryChunks(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: arguments[2]))))
            let items = try XMLDecoder().records(of: Item.self, at: "channel/item", in: chunks)
            let probe = LatencyProbe()
            // The probe has begun when the main actor has answered it.
            try await Task.sleep(for: .milliseconds(10))
            let start = ContinuousClock.now
            let checksum = try await loop(items)
            let seconds = ContinuousClock.now - start
            let blocked = await probe.finish() / .milliseconds(1)
            print(checksum.itemCount, String(checksum.value, radix: 16), seconds / .seconds(1), blocked)
        } catch {
            print("\(error)")
            exit(65)
        }
    }

    private static let loops: [String: @MainActor @Sendable (Items) async throws -> Checksum] = [
        "for": runFor, "next": runNext, "batches": runBatches,
    ]

    @MainActor @Sendable
    private static func runFor(_ items: Items) async throws -> Checksum {
        var checksum = Checksum()
        for try await item in items { checksum.add(item) }
        return checksum
    }

    @MainActor @Sendable
    private static func runNext(_ items: Items) async throws -> Checksum {
        var checksum = Checksum()
        var iterator = items.makeAsyncIterator()
        while let item = try await iterator.next() { checksum.add(item) }
        return checksum
    }

    @MainActor @Sendable
    private static func runBatches(_ items: Items) async throws -> Checksum {
        var checksum = Checksum()
        for try await batch in items.batches(of: 500) {
            for item in batch { checksum.add(item) }
        }
        return checksum
    }
}

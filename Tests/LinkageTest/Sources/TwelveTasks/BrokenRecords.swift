import Foundation
import Synchronization
import XML2Dict
import XML2DictFoundation

struct Reading: Decodable, Sendable {
    var id: Int
    var level: Double
}

/// The sixth task: a stream whose broken records are skipped and reported.
func readStreamWithBrokenRecords() async throws {
    let errors = Mutex<[XMLError]>([])
    let policy = XMLOptions.ErrorPolicy.skip { error in errors.withLock { $0.append(error) } }
    let records = try XMLDecoder().records(of: Reading.self, at: "log/reading", in: chunks(of: log), onError: policy)
    var levels: [Double] = []
    for try await reading in records { levels.append(reading.level) }
    print(levels)
    for error in errors.withLock({ $0 }) { print(error) }

    // Of a document that is all there, the records have the errors.
    var kept = try XMLDecoder().records(of: Reading.self, at: "log/reading", in: .string(log), onError: .skip())
    while let reading = try kept.next() { print(reading.id) }
    print(kept.errors.map { $0.line ?? 0 })
}

private func chunks(of text: String) -> AsyncStream<Data> {
    AsyncStream { stream in
        for start in stride(from: 0, to: text.utf8.count, by: 16) {
            stream.yield(Data(text.utf8.dropFirst(start).prefix(16)))
        }
        stream.finish()
    }
}

private let log = """
    <log>
      <reading id="1"><level>2.5</level></reading>
      <reading id="2"><level>high</level></reading>
      <reading id="3"><level>2 & 3</level></reading>
      <reading id="4"><level>3.5</level></reading>
    </log>
    """

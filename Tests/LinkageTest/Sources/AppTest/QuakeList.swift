import Foundation
import XML2Dict
import XML2DictFoundation

/// The quakes that a view shows, on the main actor.
final class QuakeList {
    private(set) var quakes: [Quake] = []
    private(set) var parsed: [ParsedQuake] = []
    private(set) var message = ""
    private var push: XMLPushRecords<Quake>?

    /// Decodes on the main actor, one quake at a time.
    func load(_ url: URL) async {
        do {
            for try await quake in try XMLDecoder().records(of: Quake.self, at: "feed/entry", in: .url(url)) {
                quakes.append(quake)
            }
        } catch {
            message = describe(error)
        }
    }

    /// Decodes on other threads, and takes the quakes on the main actor.
    func loadInBatches(_ url: URL) async {
        do {
            let batches = try XMLDecoder().records(of: ParsedQuake.self, at: "feed/entry", in: .url(url)).batches(of: 2)
            for try await batch in batches { parsed += batch }
        } catch {
            message = describe(error)
        }
    }

    /// Takes bytes that a callback delivers.
    func receive(_ bytes: Data) throws {
        if push == nil { push = try XMLPushRecords(of: Quake.self, at: "feed/entry") }
        try push?.feed(bytes)
        while let quake = try push?.next() { quakes.append(quake) }
    }

    private func describe(_ error: any Error) -> String {
        switch error {
        case let error as XMLError: "\(error.code) on line \(error.line ?? 0)"
        case let error as DecodingError: error.xmlSummary
        default: "\(error)"
        }
    }
}

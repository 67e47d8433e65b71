import Foundation
import XML2Dict
import XML2DictFoundation

/// Loads quakes on an actor of its own.
actor QuakeLoader {
    private var decoder = XMLDecoder()
    private(set) var quakes: [ParsedQuake] = []

    func load(from url: URL) async throws {
        decoder.dateDecodingStrategy = .iso8601
        for try await quake in try decoder.records(of: ParsedQuake.self, at: "feed/entry", in: .url(url)) {
            quakes.append(quake)
        }
    }
}

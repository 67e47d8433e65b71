// Readers and values that many threads share.

import TestModel
import XML2Dict

extension Trial {
    static let threads = [
        Trial("PARALLEL-SAME: Eight threads share a reader and a value", 600, quick: 3) {
            try sharedDifference($0)
        }
    ]

    private struct Item: Decodable {
        var id: String
    }

    private static func sharedDifference(_ seed: Int) throws -> String? {
        let options = XMLOptions(XMLOptions.Convention.allCases[seed % XMLOptions.Convention.allCases.count])
        let reader = XMLReader(options)
        let documents = (0..<8).map { number in
            Array(
                "<!DOCTYPE r [<!ENTITY e 't'>]><r xmlns:n='u'>&e;\((0..<60).map { "<n:i id='\(number)'><k\(number)-\($0)/>é</n:i>" }.joined())</r>"
                    .utf8
            )
        }
        let value = try reader.read(.bytes(documents[0]))
        let work: @Sendable (Int) -> String = { number in
            let own = Outcome { () throws(XMLError) in try reader.read(.bytes(documents[number])) }.shown
            let broken = whole(documents[number].dropLast(9 + seed % 70), options).shown
            let found = value.descendants(at: "r/n:i").map { $0["id"]?.text ?? "" }.joined()
            let decoded = (try? XMLDecoder(options).decode([Item].self, from: value.root).count) ?? -1
            return [own, broken, value.json(.pretty), found, "\(decoded) \(value.hashValue)"].joined(separator: "\n")
        }
        let alone = (0..<8).map(work)
        let results = Monitored([String?](repeating: nil, count: 8))
        let threads = try (0..<8).map { number in
            try WorkerThread {
                let result = work(number)
                results.change { $0[number] = result }
            }
        }
        threads.forEach { $0.join() }
        for (number, result) in results.value.enumerated() where result != alone[number] {
            return "thread \(number): \(result ?? "nothing")\nalone: \(alone[number])"
        }
        return nil
    }
}

final class Monitored<Value: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var content: Value

    init(_ value: Value) { content = value }

    var value: Value { monitor.locked { content } }

    func change<Result>(_ body: (inout Value) -> Result) -> Result { monitor.locked { body(&content) } }
}

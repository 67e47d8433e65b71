// The documents of the corpora in parts: whatever one thread says of them, several say, too.
//
// The environment variable XML2DICT_PARTS=every has each document read in parts of every size; otherwise each gets one size.

import Foundation
import TestSupport
import Testing
import XML2Dict

@Suite("Parts of the corpora")
struct PartConformanceTests {
    private static let sizes = [1, 7, 64, 4096]
    private static let readsEverySize = ProcessInfo.processInfo.environment["XML2DICT_PARTS"] == "every"
    private static let sets: [XMLOptions] = {
        var expanded = XMLOptions(), ordered = XMLOptions(.xmltodict)
        (expanded.namespaces, expanded.keepsLines) = (.expand, true)
        (ordered.orderKey, ordered.commentKey) = ("#order", "#comment")
        return XMLOptions.Convention.allCases.map { XMLOptions($0) } + [expanded, ordered]
    }()

    /// The name of a document that gives something else in parts, with one of the sizes and sets of options.
    private func fault(_ name: String, _ bytes: [UInt8], _ number: Int) -> String? {
        let sizes = Self.readsEverySize ? Self.sizes : [Self.sizes[number % Self.sizes.count]]
        // Short documents can have a part for each tag; for long ones that takes very long.
        for size in sizes where size > 7 || bytes.count < 20_000 {
            let options = Self.sets[(number / Self.sizes.count) % Self.sets.count], threads = 2 + number % 3
            let document = PartedReading(bytes: bytes, options)
            if document.inParts(threads: threads, of: size) != document.alone { return "\(name) in \(size) bytes" }
            let records = PartedReading(bytes: bytes, options, at: ["*/*", "item", "/*/*/*"][number % 3])
            if records.inParts(threads: threads, of: size) != records.alone { return "records of \(name) in \(size)" }
        }
        return nil
    }

    @Test(
        "PARALLEL-SAME: The W3C suite is the same in parts",
        .enabled(if: W3CSuite.isPresent, Corpora.missing(W3CSuite.archive)),
        .enabled(if: Corpora.canUnpack, Corpora.packed),
        arguments: W3CCollection.allCases
    )
    func suite(collection: W3CCollection) throws {
        let tests = try W3CSuite.tests(of: collection)
        let faults = tests.enumerated().compactMap { number, test in fault(test.id, test.bytes, number) }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test(
        "PARALLEL-SAME: Real documents are the same in parts",
        .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations)),
        arguments: 0..<8
    )
    func realDocuments(remainder: Int) throws {
        let documents = try RealDocument.all().enumerated().filter { $0.offset % 8 == remainder }
        let faults = try documents.compactMap { number, document in
            fault(document.name, [UInt8](try Data(contentsOf: document.file)), number / 8)
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test(
        "PARALLEL-SAME: Hostile documents are the same in parts",
        .enabled(if: Corpora.has(AttackSet.script), Corpora.missing(AttackSet.script)),
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func attacks() throws {
        let set = try AttackSet()
        let faults = try set.attacks.compactMap { attack in
            let bytes = try set.folder.content(of: Bytes(attack.file)).values
            return bytes.count < 100_000 ? fault(attack.file, bytes, attack.number) : nil
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }
}

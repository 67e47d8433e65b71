// The documents of the corpora in parts: several threads give the same results as one.

import Foundation
import TestSupport
import Testing
import XML2Dict

@Suite("Parts of the corpora")
struct PartConformanceTests {
    private static let sets: [XMLOptions] =
        XMLOptions.Convention.allCases.map { XMLOptions($0) } + [
            XMLOptions { ($0.namespaces, $0.keepsLines) = (.expand, true) },
            XMLOptions(.xmltodict) { ($0.orderKey, $0.commentKey) = ("#order", "#comment") },
        ]

    /// Expects documents, or records of them, to be the same in parts, with one of the sizes and sets of options.
    private func expectSame(_ documents: [(name: String, bytes: [UInt8])]) {
        for (number, document) in documents.enumerated() {
            // Parts of 64 bytes take long in a long document.
            let size = document.bytes.count > 40_000 ? 4096 : [64, 512, 4096][number % 3]
            let options = Self.sets[(number / 3) % Self.sets.count]
            let path: XMLPath? = [nil, "*/*", "item", "/*/*/*"][number % 4]
            let reading = PartedReading(bytes: document.bytes, options, at: path)
            let parted = reading.inParts(threads: 2 + number / 7 % 3, of: size)
            #expect(parted == reading.alone, "\(document.name) in parts of \(size) bytes, \(DailySeed.note)")
        }
    }

    @Test(
        "PARALLEL-SAME: W3C documents of 200 bytes or more are the same in parts",
        .enabled(if: W3CSuite.isPresent, Corpora.missing(W3CSuite.archive)),
        .enabled(if: Corpora.canUnpack, Corpora.packed)
    )
    func suite() throws {
        // Shorter documents are hardly longer than one part. Another quarter of the others comes each day.
        let tests = try W3CSuite.loaded.get().tests.filter { (200..<20_000).contains($0.bytes.count) }
        let today = tests.enumerated().filter { $0.offset % 4 == DailySeed.value % 4 }.map(\.element)
        expectSame(today.map { ($0.id, $0.bytes) })
    }

    @Test(
        "PARALLEL-SAME: Real documents are the same in parts",
        .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations))
    )
    func realDocuments() throws {
        expectSame(
            try RealDocument.all.get().map { ($0.name, [UInt8](try Data(contentsOf: URL(filePath: $0.path)))) }
        )
    }

    @Test(
        "PARALLEL-SAME: Hostile documents are the same in parts",
        .enabled(if: Corpora.has(Attack.script), Corpora.missing(Attack.script)),
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func attacks() throws {
        let attacks = try Attack.loaded.get().filter { $0.bytes.count <= 64_000 }
        expectSame(attacks.map { ($0.file, $0.bytes) })
    }
}

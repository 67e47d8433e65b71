// The convention `faithful`: a document that is written from its JSON is the same document.

import Foundation
import TestSupport
import Testing
import XML2Dict
import XML2DictWriting

@Suite(
    "Faithful documents",
    .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
)
struct FaithfulTests {
    /// Writes documents from their JSON, and expects their canonical forms; of plain ones, also their bytes.
    ///
    /// A document that is not written has no canonical form: it breaks the rules of namespaces.
    ///
    /// - Returns: How many are written, how many of these Python cannot read, and how many are plain.
    private func expectSame(_ documents: [(name: String, bytes: [UInt8])]) throws -> [Int] {
        let folder = try TemporaryFolder()
        var options = XMLOptions.faithful
        options.limits[.depth] = 1_000_000
        var names: [String] = [], refused: Set<Int> = []
        for (name, bytes) in documents {
            guard let value = try? XMLReader(options).read(.bytes(bytes)) else { continue }
            let json = try XMLValue(json: value.json(.compact))
            let written = try? XMLWriter(.faithful).bytes(from: json)
            if written == nil { refused.insert(names.count) }
            try folder.write(Bytes(bytes), to: Bytes("\(names.count).a"))
            try folder.write(Bytes(written ?? []), to: Bytes("\(names.count).b"))
            names.append(name)
        }
        let comparison = try CanonicalComparison(of: names.count, in: folder)
        let differing = comparison.differing + refused.subtracting(comparison.withoutForm)
        #expect(Set(differing).map { names[$0] }.sorted() == [])
        #expect(comparison.otherBytes.filter { !refused.contains($0) }.map { names[$0] } == [])
        let unread = Set(comparison.withoutForm).subtracting(refused)
        return [names.count - refused.count, unread.count, comparison.plain.count]
    }

    @Test(
        "ROUND-TRIP: Real documents keep their canonical form",
        .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations))
    )
    func realDocuments() throws {
        let documents = try RealDocument.all.get().map {
            ($0.name, [UInt8](try Data(contentsOf: URL(filePath: $0.path))))
        }
        let counts = try expectSame(documents)
        #expect(counts == [69, 4, 24])
    }

    @Test(
        "ROUND-TRIP: W3C documents keep their canonical form",
        .enabled(if: W3CSuite.isPresent, Corpora.missing(W3CSuite.archive)),
        .enabled(if: Corpora.canUnpack, Corpora.packed)
    )
    func suite() throws {
        let tests = try W3CSuite.loaded.get().tests
        let counts = try expectSame(tests.map { ($0.id, $0.bytes) })
        #expect(counts == [775, 9, 107])
    }

    @Test(
        "ROUND-TRIP: Hostile documents keep their canonical form",
        .enabled(if: Corpora.has(Attack.script), Corpora.missing(Attack.script))
    )
    func attacks() throws {
        let attacks = try Attack.loaded.get().filter { $0.bytes.count <= 64_000 }
        let counts = try expectSame(attacks.map { ($0.file, $0.bytes) })
        #expect(counts == [117, 2, 71])
    }

    @Test(
        "ROUND-TRIP: Bodies of services keep their canonical form",
        .enabled(if: Corpora.has(Corpora.smithy), Corpora.missing(Corpora.smithy))
    )
    func services() throws {
        let cases = try Corpora.rows(of: Corpora.smithy)
        let documents = cases.map { ($0["id"]?.string ?? "", Array(($0["xml"]?.string ?? "").utf8)) }
        let counts = try expectSame(documents)
        #expect(counts == [102, 0, 89])
    }
}

import TestSupport
import Testing

@Suite("Checks of listed differences")
struct DifferenceTests {
    @Test("New, changed, settled, duplicate and missing differences are errors")
    func faults() {
        let table = [
            Difference("rejected", "listed changed settled\nmissing", reason: "r"),
            Difference("byte ", "twice=1 twice=2", reason: "s"),
        ]
        let comparisons = [
            ("same", "accepted", "accepted"), ("listed", "accepted", "rejected"), ("new", "accepted", "rejected"),
            ("changed", "accepted", "byte 3"), ("settled", "accepted", "accepted"), ("twice", "byte 1", "byte 2"),
        ].map { Comparison(document: $0, expected: $1, outcome: $2) }
        #expect(
            table.faults(in: comparisons) == [
                "twice is listed twice", "new: rejected, not accepted", "changed: byte 3, not rejected (r)",
                "settled: accepted, as expected: take it from the list", "missing is listed, but not compared",
            ]
        )
    }

    @Test(
        "Events differ by spaces, order and lost attributes, but not by comments",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func events() throws {
        let documents: [(Bytes, Bytes)] = [
            ("<a>x</a>", "<a>x </a>"), (#"<a x="1" y="2"/>"#, #"<a y="2" x="1"/>"#), (#"<a x="1"/>"#, "<a/>"),
            ("<a>x<!-- c -->y<?p?><![CDATA[z]]></a><!-- c -->", "<!DOCTYPE a><a>xyz</a>"),
            ("<a>x<b/>y</a>", "<a>xy<b/></a>"),
        ]
        let folder = try TemporaryFolder()
        let pairs = try documents.enumerated().map { number, pair in
            let names: (Bytes, Bytes) = ("\(number)-1.xml", "\(number)-2.xml")
            try folder.write(pair.0, to: names.0)
            try folder.write(pair.1, to: names.1)
            return names
        }
        #expect(try EventComparison.differences(pairs, in: folder) == [0, 1, 2, 4])
    }
}

import Foundation
import TestSupport
import Testing
import XML2Dict
import XML2DictWriting

/// Documents from practice: feeds, schemas, maps, office files, responses of services.
@Suite(
    "Real documents",
    .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations))
)
struct RealDocumentTests {
    private let documents: [RealDocument]
    /// The documents that convert, with their values.
    private let converted: [(document: RealDocument, value: XMLValue)]

    init() throws {
        documents = try RealDocument.all.get()
        converted = documents.compactMap { document in document.value.value.map { (document, $0) } }
    }

    @Test("Every document keeps its elements and attributes, except named differences")
    func documentsConvert() throws {
        let listed = try Corpora.lines(of: "real/MANIFEST.tsv").dropFirst().map { $0.split(separator: "\t")[0] }
        #expect(Set(listed.map(String.init)) == Set(documents.map(\.name)))
        #expect((documents.count, converted.count) == (77, 71))
        let comparisons = documents.map { document in
            Comparison(
                document: document.name,
                expected: document.census.map { "\($0)" } ?? "not read by expat",
                outcome: document.jsonML.value.map { "\(Census(ofJsonML: $0))" } ?? document.jsonML.words
            )
        }
        #expect([Difference].realDocuments.faults(in: comparisons) == [])
    }

    @Test("UTF-16 and UTF-32 give the same value, with and without a mark")
    func encodingsAgree() throws {
        let values = converted.filter { $0.document.name.hasPrefix("pugixml-encodings/") }.map { $0.value.json() }
        #expect(values.count == 4 && Set(values).count == 1)
        let feeds = converted.filter { $0.document.name.contains("feedparser__encoding_utf-32le-") }
        #expect(feeds.map { $0.value.json(.compact) } == [#"{"rss":{}}"#, #"{"rss":{}}"#])
    }

    @Test("The command prints the library's values, and errors with status 65")
    func commandConverts() throws {
        let paths = documents.map { Bytes($0.path) }
        let result = try BuiltCommand.run(arguments: ["--compact"] + paths)
        #expect(result.ending == .exited(65))
        #expect(result.output == Bytes(converted.map { $0.value.json(.compact) + "\n" }.joined()))
        let all = result.errors.lines.compactMap(\.text).filter { $0.hasPrefix("xml2dict: ") }
        let messages = all.filter {
            !$0.contains(": warning: 'text' is a name in the document and the key of --text-key")
        }
        let rejected = documents.filter { $0.value.value == nil }
        #expect(messages.count == rejected.count)
        for (message, document) in zip(messages, rejected) {
            #expect(message.hasPrefix("xml2dict: \(document.path):"))
        }
    }

    @Test(
        "VALID-JSON: Python reads the same from compact, pretty and ASCII output",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func pythonReadsTheOutput() throws {
        try expectAgreement(of: .python)
    }

    @Test(
        "VALID-JSON: jq reads the same from compact, pretty and ASCII output",
        .enabled(if: InstalledProgram.jq != nil, InstalledProgram.missing("jq"))
    )
    func jqReadsTheOutput() throws {
        try expectAgreement(of: .jq)
    }

    private func expectAgreement(of program: JSONProgram) throws {
        var ascii = XMLValue.JSONFormat(.tab)
        ascii.isASCII = true
        let values = [.compact, .pretty, ascii].flatMap { format in converted.map { ($0.value, format) } }
        let wrong = try program.differences(in: values)
        #expect(wrong.map { converted[$0 % converted.count].document.name } == [])
    }

    @Test(
        "ROUND-TRIP: XML written from JsonML gives the same JsonML, and expat's events",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        var pairs: [(Bytes, Bytes)] = [], refused: [String] = []
        for document in documents {
            guard let jsonML = document.jsonML.value else { continue }
            guard let written = try? XMLWriter(.jsonml, format: .compact).string(from: jsonML) else {
                refused.append(document.name)
                continue
            }
            #expect(try XMLReader(.jsonml).read(.string(written)) == jsonML, "\(document.name)")
            // Expat does not read those in UTF-32.
            guard document.census != nil else { continue }
            let name = Bytes("\(pairs.count).xml")
            try folder.write(Bytes(written), to: name)
            pairs.append((Bytes(document.path), name))
        }
        // The writer does not write the prefixes that these documents do not declare.
        #expect(
            refused == [
                "feed/FeedKit__xml_AtomMedia.xml",
                "hl7-cda/C-CDA-Examples__Allergy_to_latex_Allergy_to_specific_substance_latex_C-CDA2.1_.xml",
            ]
        )
        #expect(pairs.count == 65)
        #expect(try EventComparison.differences(pairs, in: folder).map { "\(pairs[$0].0)" } == [])
    }

    @Test(
        "The JSON has the digest of xmltodict's, with four sets of options",
        .enabled(if: InstalledProgram.sha256sum != nil, InstalledProgram.missing("sha256sum"))
    )
    func digests() throws {
        let folder = try TemporaryFolder()
        var expected: [(name: String, digest: String)] = []
        for document in converted.map(\.document) {
            for (set, options) in RealDocument.optionSets {
                guard let digest = document.digests[set] else { continue }
                let json = try XMLReader(options).read(.file(document.path)).json(.compact)
                try folder.write(Bytes(json), to: Bytes("\(expected.count).json"))
                expected.append(("\(document.name) (\(set))", digest))
            }
        }
        // xmltodict reads 68 documents; one of them is listed as a difference.
        #expect(documents.count { $0.digests.count == 4 } == 68 && expected.count == 4 * 67)
        let program = try #require(InstalledProgram.sha256sum)
        var child = ChildProcess(executable: program, arguments: expected.indices.map { Bytes("\($0).json") })
        child.folder = folder
        let sums = try child.run().output.lines.map { $0.text?.prefix(64) }
        try #require(sums.count == expected.count)
        let wrong = zip(expected, sums).filter { $0.digest != $1 ?? "" }
        #expect(wrong.map(\.0.name) == [])
    }
}

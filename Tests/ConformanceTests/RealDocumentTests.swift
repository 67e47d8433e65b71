import Foundation
import TestSupport
import Testing
import XML2Dict

/// Documents as they are found in the world: feeds, schemas, maps, office files, answers of services.
@Suite(
    "Real documents",
    .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations))
)
struct RealDocumentTests {
    @Test("There are 77 documents, and every listed deviation is a real one")
    func tableNamesDocuments() throws {
        let documents = try RealDocument.all()
        #expect(documents.count == 77)
        let manifest = Corpora.folder.appendingPathComponent(RealDocument.manifest)
        let rows = try String(contentsOf: manifest, encoding: .utf8).split(separator: "\n").dropFirst()
        let listed = rows.compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(Set(listed) == Set(documents.map(\.name)))
        let named = RealDeviation.all.map(\.name)
        #expect(Set(named).count == named.count, "a document is named twice")
        #expect(Set(named).subtracting(documents.map(\.name)).isEmpty)
        let unexplained = documents.filter { $0.census == nil && RealDeviation.of($0) == nil }.map(\.name)
        #expect(unexplained.isEmpty, "expat calls them not well-formed, and nothing is said of them")
    }

    @Test("Every document keeps its elements and attributes, except named deviations")
    func documentsConvert() throws {
        let faults = try RealDocument.all().compactMap { document -> String? in
            let outcome = Result { () throws(XMLReaderError) in try Census.reader.read(contentsOf: document.file.path) }
            switch (outcome, document.expectedCensus) {
            case (.success(let value), let expected?):
                let census = Census(of: value)
                return census == expected ? nil : "\(document.name): \(String(describing: census)), not \(expected)"
            case (.success, nil):
                return "\(document.name): accepted"
            case (.failure(let error), _):
                guard case .rejected(error.code) = RealDeviation.of(document)?.outcome else { return "\(error)" }
                return nil
            }
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test("UTF-16 and UTF-32 give the same value, with and without a mark")
    func encodingsAgree() throws {
        let documents = try RealDocument.all().filter { $0.name.hasPrefix("pugixml-encodings/") }
        #expect(documents.count == 4)
        let texts = try Set(documents.map { try XMLReader().read(contentsOf: $0.file.path).json(.compact) })
        #expect(texts.count == 1)
    }

    @Test(
        "The command prints the library's value, or an error with status 65",
        arguments: [XMLValue.JSONFormat.compact, .pretty]
    )
    func commandConverts(to format: XMLValue.JSONFormat) throws {
        let flags: [Bytes] = format == .compact ? ["--compact"] : []
        let faults = try RealDocument.all().compactMap { document -> String? in
            let result = try BuiltCommand.run(arguments: flags + [Bytes(document.file.path)])
            if document.expectedCensus == nil {
                let isReported = result.errors.text?.hasPrefix("xml2dict: \(document.file.path):") == true
                return result.ending == .exited(65) && result.output.isEmpty && isReported
                    ? nil : "\(document.name): \(result.ending), \(result.errors)"
            }
            guard result.ending == .exited(0), result.errors.isEmpty else {
                return "\(document.name): \(result.ending), \(result.errors)"
            }
            let expected = try XMLReader().read(contentsOf: document.file.path).json(format) + "\n"
            return result.output == Bytes(expected) ? nil : "\(document.name): it prints something else"
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test(
        "Python reads the same value from compact, pretty and sorted output",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func pythonReadsTheOutput() throws {
        try expectAgreement(of: .python)
    }

    @Test(
        "jq reads the same value from compact, pretty and sorted output",
        .enabled(if: InstalledProgram.jq != nil, InstalledProgram.missing("jq"))
    )
    func jqReadsTheOutput() throws {
        try expectAgreement(of: .jq)
    }

    /// Expects that a reader of JSON writes for each document what the command prints with sorted keys.
    ///
    /// It is to do so whether it reads the compact form, the pretty one or the one in ASCII. As this goes for each
    /// reader, they agree with one another.
    private func expectAgreement(of reader: JSONReader) throws {
        let documents = try RealDocument.all().filter { $0.expectedCensus != nil }
        #expect(documents.count == 71)
        let inputs = documents.map { Bytes($0.file.path) }
        let sorted = try BuiltCommand.run(arguments: ["--compact", "--sort-keys"] + inputs)
        let sortedLines = sorted.output.lines
        try #require(sorted.ending == .exited(0) && sortedLines.count == documents.count, "\(sorted.errors)")
        let folder = try TemporaryFolder()
        let files = documents.indices.map { Bytes("\($0).json") }
        for flags: [Bytes] in [["--compact"], [], ["--ascii", "--tab"]] {
            for (input, file) in zip(inputs, files) {
                try folder.write(BuiltCommand.run(arguments: flags + [input]).output, to: file)
            }
            let lines = try reader.lines(of: files, in: folder)
            try #require(lines.count == documents.count)
            let wrong = zip(documents, zip(lines, sortedLines)).filter { $0.1.0 != $0.1.1 }.map(\.0.name)
            #expect(wrong.isEmpty, "\(reader) reads something else from the output with \(flags)")
        }
    }
}

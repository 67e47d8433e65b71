import Foundation
import TestSupport
import Testing
import XML2Dict

/// The convention `xmltodict` against xmltodict itself: the calls of its own tests, and its JSON of real documents.
///
/// Of the calls none differs. Real documents differ where `RealDeviation` says that they are read otherwise.
enum XMLToDictTests {
    @Suite(
        "The calls in xmltodict's own tests",
        .enabled(if: Corpora.has(XMLToDictCase.file), Corpora.missing(XMLToDictCase.file))
    )
    struct Calls {
        @Test("There are 28 of them, and no two have one name")
        func count() throws {
            let ids = try XMLToDictCase.all().map(\.id)
            #expect(ids.count == 28)
            #expect(Set(ids).count == ids.count)
        }

        @Test("Each gives the same value, or is refused for the same reason")
        func outcomes() throws {
            for call in try XMLToDictCase.all() {
                let outcome: XMLToDictCase.Outcome?
                do {
                    let value = try XMLReader(call.options()).read(string: call.xml)
                    outcome = JSONDocument(value).map { .value($0) }
                } catch let error as XMLReaderError where error.code == .forbiddenEntity {
                    outcome = .refused("entities are disabled")
                }
                #expect(outcome == call.outcome, "\(call.id)")
            }
        }
    }

    @Suite("Arguments of xmltodict")
    struct Arguments {
        @Test("An unmapped argument or value is an error")
        func unmapped() {
            for (name, value) in [
                ("item_depth", JSONDocument.number(2)), ("process_namespaces", .boolean(false)),
                ("force_list", .boolean(true)), ("force_cdata", .string("a")), ("namespaces", .null),
            ] {
                #expect(throws: XMLToDictCase.UnmappedArgument(name: name, value: value)) {
                    try XMLToDictCase.options([name: value])
                }
            }
        }
    }

    @Suite(
        "xmltodict's JSON of real documents",
        .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations)),
        .enabled(if: InstalledProgram.sha256sum != nil, InstalledProgram.missing("sha256sum"))
    )
    struct Digests {
        @Test("Digests exist for the 68 documents that xmltodict reads")
        func count() throws {
            let documents = try RealDocument.all()
            #expect(documents.count { $0.digests.count == XMLToDictOptionSet.allCases.count } == 68)
            let unread = documents.filter(\.digests.isEmpty).map(\.name)
            #expect(unread.count == 9)
            #expect(Set(XMLToDictSubstitute.all.keys).subtracting(unread).isEmpty)
        }

        @Test(
            "Each document has the digest of xmltodict's JSON, except named deviations",
            arguments: XMLToDictOptionSet.allCases
        )
        func digests(with set: XMLToDictOptionSet) throws {
            let reader = XMLReader(set.options)
            let documents = try RealDocument.all()
            let digestsByName = Dictionary(uniqueKeysWithValues: documents.map { ($0.name, $0.digests[set]) })
            let folder = try TemporaryFolder()
            var converted: [RealDocument] = []
            for document in documents {
                do {
                    let json = try reader.read(contentsOf: document.file.path).json(.compact)
                    try folder.write(Bytes(json), to: Bytes("\(converted.count).json"))
                    converted.append(document)
                } catch let error as XMLReaderError {
                    let deviation = RealDeviation.of(document)
                    guard case .rejected(error.code) = deviation?.outcome else { throw error }
                }
            }
            // 67 of those with a digest, and four that have a substitute.
            #expect(converted.count == 71)
            let sums = try digests(of: converted.indices.map { Bytes("\($0).json") }, in: folder)
            try #require(sums.count == converted.count)
            for (document, sum) in zip(converted, sums) {
                switch XMLToDictSubstitute.all[document.name] {
                case nil:
                    #expect(sum == document.digests[set], "\(document.name)")
                case .document(let other):
                    #expect(document.digests.isEmpty && sum == digestsByName[other], "\(document.name)")
                case .json(let json, let keepingWhiteSpace):
                    let expected = set == .keepsWhiteSpace ? keepingWhiteSpace : json
                    #expect(document.digests.isEmpty, "\(document.name)")
                    #expect(try reader.read(contentsOf: document.file.path).json(.compact) == expected)
                }
            }
        }

        /// The SHA-256 of files.
        private func digests(of files: [Bytes], in folder: TemporaryFolder) throws -> [String] {
            let program = try #require(InstalledProgram.sha256sum)
            var child = ChildProcess(executable: program, arguments: files)
            child.folder = folder
            let result = try child.run()
            try #require(result.ending == .exited(0), "\(result.errors)")
            return try result.output.lines.map { line in String(try #require(line.text).prefix(64)) }
        }
    }
}

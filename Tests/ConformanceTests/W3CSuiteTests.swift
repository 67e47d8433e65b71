import TestSupport
import Testing
import XML2Dict

/// The W3C suite, read as expat reads it: verdict by verdict, error by error, byte by byte.
@Suite(
    "The W3C XML conformance suite",
    .enabled(if: W3CSuite.isPresent, Corpora.missing(W3CSuite.archive)),
    .enabled(if: Corpora.canUnpack, Corpora.packed)
)
struct W3CSuiteTests {
    @Test("The suite has 2,585 tests and contains every named deviation")
    func tablesNameTestsOfTheSuite() throws {
        let ids = try W3CSuite.loaded.get().tests.map(\.id)
        #expect(ids.count == 2_585)
        #expect(Set(ids).count == ids.count)
        let deviations = W3CDeviation.allCases.flatMap(\.ids)
        #expect(Set(deviations).count == deviations.count, "a test is named twice")
        #expect(Set(deviations).subtracting(ids).isEmpty)
        let places = W3CPlace.allCases.flatMap(\.ids)
        #expect(Set(places).count == places.count, "a test is named twice")
        #expect(Set(places).subtracting(ids).isEmpty)
    }

    @Test(
        "Documents are accepted and rejected as by expat, except named deviations",
        arguments: W3CCollection.allCases
    )
    func verdicts(of collection: W3CCollection) throws {
        let faults = try check(collection) { test in
            let outcome = test.read()
            let differs = outcome.isAccepted != test.isAccepted
            switch W3CDeviation.of(test.id) {
            case nil:
                return differs ? "expat \(test.isAccepted ? "accepts" : "rejects") it; here: \(outcome.words)" : nil
            case let reason?:
                if !differs { return "it does not differ any more: \(reason) is to be taken from the table" }
                return reason.explains(outcome) ? nil : "\(reason) does not explain: \(outcome.words)"
            }
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test("An entity that parameter entities inside the document declare is known")
    func entityDeclaredByParameterEntities() throws {
        // Expat expands parameter entities only when XML_SetParamEntityParsing asks for it, also those of the document
        // itself.
        let test = try #require(try W3CSuite.loaded.get().tests.first { $0.id == "v-pe02" })
        let value = try test.read().get()
        #expect(value["test"]?["text"]?.string == "This sample shows a error-prone method.")
    }

    @Test(
        "A rejected document has a line, column, byte, code and message",
        arguments: W3CCollection.allCases
    )
    func placesAreComplete(in collection: W3CCollection) throws {
        let faults = try check(collection) { test in
            guard case .failure(let error) = test.read() else { return nil }
            guard let line = error.line, let column = error.column, let byteOffset = error.byteOffset else {
                return "there is no place in: \(error)"
            }
            let isPlace = line >= 1 && column >= 1 && byteOffset >= 0
            return isPlace && !error.message.isEmpty && !error.code.description.isEmpty ? nil : "incomplete: \(error)"
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test(
        "Expat's rejections have the same reason and usually the same byte",
        arguments: W3CCollection.allCases
    )
    func errorsAreThoseOfExpat(in collection: W3CCollection) throws {
        let faults = try check(collection) { test in
            guard !test.isAccepted, case .failure(let error) = test.read() else { return nil }
            guard let byteOffset = error.byteOffset, let theirs = test.byteOffset else { return "there is no byte" }
            if !ExpatErrorNumber.codes(for: test).contains(error.code) {
                return "expat's error number is \(test.errorNumber), and the code is \(error.code)"
            }
            let reason = W3CPlace.of(test.id)
            if reason != nil, byteOffset == theirs {
                return "the byte does not differ any more: it is to be taken from the table"
            }
            let expected = reason.map { $0.byteOffset(of: test) } ?? theirs
            return byteOffset == expected ? nil : "it is at byte \(byteOffset), and expat's is \(theirs)"
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test(
        "A file gives the same value or error as its bytes",
        arguments: W3CCollection.allCases
    )
    func filesAreReadAlike(in collection: W3CCollection) throws {
        let folder = try TemporaryFolder()
        let file = try #require(folder.path(of: "document.xml").text)
        let faults = try check(collection) { test in
            try folder.write(Bytes(test.bytes), to: "document.xml")
            let fromFile = W3CTest.Outcome { () throws(XMLReaderError) in
                try W3CTest.reader.read(contentsOf: file)
            }
            switch (fromFile, test.read()) {
            case (.success(let value), .success(let other)):
                return value.json(.compact) == other.json(.compact) ? nil : "the values differ"
            case (.failure(var error), .failure(let other)):
                error.file = nil
                return error == other ? nil : "from a file: \(error), in memory: \(other)"
            case (let outcome, let other):
                return "from a file it is \(outcome.words), in memory \(other.words)"
            }
        }
        #expect(faults.isEmpty, Comment(rawValue: faults.list))
    }

    @Test(
        "Python reads the same value from every accepted document's JSON",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func pythonReadsTheJSON() throws {
        let accepted = try W3CSuite.loaded.get().tests.compactMap { test in try? (test.id, test.read().get()) }
        #expect(accepted.count > 800)
        var sorted = XMLValue.JSONFormat.compact
        sorted.sortsKeys = true
        let folder = try TemporaryFolder()
        let files = accepted.indices.map { Bytes("\($0).json") }
        for (document, file) in zip(accepted, files) {
            try folder.write(Bytes(document.1.json(.pretty)), to: file)
        }
        let lines = try JSONReader.python.lines(of: files, in: folder)
        try #require(lines.count == accepted.count)
        let wrong = zip(accepted, lines).filter { Bytes($0.0.1.json(sorted)) != $0.1 }.map(\.0.0)
        #expect(wrong.isEmpty)
    }

    /// What is wrong with the tests of a collection: each with its id.
    private func check(_ collection: W3CCollection, for fault: (W3CTest) throws -> String?) throws -> [String] {
        let tests = try W3CSuite.tests(of: collection)
        try #require(!tests.isEmpty)
        return try tests.compactMap { test in try fault(test).map { "\(test.id): \($0)" } }
    }
}

extension [String] {
    /// All of them, for a message.
    var list: String {
        "\(count):\n" + joined(separator: "\n")
    }
}

extension W3CTest.Outcome {
    var isAccepted: Bool {
        if case .success = self { true } else { false }
    }

    /// The outcome for a message.
    var words: String {
        switch self {
        case .success: "accepted"
        case .failure(let error): "rejected (\(error.code)): \(error)"
        }
    }
}

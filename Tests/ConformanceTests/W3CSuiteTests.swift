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
    private let tests: [W3CSuite.Test]

    init() throws {
        tests = try W3CSuite.loaded.get().tests
    }

    @Test("The reader accepts the documents that expat accepts, except named differences")
    func verdicts() {
        #expect(tests.count == 2_585 && Set(tests.map(\.id)).count == tests.count)
        let comparisons = tests.map { test in
            // The reasons of errors are compared below.
            let expected =
                test.errorNumber == 0 ? "accepted" : test.outcome.error == nil ? "rejected" : test.outcome.words
            return Comparison(document: test.id, expected: expected, outcome: test.outcome.words)
        }
        #expect([Difference].w3cVerdicts.faults(in: comparisons) == [])
    }

    @Test("Errors have expat's reason and byte, except named differences")
    func errors() {
        var bytes: [Comparison] = []
        for test in tests {
            guard test.errorNumber != 0, let error = test.outcome.error else { continue }
            let codes = ExpatError.codes[test.errorNumber] ?? []
            #expect(codes.contains(error.code), "\(test.id): \(error.code), and expat has error \(test.errorNumber)")
            let byte = test.byteOffset.map { "\($0)" } ?? "no byte",
                found = error.byteOffset.map { "\($0)" } ?? "no byte"
            bytes.append(Comparison(document: test.id, expected: byte, outcome: found))
        }
        #expect(bytes.count > 1_400)
        #expect([Difference].w3cBytes.faults(in: bytes) == [])
    }

    @Test("A rejected document has a line, column, byte and message")
    func placesAreComplete() {
        let incomplete = tests.filter { test in
            guard let error = test.outcome.error else { return false }
            return error.line ?? 0 < 1 || error.column ?? 0 < 1 || error.byteOffset ?? -1 < 0 || error.message.isEmpty
        }
        #expect(incomplete.map(\.id) == [])
    }

    @Test("CHUNK-INVARIANT: Every document in chunks gives the value or error of its file")
    func chunks() {
        for (number, test) in tests.enumerated() {
            let chunks = Result { () throws(XMLError) in
                try XMLPushReader.read(test.bytes, W3CSuite.options, inChunksOf: [1, 2, 3, 7, 64][number % 5])
            }
            if let value = test.outcome.value {
                #expect(chunks.value?.json(.compact) == value.json(.compact), "\(test.id)")
            } else {
                #expect(place(of: chunks) == place(of: test.outcome), "\(test.id)")
            }
        }
    }

    private func place(of outcome: Result<XMLValue, XMLError>) -> String {
        guard let error = outcome.error else { return outcome.words }
        return
            "\(error.code), byte \(error.byteOffset ?? -1), in \(error.path), \(error.line ?? 0):\(error.column ?? 0): \(error.message)"
    }

    @Test("Parameter entities inside the document can declare entities")
    func entityDeclaredByParameterEntities() throws {
        // Expat expands parameter entities only when XML_SetParamEntityParsing asks for it, also those of the document
        // itself.
        let value = tests.first { $0.id == "v-pe02" }?.outcome.value
        #expect(value?["test"]?["text"]?.string == "This sample shows a error-prone method.")
    }

    @Test(
        "VALID-JSON: Python reads the same value from every accepted document's JSON",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    func pythonReadsTheJSON() throws {
        let values = tests.compactMap(\.outcome.value)
        #expect(values.count > 800)
        #expect(try JSONProgram.python.differences(in: values.map { ($0, .pretty) }) == [])
    }
}

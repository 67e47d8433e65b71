import Foundation
import TestSupport
import Testing
import XML2Dict

/// JSONTestSuite: texts that are JSON (`y_`), texts that are not (`n_`), and texts on which readers may differ (`i_`).
@Suite(
    "JSONTestSuite",
    .enabled(if: Corpora.has(Corpora.jsonTestSuite), Corpora.missing(Corpora.jsonTestSuite)),
    .enabled(if: Corpora.canUnpack, Corpora.packed)
)
struct JSONTestSuiteTests {
    @Test("Each text has the outcome of its file name, except listed ones")
    func verdicts() throws {
        let folder = try TemporaryFolder()
        try Corpora.unpack(Corpora.jsonTestSuite, into: folder)
        let path = try #require(folder.path(of: "test_parsing").text)
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
        #expect(["y_", "n_", "i_"].map { prefix in names.count { $0.hasPrefix(prefix) } } == [95, 188, 35])
        let comparisons = try names.map { name in
            let bytes = try folder.content(of: Bytes("test_parsing/" + name)).values
            let whole = Result { () throws(XMLError) in try XMLValue(json: bytes) }
            #expect(whole == Result { () throws(XMLError) in try valueOfBytes(bytes) }, "\(name)")
            if let value = whole.value { #expect(try XMLValue(json: value.json()) == value, "\(name)") }
            if let error = whole.error {
                #expect(error.line != nil && error.column != nil && !error.message.isEmpty, "\(name)")
            }
            let expected = name.hasPrefix("y_") ? "accepted" : name.hasPrefix("n_") ? "rejected" : "either"
            return Comparison(
                document: String(name.dropLast(5)),
                expected: expected,
                outcome: whole.value == nil ? "rejected" : "accepted"
            )
        }
        #expect([Difference].jsonTexts.faults(in: comparisons) == [])
    }

    /// Reads a text a byte at a time.
    private func valueOfBytes(_ bytes: [UInt8]) throws(XMLError) -> XMLValue {
        var reader = JSONReader(.one)
        for byte in bytes {
            withUnsafeBytes(of: byte) { reader.feed($0) }
            _ = try reader.next()
        }
        reader.finish()
        _ = try reader.next()
        return reader.takeValue()
    }
}

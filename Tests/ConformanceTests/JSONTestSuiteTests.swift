import Testing
import XML2Dict

/// JSONTestSuite, read by the library: whole, and a byte at a time.
@Suite(
    "JSONTestSuite",
    .enabled(if: JSONTestSuite.isPresent, Corpora.missing(JSONTestSuite.archive)),
    .enabled(if: Corpora.canUnpack, Corpora.packed)
)
struct JSONTestSuiteTests {
    /// Reads a text whole, and checks that the result of single bytes is the same.
    private func read(_ text: JSONTestSuite.Text) -> Result<XMLValue, XMLReaderError> {
        let whole = Result { () throws(XMLReaderError) in try XMLValue(json: text.bytes) }
        let bytes = Result { () throws(XMLReaderError) in try valueOfBytes(text.bytes) }
        #expect(whole == bytes, "\(text.name)")
        return whole
    }

    private func valueOfBytes(_ bytes: [UInt8]) throws(XMLReaderError) -> XMLValue {
        var reader = try XML2Dict.JSONReader.make(.one)
        for byte in bytes {
            _ = try withUnsafeBytes(of: byte) { byte in
                Result { () throws(XMLReaderError) in try reader.feed(byte) }
            }.get()
        }
        try reader.finish()
        return try reader.takeValue()
    }

    @Test("Texts that are JSON are read, and stay the same after writing")
    func accepted() throws {
        let texts = try JSONTestSuite.texts("y_")
        #expect(texts.count == 95)
        for text in texts {
            guard case .success(let value) = read(text) else {
                Issue.record("\(text.name) is refused")
                continue
            }
            #expect(try XMLValue(json: value.json()) == value, "\(text.name)")
        }
    }

    @Test("Texts that are not JSON are refused with a line")
    func refused() throws {
        let texts = try JSONTestSuite.texts("n_")
        #expect(texts.count == 188)
        for text in texts {
            guard case .failure(let error) = read(text) else {
                Issue.record("\(text.name) is read")
                continue
            }
            #expect(error.line != nil && error.column != nil && !error.message.isEmpty, "\(text.name)")
        }
    }

    @Test("Each text on which readers may differ has a decision")
    func decided() throws {
        let texts = try JSONTestSuite.texts("i_")
        #expect(JSONDecision.allCases.flatMap(\.files).sorted() == texts.map { String($0.name.dropFirst(2)) }.sorted())
        for text in texts {
            let decision = JSONDecision.allCases.first { $0.files.contains(String(text.name.dropFirst(2))) }
            switch read(text) {
            case .success: #expect(decision?.isRead == true, "\(text.name) is read")
            case .failure(let error): #expect(decision?.isRead == false, "\(text.name): \(error)")
            }
        }
    }
}

// Sources of documents: each source gives the same value.

import Foundation
import Testing
import XML2Dict

@Suite("Sources")
struct SourceTests {
    private static let xml = "<?xml version='1.0' encoding='ISO-8859-1'?><a><b>1</b><b>2</b></a>"

    /// The sources with the document, in a temporary file.
    private func withSources(_ body: (XMLSource) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("xml2dict-\(UUID().uuidString).xml")
        try Data(Self.xml.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let bytes = Array(Self.xml.utf8)
        try body(.bytes(bytes))
        try body(.bytes(([0x20] + bytes)[1...]))
        try body(.bytes(Data(bytes)))
        try body(.bytes(bytes.lazy.map { $0 }.filter { _ in true }))
        try body(.string(Self.xml))
        try body(.file(url.path))
        let handle = try FileHandle(forReadingFrom: url)
        try body(.fileDescriptor(handle.fileDescriptor))
        try handle.close()
    }

    @Test("Every source gives the same value, records and types")
    func values() throws {
        struct Whole: Decodable, Equatable { var b: [Int] }
        try withSources { source in
            let value = try XMLReader(.xmltodict).read(source)
            #expect(value == ["a": ["b": ["1", "2"]]])
        }
        try withSources { source in
            let whole = try XMLDecoder().decode(Whole.self, from: source)
            #expect(whole == Whole(b: [1, 2]))
        }
        try withSources { source in
            var records = try XMLReader(.xmltodict).records(at: "b", in: source)
            let found = [try records.next(), try records.next(), try records.next()]
            #expect(found == ["1", "2", nil])
        }
        try withSources { source in
            var records = try XMLDecoder().records(of: Int.self, at: "b", in: source)
            let found = [try records.next(), try records.next(), try records.next()]
            #expect(found == [1, 2, nil])
        }
    }

    @Test("A source is read from its beginning by each method")
    func repeated() throws {
        let source = XMLSource.string("<a>1</a>")
        #expect(try XMLReader().read(source) == XMLReader().read(source))
    }

    @Test("Every method reports a missing file with its name")
    func missing() {
        let source = XMLSource.file("/nonexistent/a.xml"),
            message = "/nonexistent/a.xml: cannot open: No such file or directory"
        let read = #expect(throws: XMLError.self) { try XMLReader().read(source) }
        let records = #expect(throws: XMLError.self) { _ = try XMLReader().records(at: "a", in: source) }
        let decoded = #expect(throws: XMLError.self) { try XMLDecoder().decode(Int.self, from: source) }
        #expect([read, records, decoded].map { $0?.description } == [message, message, message])
    }

    @Test("The decoder reports a malformed document like the reader")
    func malformed() {
        let source = XMLSource.string("<a>1</b>")
        let read = #expect(throws: XMLError.self) { try XMLReader().read(source) }
        let decoded = #expect(throws: XMLError.self) { try XMLDecoder().decode(Int.self, from: source) }
        #expect(read?.code == .malformed)
        #expect(decoded == read)
    }
}

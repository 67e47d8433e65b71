// Documents that an encoder writes record by record.

import Foundation
import Testing
import XML2Dict
import XML2DictWriting

@Suite("XMLRecordWriter")
struct EncoderRecordTests {
    private struct Page: Codable, Equatable {
        var loc: String, priority: Double?
    }

    /// The text that a function writes to a file.
    private func written(_ write: (Int32) throws -> Void) throws -> String {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml")
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try FileHandle(forWritingTo: url)
        try write(file.fileDescriptor)
        try file.close()
        return try String(contentsOf: url, encoding: .utf8)
    }

    @Test("Records follow one another in the root")
    func records() throws {
        var encoder = XMLEncoder()
        encoder.namespaceURIs = ["": "http://www.sitemaps.org/schemas/sitemap/0.9"]
        let text = try written { file in
            var writer = try XMLRecordWriter(root: "urlset", encoder: encoder, to: file)
            try writer.write(Page(loc: "/a", priority: 0.5), as: "url")
            try writer.write("x", as: "note")
            try writer.write(Page(loc: "", priority: nil), as: "url")
            try writer.finish()
        }
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                  <url>
                    <loc>/a</loc>
                    <priority>0.5</priority>
                  </url>
                  <note>x</note>
                  <url>
                    <loc/>
                  </url>
                </urlset>

                """
        )
    }

    @Test("Records follow the content of an associated value")
    func headOfCase() throws {
        struct Info: Encodable { var title = "News", list: [String: String] = [:] }
        enum Channel: Encodable { case full(Info) }
        struct Feed: Encodable { var channel = Channel.full(Info()) }
        let text = try written { file in
            let encoder = XMLEncoder(format: .compact)
            var writer = try XMLRecordWriter(Feed(), in: "rss/channel/full/list", encoder: encoder, to: file)
            try writer.write("x", as: "item")
            try writer.finish()
        }
        let content = "<title>News</title><list><item>x</item></list>"
        #expect(text.hasSuffix("<rss><channel><full>\(content)</full></channel></rss>\n"))
    }

    @Test("A head is written before the records")
    func head() throws {
        struct Feed: Encodable {
            struct Channel: Encodable { var title = "News", link = "/" }
            var version = "2.0", channel = Channel()
            enum CodingKeys: String, CodingKey { case version = "@version", channel }
        }
        let text = try written { file in
            var writer = try XMLRecordWriter(Feed(), in: "rss/channel", encoder: XMLEncoder(format: .compact), to: file)
            for number in 1...2 { try writer.write(["title": number], as: "item") }
            try writer.finish()
        }
        #expect(
            text.hasSuffix(
                """
                <rss version="2.0"><channel><title>News</title><link>/</link><item><title>1</title></item>\
                <item><title>2</title></item></channel></rss>

                """
            )
        )
        for path in ["rss/item", "rss/channel/title/x", "rss/channel/title"] as [XMLPath] {
            #expect(throws: EncodingError.self) { try XMLRecordWriter(Feed(), in: path, to: -1).finish() }
        }
        for path in ["rss/*", "a|b", "a//b", "rss/@version"].map(XMLPath.init(unchecked:)) {
            #expect(throws: XMLError.self) { try XMLRecordWriter(Feed(), in: path, to: -1).finish() }
        }
    }

    @Test("A document without records is complete")
    func empty() throws {
        let text = try written {
            try XMLRecordWriter(root: "r", encoder: XMLEncoder(format: .compact), to: $0).finish()
        }
        #expect(try XMLReader().read(.string(text)) == ["r": [:]])
    }

    @Test("A record that cannot be encoded writes nothing, and others follow")
    func errors() throws {
        let text = try written { file in
            var writer = try XMLRecordWriter(root: "r", encoder: XMLEncoder(format: .compact), to: file)
            try writer.write(["a": "1"], as: "i")
            for record in [["a": "\u{1}"], ["p:a": "1"]] {
                #expect(throws: EncodingError.self) { try writer.write(record, as: "i") }
            }
            try writer.write(["a": "2"], as: "i")
            try writer.finish()
        }
        #expect(text.hasSuffix("<r><i><a>1</a></i><i><a>2</a></i></r>\n"))
    }

    @Test("A record whose white space cannot stay leaves nothing, and others follow")
    func space() throws {
        let text = try written { file in
            var encoder = XMLEncoder(format: .compact)
            encoder.writesXMLSpace = true
            var writer = try XMLRecordWriter(root: "r", encoder: encoder, to: file)
            let spaced = ["a": ["p:b": ["@xmlns:p": "u", "@xml:space": "default", "": " x"]]]
            #expect(throws: EncodingError.self) { try writer.write(spaced, as: "i") }
            try writer.write(["a": " y"], as: "i")
            try writer.finish()
        }
        #expect(text.hasSuffix("<r><i><a xml:space=\"preserve\"> y</a></i></r>\n"))
    }

    @Test("A file that cannot be written is an error at each record")
    func failure() throws {
        var writer = try XMLRecordWriter(root: "r", to: -1)
        var codes: [XMLError.Code] = []
        for _ in 0..<2 {
            do { try writer.flush() } catch { codes.append(error.code) }
        }
        struct Head: Encodable { var text = "News", channel: [String: String] = [:] }
        var other = try XMLRecordWriter(Head(), in: "rss/channel", to: -1)
        do { try other.flush() } catch { codes.append(error.code) }
        #expect(codes == [.inputOutput, .inputOutput, .inputOutput])
        #expect(throws: XMLError.self) { try XMLEncoder().write(1, root: "a", to: -1) }
    }

    @Test("Many records are read back in order")
    func manyRecords() throws {
        let pages = (0..<5_000).map { Page(loc: "/\($0)", priority: Double($0)) }
        let text = try written { file in
            var writer = try XMLRecordWriter(root: "urlset", to: file)
            for page in pages { try writer.write(page, as: "url") }
            try writer.finish()
        }
        #expect(try XMLDecoder().decode([String: [Page]].self, from: .string(text)) == ["url": pages])
    }
}

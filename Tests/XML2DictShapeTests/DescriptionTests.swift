// Descriptions of documents: their paths, counts, texts and likely records.

import Testing
import XML2Dict
import XML2DictShape

@Suite("Descriptions")
struct DescriptionTests {
    private func describe(_ text: String, recordsAt path: XMLPath? = nil) throws -> XMLDescription {
        try XMLReader().description(of: .string(text), recordsAt: path)
    }

    private static let menu = """
        <menu v="1"><item id="1"><name>Cake</name><price>2.50</price><tag>a</tag><tag>b</tag></item>
        <item id="x"><name/><price>3</price></item>
        <note>x<b>y</b>z</note></menu>
        """

    @Test("A table has a line for each path")
    func table() throws {
        #expect(
            try describe(Self.menu).description == """
                name       count  per parent  without  text                     longest  example
                menu           1           1
                  @v           1                       integer                        1  1
                  item         2           2
                    @id        2                       integer 50%, string 50%        1  1
                    name       2           1           empty 50%, string 50%          4  Cake
                    price      2           1           integer 50%, number 50%        4  2.50
                    tag        2         0-2      50%  string                         1  a
                  note         1           1           mixed; string                  1  x
                    b          1           1           string                         1  y

                Elements that look like records, for --records:
                  menu/item  2

                """
        )
    }

    @Test("Large counts have commas")
    func largeCounts() throws {
        for (count, text) in [(999, "999"), (1_000, "1,000"), (12_345, "12,345")] {
            let table = try describe("<r>" + String(repeating: "<i/>", count: count) + "</r>").description
            let line = table.split(separator: "\n").first { $0.hasPrefix("  i ") }
            #expect(line?.split(separator: " ").dropFirst().first ?? "" == text, "\(table)")
        }
    }

    @Test("Paths inside records begin with the record")
    func records() throws {
        let items = try describe(Self.menu, recordsAt: "item").items
        #expect(items.map(\.path) == [".", "@id", "name", "price", "tag"])
        #expect(items.map(\.count) == [2, 2, 2, 2, 2])
        #expect(items[4].perParent == 0...2)
        #expect(items[4].parentsWithout == 1)
    }

    @Test("Interleaved elements and mixed content are noted")
    func order() throws {
        let items = try describe("<r><a><x/><y/><x/></a><b>t<x/>u</b><c><x/><y/></c></r>").items
        #expect(items.filter(\.isInterleaved).map(\.path) == ["r/a"])
        #expect(items.filter(\.isMixed).map(\.path) == ["r/b"])
    }

    @Test("The largest candidate for records is first")
    func likelyRecords() throws {
        let text = "<r><o><p a='1'/><p a='2'/></o><i><p a='1'/><p a='2'/></i><i><p a='3'/></i><t>1</t><t>2</t></r>"
        #expect(try describe(text).likelyRecords.map(\.path) == ["r/i", "r/i/p", "r/o/p"])
    }

    // MARK: Deep documents

    /// A document of nested elements, the innermost of which has some content.
    private func nested(_ depth: Int, _ content: String) -> String {
        (1...depth).map { "<d\($0)>" }.joined() + content + (1...depth).reversed().map { "</d\($0)>" }.joined()
    }

    @Test("The margin of a table stops at level 32")
    func deepTable() throws {
        let rows = try describe(nested(33, "<x y='1'/>")).description.split(separator: "\n")
        let margin = String(repeating: " ", count: 60)
        let expected = [
            "d31                   1           1",
            "  d32                 1           1",
            "  [level 33] d33      1           1",
            "  [level 34] x        1           1           empty",
            "  [level 35] @y       1                       integer        1  1",
        ]
        #expect(rows[31...35].map { String($0) } == expected.map { margin + $0 })
    }

    @Test("Swift types deeper than 32 levels are not nested")
    func deepSwift() throws {
        let text = try describe(nested(33, "<x y='1'/>")).swift
        let margin = String(repeating: " ", count: 124)
        let beside = """
            }

            struct D33_1: Codable {
                var x: X

                struct X: Codable {
                    var y: Int
                }
            }

            """
        #expect(text.contains("\n\(margin)struct D32: Codable {\n\(margin)    var d33: D33_1\n\(margin)}\n"))
        #expect(text.hasSuffix("\n" + beside))
    }

    @Test("20,000 deep elements have descriptions of a few megabytes")
    func hostileSize() throws {
        let leaves = (10_000..<30_000).map { "<leaf.\($0)/>" }.joined()
        var reader = XMLReader(.xmltodict)
        reader.options.limits[.depth] = 1_000
        let document = XMLSource.string(nested(990, leaves))
        let description = try reader.description(of: document)
        let texts = [
            description.description, description.swift, description.page(titled: "t"),
            try reader.shape(of: document).json(),
        ]
        #expect(texts.allSatisfy { $0.utf8.count < 12_000_000 }, "\(texts.map(\.utf8.count))")
    }

    @Test("Names that become equal in Swift take linear time")
    func equalNames() throws {
        // From 2 on for each of them, the search for a free number takes minutes.
        let names = (0..<20_000).map { number in
            "a" + String((0..<15).map { number >> $0 & 1 == 0 ? "." : "-" as Character }) + "a"
        }
        let text = try describe("<r>\(names.map { "<\($0)/>" }.joined())</r>").swift
        #expect(text.contains("\n    var aA: String\n    var aA2: String\n"))
        #expect(text.contains("\n    var aA20000: String\n\n    enum CodingKeys"))
    }

    // MARK: Hostile documents

    private static let lineEnds = "\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029}".unicodeScalars

    /// Characters that could end a line, a literal, a comment or a script, as XML references.
    private static let hostile: [String] =
        ([0x9, 0xA, 0xD] + Array(0x7F...0x9F) + [0x1680, 0x2028, 0x2029, 0x3000]).map { "x&#\($0);y" }
        + ["x&#13;&#10;y", "y&#10;#", "#&#10;", "&quot;&quot;&quot;", "\\", "\\(x)", "*/", "&lt;/script>"]
        + ["&apos;", "x}y", "x{y", "x|y", "x&#133;", "x "]

    private func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(omittingEmptySubsequences: false) { Self.lineEnds.contains($0) }.map { String($0) }
    }

    @Test("Text of a document cannot end a line, literal or script")
    func hostileText() throws {
        for text in Self.hostile {
            var options = XMLOptions()
            options.namespaces = .expand
            let found = try [text, "x"].map { text in
                let item = "<p:i xmlns:p='urn:\(text)' p:a='1'>1</p:i>"
                let document = "<r>\(item)\(item)<t a='\(text)'>\(text)</t></r>"
                return try XMLReader(options).description(of: .string(document))
            }
            let tables = found.map { lines($0.description) }
            #expect(tables[0].count == tables[1].count, "\(text)")
            #expect(lines(found[0].swift).count == lines(found[1].swift).count, "\(text)")
            let parts = found[0].page(titled: "t").split(separator: "</script>", omittingEmptySubsequences: false)
            #expect(parts.count == 3, "\(text)")
            let data = try XMLValue(json: String(parts[0].split(separator: "id=\"data\">").last ?? ""))
            #expect(data["items"]?.list.count == 6, "\(text)")
        }
    }
}

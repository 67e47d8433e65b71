import Testing
import XML2Dict

@Suite("Options at the call")
struct OptionsAtCallTests {
    private struct Row: Decodable { var item: [String] }

    @Test("A reader and a decoder take a change of their options")
    func change() throws {
        let xml = "<r><item>x</item></r>"
        let reader = XMLReader(.xmltodict) { $0.forceList = ["item"] }
        #expect(try reader.read(.string(xml)).json(.compact) == #"{"r":{"item":["x"]}}"#)
        let decoder = XMLDecoder { $0.keyStyle = .lower }
        #expect(try decoder.decode(Row.self, from: .string("<r><ITEM>x</ITEM></r>")).item == ["x"])
        let options = XMLOptions(.badgerfish) { $0.skip = ["item"] }
        #expect(try XMLReader(options).read(.string(xml)).json(.compact) == #"{"r":{}}"#)
        #expect(throws: XMLError.self) { try XMLOptions { $0.skip = [try XMLPath("a/" + "/b")] } }
    }

    @Test("Records have the errors of skipped records")
    func skipped() throws {
        let xml = "<r><i>1</i><i><b></i><i>2</i><i>&no;</i><i>3</i></r>"
        var records = try XMLReader().records(at: "r/i", in: .string(xml), onError: .skip())
        var texts: [String?] = []
        while let record = try records.next() { texts.append(record.text) }
        #expect(texts == ["1", "2", "3"])
        #expect(records.errors.map(\.path) == ["/r/i/b", "/r/i"])
        var stopped = try XMLReader().records(at: "r/i", in: .string("<r><i>1</i></r>"))
        while try stopped.next() != nil {}
        #expect(stopped.errors.isEmpty)
    }

    @Test("{URI}name is a coding key with expanded namespaces")
    func expandedKeys() throws {
        struct Entry: Decodable {
            var title: String
            var id: Int

            enum CodingKeys: String, CodingKey {
                case title = "{urn:m}title"
                case id = "@{urn:m}id"
            }
        }
        let decoder = XMLDecoder { $0.namespaces = .expand }
        let entry = try decoder.decode(
            Entry.self,
            from: .string("<a xmlns:x='urn:m' x:id='7'><x:title>Cake</x:title></a>")
        )
        #expect(entry.title == "Cake")
        #expect(entry.id == 7)
    }
}

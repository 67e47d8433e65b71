// Strict decoding: what no type takes is an error, and so is a missing list.

import Testing
import XML2Dict

@Suite("Strict decoding")
struct DecoderStrictTests {
    private struct Item: Decodable, Equatable {
        var id: Int
        var price: Double?
    }

    private struct Order: Decodable, Equatable {
        var item: [Item]
    }

    private struct Empty: Decodable {}

    private func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        _ xml: String,
        _ options: XMLOptions = .init(),
        ignoring paths: [String] = []
    ) throws -> Decoded {
        var decoder = XMLDecoder(options)
        decoder.isStrict = true
        decoder.ignoredPaths = paths.map { XMLPath($0) }
        return try decoder.decode(type, from: .string(xml))
    }

    /// The error, or the decoded value.
    private func outcome<Decoded: Decodable>(
        _ type: Decoded.Type,
        _ xml: String,
        _ options: XMLOptions = .init(),
        ignoring paths: [String] = []
    ) -> String {
        do {
            return "\(try decode(type, xml, options, ignoring: paths))"
        } catch let error as DecodingError {
            return error.text
        } catch {
            return "\(error)"
        }
    }

    private func unknown(_ part: String, _ place: String, _ line: Int, at path: String = "") -> String {
        "dataCorrupted \(path): unknown \(part) in \(place); "
            + "give the type a property for it, or add its path to ignoredPaths (line \(line))"
    }

    private func unknownText(_ text: String, _ place: String, _ line: Int, at path: String = "") -> String {
        "dataCorrupted \(path): unknown text '\(text)' in \(place); give the type a property with an empty coding key, "
            + "or add the element's path to ignoredPaths (line \(line))"
    }

    static let conventions: [XMLOptions.Convention] = [.xmlreader, .xmltodict, .badgerfish, .gdata]

    // MARK: Leftovers

    @Test("A document whose parts all have properties decodes", arguments: conventions)
    func complete(convention: XMLOptions.Convention) throws {
        let xml = "<o>\n<item id='1'><price>2</price></item>\n <item id='2'/>\n<item><id>3</id><price/></item></o>"
        let items = [Item(id: 1, price: 2), Item(id: 2, price: nil), Item(id: 3, price: nil)]
        #expect(try decode(Order.self, xml, .init(convention)).item == items)
        #expect(try decode(Order.self, "<o><item id='1'/></o>", .init(convention)).item == [Item(id: 1, price: nil)])
    }

    @Test("Unknown elements, attributes and texts are errors with places", arguments: conventions)
    func leftovers(convention: XMLOptions.Convention) {
        let options = XMLOptions(convention)
        func outcome(_ xml: String) -> String { self.outcome(Order.self, xml, options) }
        let separator = convention == .gdata ? "$" : ":"
        #expect(
            outcome("<o><item id='1'/>\n<n:note>x</n:note></o>") == unknown("element 'n\(separator)note'", "/o", 2)
        )
        #expect(outcome("<o><item id='1'/>\n<note/>\n<note/></o>") == unknown("element 'note'", "/o", 2))
        #expect(
            outcome("<o><item id='1'/>\n<item id='2' x=''/></o>")
                == unknown("attribute 'x'", "/o/item", 2, at: "item/1")
        )
        #expect(outcome("<o lang='en'><item id='1'/></o>") == unknown("attribute 'lang'", "/o", 1))
        #expect(
            outcome("<o><item id='1'><price\ncurrency='EUR'>2</price></item></o>")
                == unknown("attribute 'currency'", "/o/item/price", 1, at: "item/0/price")
        )
        #expect(outcome("<o>a<item id='1'/>b</o>") == unknownText("ab", "/o", 1))
        #expect(outcome("<o>\n<item id='1'>t</item></o>") == unknownText("t", "/o/item", 2, at: "item/0"))
    }

    @Test("Text of an element whose type has no properties is an error", arguments: conventions)
    func unreadText(convention: XMLOptions.Convention) throws {
        let options = XMLOptions(convention)
        #expect(outcome([String: Empty].self, "<r>\n<a>t</a></r>", options) == unknownText("t", "/r/a", 2, at: "a"))
        #expect(outcome(Empty.self, "<r>t</r>", options) == unknownText("t", "/r", 1))
        let spaced = XMLOptions(convention) { $0.trim = .none }
        #expect(try decode([String: Empty].self, "<r><a> </a></r>", spaced).count == 1)
        #expect(outcome(Empty.self, "<r/>", options) == "\(Empty())")
    }

    @Test("The first leftover in the document's order is the error")
    func order() {
        struct Pair: Decodable { var a: Empty; var b: Empty }
        #expect(outcome(Pair.self, "<r><b><y/></b><a><x/></a></r>") == unknown("element 'y'", "/r/b", 1, at: "b"))
        #expect(outcome(Pair.self, "<r><z/><b><y/></b><a/></r>") == unknown("element 'z'", "/r", 1))
    }

    @Test("A value that does not decode is the error before leftovers")
    func otherErrors() {
        #expect(
            outcome(Item.self, "<i x='1' id='y'/>")
                == "dataCorrupted id: expected a whole number for Int, found 'y' (line 1)"
        )
    }

    @Test("Decoding that is not strict ignores leftovers and missing lists")
    func notStrict() throws {
        #expect(try XMLDecoder().decode(Order.self, from: .string("<o x='1'>t<n/></o>")).item == [])
    }

    // MARK: Missing lists

    @Test("A missing list is an error that names the existing elements")
    func missingLists() throws {
        struct Lists: Decodable {
            var list: [Int]
            var set: Set<Int>
            var other: ContiguousArray<Int>
        }
        #expect(
            outcome(Order.self, "<o xmlns:n='urn:x'><n:item/></o>")
                == "keyNotFound : there is no attribute or element 'item'; there are 'xmlns:n', 'n:item' (line 1)"
        )
        #expect(
            outcome(Order.self, "<html>\n<head/><body/></html>")
                == "keyNotFound : there is no attribute or element 'item'; there are 'head', 'body' (line 1)"
        )
        #expect(outcome(Lists.self, "<l><set>1</set><other>1</other></l>").hasPrefix("keyNotFound : "))
        #expect(outcome(Lists.self, "<l><list>1</list><other>1</other></l>").hasPrefix("keyNotFound : "))
        #expect(outcome(Lists.self, "<l><list>1</list><set>1</set></l>").hasPrefix("keyNotFound : "))
        #expect(try decode(Lists.self, "<l><list>1</list><set>1</set><other>1</other></l>").list == [1])
    }

    @Test("An optional list, or one with a default, may be missing")
    func optionalLists() throws {
        struct Optional: Decodable { var item: [Int]? }
        struct Default: Decodable {
            var item: [Int]
            private enum CodingKeys: CodingKey { case item }
            init(from decoder: any Decoder) throws {
                item = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([Int].self, forKey: .item) ?? [7]
            }
        }
        #expect(try decode(Optional.self, "<r/>").item == nil)
        #expect(try decode(Default.self, "<r/>").item == [7])
        #expect(try decode([String: [Int]].self, "<r/>") == [:])
    }

    @Test("A nested list by hand must exist")
    func nestedLists() throws {
        struct ByHand: Decodable {
            var count: Int
            private enum CodingKeys: CodingKey { case i }
            init(from decoder: any Decoder) throws {
                var list = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .i)
                count = 0
                while !list.isAtEnd, count < 2 {
                    _ = try list.decode(Int.self)
                    count += 1
                }
            }
        }
        #expect(try decode(ByHand.self, "<r><i>1</i><i>2</i></r>").count == 2)
        #expect(outcome(ByHand.self, "<r><i>1</i>\n<i>2</i>\n<i>3</i></r>") == unknown("element 'i'", "/r", 3, at: "i"))
        #expect(
            outcome(ByHand.self, "<r/>")
                == "keyNotFound : there is no attribute or element 'i'; the element has nothing in it (line 1)"
        )
    }

    // MARK: Parts that need no property

    @Test("Declarations and attributes of schemas need no property", arguments: conventions)
    func standardAttributes(convention: XMLOptions.Convention) throws {
        let xml = """
            <o xmlns="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"
             xsi:noNamespaceSchemaLocation="c" xml:space="default" xsi:type="Order">
            <item id="1" xsi:type="Item" xmlns:q="urn:q"/></o>
            """
        #expect(try decode(Order.self, xml, .init(convention)).item == [Item(id: 1, price: nil)])
        let expanded = XMLOptions(convention) { $0.namespaces = .expand }
        struct Expanded: Decodable {
            var item: [Item]
            private enum CodingKeys: String, CodingKey { case item = "urn:o:item" }
            struct Item: Decodable { var id: Int }
        }
        if convention == .xmlreader { #expect(try decode(Expanded.self, xml, expanded).item.first?.id == 1) }
        #expect(outcome(Order.self, "<o><item id='1' xml:lang='en'/></o>").contains("unknown attribute 'xml:lang'"))
        #expect(outcome(Order.self, "<o><item id='1' type='en'/></o>").contains("unknown attribute 'type'"))
    }

    @Test("An element that says it is null needs no property for that")
    func nulls() throws {
        let xml = "<i xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' id='1'><price xsi:nil='true'/></i>"
        #expect(try decode(Item.self, xml) == Item(id: 1, price: nil))
    }

    @Test("Grouped attributes count one by one")
    func groups() throws {
        let options = XMLOptions { $0.attributes = .group("attrs") }
        #expect(try decode(Item.self, "<i xmlns='urn:x' id='1'/>", options) == Item(id: 1, price: nil))
        #expect(outcome(Item.self, "<i id='1' x='2'/>", options) == unknown("attribute 'x'", "/i", 1))
        #expect(try decode([String: [String: Int]].self, "<i id='1'/>", options, ignoring: ["@id"]).isEmpty == false)
    }

    @Test("Comments, instructions and the document type need no property")
    func nodes() throws {
        let options = XMLOptions {
            $0.commentKey = "c"; $0.processingInstructionKey = "p"; $0.doctypeKey = "d"
        }
        let xml = "<!DOCTYPE o><!--x--><o><!--y--><?p z?><item id='1'><!--w--></item></o>"
        #expect(try decode(Order.self, xml, options).item.count == 1)
    }

    @Test("Only beside the root, the XML declaration needs no property")
    func xmlDeclaration() throws {
        let xml = "<?xml version='1.0' encoding='UTF-8'?><a><b/></a>"
        struct Document: Decodable { var a: [String: Empty] }
        var decoder = XMLDecoder()
        decoder.isStrict = true
        let document = try XMLReader(.gdata).read(string: xml)
        #expect(document.keys.map(\.self) == ["version", "encoding", "a"])
        #expect(try decoder.decode(Document.self, from: document).a.count == 1)
        #expect(outcome(Empty.self, "<a><version/></a>", .init(.gdata)) == unknown("element 'version'", "/a", 1))
        #expect(
            outcome(Empty.self, "<a><version>1</version></a>", .init(.gdata) { $0.textOnly = .string })
                == unknown("element 'version'", "/a", 1)
        )
    }

    // MARK: Types that take parts in their own ways

    @Test("An XMLValue takes everything in its element", arguments: conventions)
    func values(convention: XMLOptions.Convention) throws {
        struct Wrapper: Decodable {
            var any: XMLValue
            var list: [XMLValue]
        }
        let xml = "<r><any x='1'>t<b><c/></b></any><list y='1'/><list>t</list></r>"
        #expect(try decode(Wrapper.self, xml, .init(convention)).list.count == 2)
        #expect(try decode([String: XMLValue].self, xml, .init(convention)).count == 2)
        #expect(try decode(XMLValue.self, xml, .init(convention)).entries.count == 2)
        #expect(try decode(XMLValue.self, "<r>t</r>", .init(convention)).text == "t")
    }

    @Test("A dictionary takes all keys, and its values take the rest")
    func dictionaries() throws {
        #expect(try decode([String: String].self, "<r a='1'><b>2</b></r>") == ["a": "1", "b": "2"])
        #expect(outcome([String: String].self, "<r><b x='1'>2</b></r>") == unknown("attribute 'x'", "/r/b", 1, at: "b"))
        #expect(try decode([String: [String]].self, "<r><b>1</b><b>2</b></r>") == ["b": ["1", "2"]])
    }

    private enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case label(String)
        case nothing
    }

    @Test("Enumerations with associated values take their cases")
    func enumerations() throws {
        let xml = "<d><s><circle radius='1'/></s><s><label>a</label></s><s><nothing/></s></d>"
        #expect(try decode([String: [Shape]].self, xml) == ["s": [.circle(radius: 1), .label("a"), .nothing]])
        #expect(
            outcome([String: Shape].self, "<d><s><circle radius='1' x=''/></s></d>")
                == unknown("attribute 'x'", "/d/s/circle", 1, at: "s/circle")
        )
        #expect(
            outcome([String: Shape].self, "<d><s><nothing x='1'/></s></d>").contains(
                "unknown attribute 'x' in /d/s/nothing"
            )
        )
    }

    private class Animal: Decodable {
        var name: String
        private enum CodingKeys: CodingKey { case name }
        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }

    private final class Cat: Animal {
        var lives: Int
        private enum CodingKeys: CodingKey { case lives, home, city }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            let home = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .home)
            _ = try home.decode(String.self, forKey: .city)
            try super.init(from: container.superDecoder())
        }
    }

    @Test("A superclass and nested containers share an element")
    func classes() throws {
        let home = "<home><city>Rome</city></home>"
        #expect(try decode(Cat.self, "<cat name='Tom' lives='7'>\(home)</cat>").name == "Tom")
        #expect(try decode(Cat.self, "<cat lives='7'>\(home)<super name='Tom'/></cat>").name == "Tom")
        #expect(
            outcome(Cat.self, "<cat name='Tom' lives='7' x=''>\(home)</cat>") == unknown("attribute 'x'", "/cat", 1)
        )
        #expect(
            outcome(Cat.self, "<cat name='Tom' lives='7'><home><city>a</city><zip/></home></cat>")
                == unknown("element 'zip'", "/cat/home", 1, at: "home")
        )
    }

    @Test("Parts that a failed attempt took count as taken")
    func attempts() throws {
        struct Either: Decodable {
            var price: Double
            init(from decoder: any Decoder) throws {
                if let item = try? Item(from: decoder) {
                    price = item.price ?? 0
                } else {
                    price = try decoder.container(keyedBy: Key.self).decode(Double.self, forKey: .cost)
                }
            }
            private enum Key: CodingKey { case cost }
        }
        #expect(try decode(Either.self, "<i id='x' cost='2'/>").price == 2)
        #expect(outcome(Either.self, "<i id='x' cost='2' y=''/>") == unknown("attribute 'y'", "/i", 1))
    }

    @Test("Names in other spellings are taken")
    func spellings() throws {
        struct Camel: Decodable { var itemPrice: Int }
        #expect(
            try decode(Camel.self, "<r><item_price>1</item_price></r>", .init { $0.keys = .camel }).itemPrice == 1
        )
        struct Local: Decodable { var title: String }
        #expect(try decode(Local.self, "<r><m:title>t</m:title></r>", .init { $0.namespaces = .strip }).title == "t")
    }

    @Test("Elements with many children decode by their index")
    func manyChildren() throws {
        let children = (0..<100).map { "<e\($0)>\($0)</e\($0)>" }.joined()
        #expect(try decode([String: Int].self, "<r>\(children)</r>").count == 100)
        #expect(outcome(Item.self, "<r id='1'>\(children)</r>") == unknown("element 'e0'", "/r", 1))
    }

    // MARK: Ignored paths

    @Test(
        "An ignored path covers the part and everything in it",
        arguments: [
            ("item/@legacy", true), ("@legacy", true), ("*/@legacy", true), ("/o/item/@legacy", true),
            ("/item/@legacy", false), ("o/@legacy", false), ("legacy", false), ("item/legacy", false),
            ("item", true), ("/o/item", true), ("o/*", true), ("/*", true), ("/o", true), ("/o/*/@*", true),
        ]
    )
    func ignoredPaths(path: String, isIgnored: Bool) {
        let found = outcome(Order.self, "<o><item id='1' legacy='x'/></o>", ignoring: ["price", path])
        let error = unknown("attribute 'legacy'", "/o/item", 1, at: "item/0")
        #expect(found == (isIgnored ? "\(Order(item: [Item(id: 1, price: nil)]))" : error))
    }

    @Test("Ignored elements are ignored at any depth, decoded or not")
    func ignoredElements() throws {
        let xml = "<rss><channel><ttl x='1'>5</ttl><media:thumbnail url=''><a/></media:thumbnail></channel></rss>"
        let paths = ["media:thumbnail", "/rss/channel/ttl"]
        let options = XMLOptions { $0.skip = ["media:thumbnail"] }
        #expect(try decode([String: [String: Int]].self, xml, options, ignoring: paths) == ["channel": ["ttl": 5]])
        struct RSS: Decodable { var channel: Empty }
        #expect(outcome(RSS.self, xml, ignoring: paths) == "\(RSS(channel: Empty()))")
        #expect(
            outcome(RSS.self, xml, ignoring: ["media:thumbnail"])
                == unknown("element 'ttl'", "/rss/channel", 1, at: "channel")
        )
    }

    @Test("An invalid ignored path throws from the first call")
    func invalidPaths() throws {
        var decoder = XMLDecoder()
        decoder.ignoredPaths = ["a//b"]
        let strings = decoder
        let error = #expect(throws: XMLReaderError.self) { try strings.decode(Int.self, from: .string("<a>1</a>")) }
        #expect(error?.code == .invalidPath)
    }

    // MARK: Records and values

    @Test("Records have the path of their element")
    func records() throws {
        let xml = "<rss><channel>\n<item id='1'/>\n<item id='2' x=''/>\n<item id='3'/></channel></rss>"
        var decoder = XMLDecoder()
        decoder.isStrict = true
        var records = try decoder.records(of: Item.self, at: "item", in: .string(xml))
        #expect(try records.next()?.id == 1)
        let error = #expect(throws: DecodingError.self) { _ = try records.next() }
        #expect(error?.text == unknown("attribute 'x'", "/rss/channel/item", 3))
        #expect(try records.next()?.id == 3)
        decoder.ignoredPaths = ["/rss/channel/item/@x"]
        var others = try decoder.records(of: Item.self, at: "item", in: .string(xml))
        var identifiers: [Int] = []
        while let item = try others.next() { identifiers.append(item.id) }
        #expect(identifiers == [1, 2, 3])
    }

    @Test("A value that is no document has paths from its top")
    func parts() throws {
        var decoder = XMLDecoder()
        decoder.isStrict = true
        let strict = decoder
        func message(_ value: XMLValue) -> String? {
            #expect(throws: DecodingError.self) { try strict.decode(Order.self, from: value) }?.xmlSummary
        }
        #expect(
            message(["item": ["id": 1], "note": ["x": 1]])
                == "unknown element 'note'; give the type a property for it, or add its path to ignoredPaths"
        )
        #expect(
            message(["item": ["id": 1, "x": 2]])
                == "item[0]: unknown attribute or element 'x' in item; give the type a property for it, or add its path to ignoredPaths"
        )
        let document = try XMLReader().read(string: "<o><item id='1'><price/></item></o>")
        #expect(try strict.decode(Order.self, from: document.root).item == [Item(id: 1, price: nil)])
        #expect(try strict.decode([String: Order].self, from: document).count == 1)
    }

    @Test("A root without its name has its path")
    func droppedRoot() {
        #expect(outcome(Empty.self, "<r><a>1</a></r>", .init(.parker)) == unknown("element 'a'", "/r", 1))
    }

    @Test("The search needs no stack for deep documents")
    func depth() throws {
        struct Node: Decodable { var n: [Node]? }
        let xml = String(repeating: "<n>", count: 500) + "<x/>" + String(repeating: "</n>", count: 500)
        #expect(
            outcome(Node.self, xml, .init { $0.input.limits[.depth] = 1_000 }).contains("unknown element 'x' in /n/n/")
        )
        let deep =
            "<r><a>" + String(repeating: "<n>", count: 9_000) + String(repeating: "</n>", count: 9_000) + "</a></r>"
        let options = XMLOptions { $0.input.limits[.depth] = 10_000 }
        #expect(try decode([String: XMLValue].self, deep, options).count == 1)
    }

    @Test(
        "Attributes of XML Schema need no property in any spelling",
        arguments: [XMLOptions.KeyStyle.keep, .lower, .snake, .camel]
    )
    func spelledAttributes(keys: XMLOptions.KeyStyle) throws {
        let xml =
            "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='a b' xml:space='default'/>"
        for namespaces in [XMLOptions.Namespaces.keep, .strip] {
            let options = XMLOptions(.xmltodict) {
                $0.keys = keys
                $0.namespaces = namespaces
                $0.skip = namespaces == .strip ? ["@space"] : []
            }
            _ = try decode(Empty.self, xml, options)
        }
    }

    @Test("An invalid ignored path is an error before the first record")
    func invalidPathOfRecords() {
        var decoder = XMLDecoder()
        decoder.isStrict = true
        decoder.ignoredPaths = ["a//b"]
        let error = #expect(throws: XMLReaderError.self) {
            _ = try decoder.records(of: Empty.self, at: "i", in: .string("<a/>"))
        }
        #expect(error?.code == .invalidPath)
    }
}

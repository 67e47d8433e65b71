// Numbers of elements, and elements that are missing or empty.

import Testing
import XML2Dict

@Suite("Decoding lists and optionals")
struct DecoderListTests {
    private struct Item: Decodable, Hashable {
        var id: Int
        var name: String?
    }

    private struct Lists: Decodable, Equatable {
        var array: [Int]
        var set: Set<Int>
        var contiguous: ContiguousArray<Int>
        var optional: [Int]?
    }

    /// The conventions with keys for attributes and child elements, and with all text of an element in one string.
    static let conventions = XMLOptions.Convention.allCases.filter { convention in
        let options = XMLOptions(convention)
        return !options.elementsAreArrays && options.attributes != .discard && options.orderKey == nil
    }

    @Test("One or many elements are a list; none is empty or nil")
    func lists() throws {
        let many =
            "<m><array>1</array><set>1</set><array>2</array><set>1</set><contiguous>3</contiguous><optional>4</optional></m>"
        let two = "<m x=''><optional>1</optional><optional>2</optional></m>"
        let nothing = Lists(array: [], set: [], contiguous: [], optional: nil)
        for convention in Self.conventions {
            let options = XMLOptions(convention)
            let lists = Lists(array: [1, 2], set: [1], contiguous: [3], optional: [4])
            #expect(try decode(Lists.self, many, options) == lists, "\(convention)")
            #expect(try decode(Lists.self, "<m/>", options) == nothing, "\(convention)")
            #expect(try decode(Lists.self, two, options).optional == [1, 2], "\(convention)")
        }
        for options in [XMLOptions { $0.forceList = ["m/array"] }, .init { $0.forceList = ["*"] }] {
            #expect(try decode(Lists.self, "<m><array>1</array></m>", options).array == [1])
        }
    }

    @Test("Lists of structures decode from one, many or no elements")
    func structures() throws {
        struct Feed: Decodable { var item: [Item] }
        struct Wrapped: Decodable { var items: Feed }
        let many = "<f><item id='1'><name>a</name></item><x/><item id='2'/></f>"
        for convention in Self.conventions {
            let options = XMLOptions(convention)
            #expect(try decode(Feed.self, "<f><item id='1'/></f>", options).item == [Item(id: 1)], "\(convention)")
            #expect(
                try decode(Feed.self, many, options).item == [Item(id: 1, name: "a"), Item(id: 2)],
                "\(convention)"
            )
            #expect(try decode(Feed.self, "<f/>", options).item.isEmpty, "\(convention)")
            let wrapped = try decode(Wrapped.self, "<f><items><item id='1'/></items></f>", options)
            #expect(wrapped.items.item == [Item(id: 1)], "\(convention)")
            #expect(try decode(Wrapped.self, "<f><items/></f>", options).items.item.isEmpty, "\(convention)")
            let error = "keyNotFound : there is no attribute or element 'items'; the element has nothing in it (line 1)"
            #expect(fault(Wrapped.self, "<f/>", options) == error, "\(convention)")
        }
    }

    @Test("Nested lists decode from nested elements")
    func nested() throws {
        struct Table: Decodable { var row: [Row] }
        struct Row: Decodable { var cell: [Int] }
        let xml = "<t><row><cell>1</cell><cell>2</cell></row><row/><row><cell>3</cell></row></t>"
        #expect(try decode(Table.self, xml).row.map(\.cell) == [[1, 2], [], [3]])
        // Without a name in between, each element is a list of one.
        #expect(try decode([String: [[Int]]].self, "<t><r>1</r><r>2</r></t>") == ["r": [[1], [2]]])
    }

    @Test("An empty element in a list is one item")
    func emptyItems() throws {
        for convention in [XMLOptions.Convention.xmlreader, .xmltodict] as [XMLOptions.Convention] {
            let options = XMLOptions(convention)
            #expect(
                try decode([String: [String]].self, "<m><i>a</i><i/></m>", options) == ["i": ["a", ""]],
                "\(convention)"
            )
            #expect(try decode([String: [String]].self, "<m><i/></m>", options) == ["i": [""]], "\(convention)")
            #expect(
                try decode([String: [Int?]].self, "<m><i>1</i><i/><i>3</i></m>", options) == ["i": [1, nil, 3]],
                "\(convention)"
            )
            #expect(try decode([String: [Float?]].self, "<m><i/></m>", options) == ["i": [nil]], "\(convention)")
        }
    }

    private struct Empties: Decodable, Equatable {
        var text: String
        var optionalText: String?
        var number: Int?
        var small: Int8?
        var float: Double?
        var flag: Bool?
        var color: Color?
        var item: Item?
        var marker: Marker?
        var list: [Item]?

        enum Color: String, Decodable { case red, blue }
        struct Marker: Decodable, Equatable { var note: String? }

        enum CodingKeys: String, CodingKey {
            case text = "t"
            case optionalText = "o"
            case number, small, float, flag, color, item, marker, list
        }
    }

    @Test("An empty element is an empty string, but no number or case")
    func empties() throws {
        let xml = "<m><t/><o/><number/><small/><float/><flag/><color/><item/><marker/></m>"
        let nothing = Empties(text: "", optionalText: "", marker: Empties.Marker())
        #expect(try decode(Empties.self, xml) == nothing)
        #expect(try decode(Empties.self, xml, .init { $0.empty = .string }) == nothing)
        #expect(try decode(Empties.self, xml, .init(.xmltodict)) == nothing)
        #expect(try decode(Empties.self, "<m t=''/>") == Empties(text: ""))
        #expect(
            try decode(Empties.self, "<m t='' number='' small='' float=' ' flag='' color=''/>") == Empties(text: "")
        )
    }

    @Test("An empty element is an error for a number")
    func emptyNumber() {
        let text = fault([String: Int].self, "<m><n/></m>")
        #expect(text == "dataCorrupted n: expected a whole number for Int, found '' (line 1)")
        let null = fault([String: Int].self, "<m><n/></m>", .init(.xmltodict))
        #expect(null == "valueNotFound n: expected Int, found nothing (line 1)")
    }

    @Test("An empty element decodes as a structure without required properties")
    func emptyStructure() throws {
        struct Optionals: Decodable, Equatable {
            var a: String?
            var b: [Int]
        }
        for convention in Self.conventions {
            let nothing = try decode(Optionals.self, "<m/>", .init(convention))
            #expect(nothing == Optionals(b: []), "\(convention)")
            #expect(try decode([String: Optionals].self, "<m><x/></m>", .init(convention)) == ["x": nothing])
        }
    }

    @Test("An element with content is never nil, even if decoding fails")
    func badOptionals() {
        struct Optionals: Decodable {
            var number: Int?
            var item: Item?
        }
        let number = fault(Optionals.self, "<m><number>x</number></m>")
        #expect(number == "dataCorrupted number: expected a whole number for Int, found 'x' (line 1)")
        let item = fault(Optionals.self, "<m><item name='x'/></m>")
        #expect(item == "keyNotFound item: there is no attribute or element 'id'; there are 'name' (line 1)")
    }

    @Test("An element with xsi:nil that became null decodes as nil")
    func xsiNil() throws {
        let xml = "<m xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><number xsi:nil='true'/><t>x</t></m>"
        #expect(try decode(Empties.self, xml, .init { $0.nilIsNull = true }) == Empties(text: "x"))
    }
}

// Classes, containers and enumerations.

import Testing
import XML2Dict

@Suite("Decoding types of every form")
struct DecoderTypeTests {
    // MARK: Classes

    private class Animal: Decodable {
        var name: String

        private enum CodingKeys: String, CodingKey { case name }

        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }

    /// Its superclass decodes from the same element.
    private final class Dog: Animal {
        var breed: String

        private enum CodingKeys: String, CodingKey { case breed }

        required init(from decoder: any Decoder) throws {
            breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
            try super.init(from: decoder)
        }
    }

    /// Its superclass decodes from `superDecoder()`.
    private final class Cat: Animal {
        var lives: Int

        private enum CodingKeys: String, CodingKey { case lives }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            try super.init(from: container.superDecoder())
        }
    }

    /// Its superclass decodes from an element with another name.
    private final class Bird: Animal {
        var wings: Int

        private enum CodingKeys: String, CodingKey { case wings, base }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            wings = try container.decode(Int.self, forKey: .wings)
            try super.init(from: container.superDecoder(forKey: .base))
        }
    }

    @Test("A class and its superclass decode from one element")
    func superclass() throws {
        for convention in DecoderListTests.conventions {
            let dog = try decode(Dog.self, "<dog name='Rex'><breed>pug</breed></dog>", .init(convention))
            #expect((dog.name, dog.breed) == ("Rex", "pug"), "\(convention)")
        }
        let error = fault(Dog.self, "<dog><breed>pug</breed></dog>")
        #expect(error == "keyNotFound : there is no attribute or element 'name'; there are 'breed' (line 1)")
    }

    @Test("A superclass decodes from the element super or from the same element")
    func superDecoder() throws {
        let one = try decode(Cat.self, "<cat name='Tom' lives='7'/>")
        #expect((one.name, one.lives) == ("Tom", 7))
        #expect(try decode(Cat.self, "<cat lives='7'><super name='Tom'/></cat>").name == "Tom")
        #expect(try decode(Bird.self, "<bird wings='2'><base name='Tweety'/></bird>").name == "Tweety")
        let noBase = fault(Bird.self, "<bird wings='2'/>")
        #expect(noBase == "keyNotFound : there is no attribute or element 'base'; there are 'wings' (line 1)")
        let noName = fault(Bird.self, "<bird wings='2'>\n<base nam='x'/></bird>")
        #expect(noName == "keyNotFound base: there is no attribute or element 'name'; there are 'nam' (line 2)")
    }

    // MARK: Containers

    private struct Order: Decodable, Equatable {
        var city: String
        var lines: [String]
        var remarks: [String]
        var paths: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let address = try container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("address"))
            city = try address.decode(String.self, forKey: AnyKey("city"))
            paths = [address.codingPath.map(\.stringValue).joined(separator: "/")]
            var list = try container.nestedUnkeyedContainer(forKey: AnyKey("line"))
            paths.append(list.codingPath.map(\.stringValue).joined(separator: "/"))
            lines = ["\(list.count ?? -1)"]
            while !list.isAtEnd {
                lines.append("\(list.currentIndex)")
                if try list.decodeNil() { continue }
                let line = try list.nestedContainer(keyedBy: AnyKey.self)
                paths.append(line.codingPath.map(\.stringValue).joined(separator: "/"))
                lines.append(try line.decode(String.self, forKey: AnyKey("sku")))
            }
            var none = try container.nestedUnkeyedContainer(forKey: AnyKey("remark"))
            remarks = []
            while !none.isAtEnd { remarks.append(try none.decode(String.self)) }
        }
    }

    @Test("Containers nest, keyed and unkeyed")
    func containers() throws {
        let xml = "<o><address><city>Rome</city></address><line sku='a'/><line/><line sku='b'/></o>"
        let order = try decode(Order.self, xml, .init(.xmltodict))
        #expect((order.city, order.lines, order.remarks) == ("Rome", ["3", "0", "a", "1", "2", "b"], []))
        #expect(order.paths == ["address", "line", "line/Index 0", "line/Index 2"])
        let small = try decode(Order.self, "<o><address city='Oslo'/><line><sku>a</sku></line><remark>r</remark></o>")
        #expect((small.lines, small.remarks) == (["1", "0", "a"], ["r"]))
        #expect(small.paths == ["address", "line", "line/Index 0"])
    }

    @Test("Unkeyed containers nest, and end with an error")
    func unkeyed() throws {
        struct Tail: Decodable {
            var message = ""
            var items: [Int] = []
            var upper: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                var list = try container.nestedUnkeyedContainer(forKey: AnyKey("i"))
                var inner = try list.nestedUnkeyedContainer()
                items.append(try inner.decode(Int.self))
                items.append(try Int(from: list.superDecoder()))
                let beforeEnd = list
                upper = beforeEnd.currentIndex
                do {
                    _ = try list.decode(Int.self)
                } catch let error as DecodingError {
                    message = error.text
                }
            }
        }
        let tail = try decode(Tail.self, "<m><i>1</i>\n<i>2</i></m>")
        #expect(tail.items == [1, 2])
        #expect(tail.upper == 2)
        #expect(tail.message == "valueNotFound i: there are no more than 2 elements (line 1)")
    }

    @Test("An undecodable item is not skipped")
    func notPassedOver() throws {
        struct Either: Decodable {
            var items: [String] = []

            init(from decoder: any Decoder) throws {
                var list = try decoder.container(keyedBy: AnyKey.self).nestedUnkeyedContainer(forKey: AnyKey("i"))
                while !list.isAtEnd {
                    if let number = try? list.decode(Int.self) {
                        items.append("\(number)")
                    } else {
                        items.append(try list.decode(String.self) + "!")
                    }
                }
            }
        }
        #expect(try decode(Either.self, "<m><i>1</i><i>x</i><i>3</i></m>").items == ["1", "x!", "3"])
    }

    // MARK: Enumerations with associated values

    private enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case box(width: Double, height: Double)
        case label(String)
        case group(Children)
        case nothing

        struct Children: Decodable, Equatable { var shape: [Wrapper] }
        struct Wrapper: Decodable, Equatable {
            var shape: Shape
            init(_ shape: Shape) { self.shape = shape }
            init(from decoder: any Decoder) throws { shape = try Shape(from: decoder) }
        }
    }

    @Test("An enumeration decodes from the one child element named like a case")
    func shapes() throws {
        let xml = """
            <drawing id="1">
              <shape z="1"><circle radius="2"/></shape><shape><box width="1"><height>2.5</height></box></shape>
              <shape><label font="x">text</label></shape><shape><nothing/></shape>
              <shape><group><shape><circle><radius>1</radius></circle></shape></group></shape>
            </drawing>
            """
        struct Drawing: Decodable { var shape: [Shape] }
        let shapes: [Shape] = [
            .circle(radius: 2), .box(width: 1, height: 2.5), .label("text"), .nothing,
            .group(.init(shape: [.init(.circle(radius: 1))])),
        ]
        for convention in DecoderListTests.conventions {
            #expect(try decode(Drawing.self, xml, .init(convention)).shape == shapes, "\(convention)")
        }
    }

    @Test("No case, two cases and a missing value are errors with lines")
    func noShapes() {
        for (shapes, found) in [("<line/>", "'line'"), ("<nothing/><label>a</label>", "'nothing', 'label'")] {
            let error = fault([String: Shape].self, "<d>\n<s>\(shapes)</s></d>")
            let expected = "typeMismatch s: expected one child element for Shape, with the name of a case, found"
            #expect(error == "\(expected) \(found) (line 2)")
        }
        let error = fault([String: Shape].self, "<d>\n<s>\n<circle radios='1'/></s></d>")
        #expect(error == "keyNotFound s/circle: there is no attribute or element 'radius'; there are 'radios' (line 3)")
    }

    /// One of several elements beside others, by hand.
    private enum Payment: Decodable, Equatable {
        case card(number: String)
        case cash
        case iban(String)

        enum CodingKeys: String, CodingKey { case card, cash, iban }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch container.allKeys.first {
            case .card: self = .card(number: try container.decode([String: String].self, forKey: .card)["number"] ?? "")
            case .cash: self = .cash
            case .iban: self = .iban(try container.decode(String.self, forKey: .iban))
            case nil:
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no payment"))
            }
        }
    }

    @Test("An enumeration's own initializer may find its element among others")
    func payments() throws {
        struct Sale: Decodable {
            var total: Double
            var payment: Payment

            private enum CodingKeys: CodingKey { case total }

            init(from decoder: any Decoder) throws {
                total = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .total)
                payment = try Payment(from: decoder)
            }
        }
        #expect(try decode(Sale.self, "<s total='1'><card number='4'/></s>").payment == .card(number: "4"))
        #expect(try decode(Sale.self, "<s><total>1</total><iban>DE</iban></s>").payment == .iban("DE"))
        #expect(try decode(Sale.self, "<s><cash/><total>1</total></s>", .init(.xmltodict)).payment == .cash)
        #expect(fault(Sale.self, "<s total='1'/>") == "dataCorrupted : no payment (line 1)")
    }

    // MARK: What a decoder tells

    @Test("A type can read userInfo and its coding path")
    func context() throws {
        struct Asking: Decodable {
            var information: String?
            var path: [String]

            init(from decoder: any Decoder) throws {
                information = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] as? String }
                path = decoder.codingPath.map(\.stringValue)
            }
        }
        var decoder = XMLDecoder()
        if let key = CodingUserInfoKey(rawValue: "key") { decoder.userInfo[key] = "value" }
        let asking = try decoder.decode([String: [Asking]].self, from: .string("<m><a/><a/><b/></m>"))
        #expect(asking["a"]?.map(\.path) == [["a", "Index 0"], ["a", "Index 1"]])
        #expect(asking["b"]?.map(\.path) == [["b", "Index 0"]])
        #expect(asking["b"]?.first?.information == "value")
    }

    @Test("A value decodes like an equal literal")
    func values() throws {
        func decode<Decoded: Decodable>(_ type: Decoded.Type, _ value: XMLValue) throws -> Decoded {
            try XMLDecoder().decode(type, from: value)
        }
        let value = try XMLReader(.xmltodict).read(.string("<a><b>1</b></a>")), literal: XMLValue = ["a": ["b": "1"]]
        #expect(value == literal)
        for value in [value, literal] {
            #expect(try decode([String: [String: Int]].self, value) == ["a": ["b": 1]])
            #expect(try decode([String: Int].self, value.root) == ["b": 1])
        }
        #expect(try decode(Int.self, #require(value[path: "a/b"])) == 1)
        #expect(try decode([String: Int].self, ["x": 1, "y": "2"]) == ["x": 1, "y": 2])
        #expect(try decode([Bool].self, [true, "false", 1]) == [true, false, true])
        #expect(try decode([String?].self, [.null, "a"]) == [nil, "a"])
        #expect(try decode([Int].self, []) == [])
        #expect(try decode([String: Int].self, [:]) == [:])
    }

    private struct Title: Decodable { var title: String }

    @Test("The error suggests decoding the root if the root has the key")
    func rootHint() throws {
        func message(_ value: XMLValue) -> String? {
            #expect(throws: DecodingError.self) { try XMLDecoder().decode(Title.self, from: value) }?.xmlSummary
        }
        let hint = "; pass the value's 'root' to decode the element 'feed'"
        let missing = "there is no attribute or element 'title'; there are 'feed'"
        #expect(message(["feed": ["title": "t"]]) == missing + hint)
        #expect(message(["feed": ["titel": "t"]]) == missing)
        #expect(message(try XMLReader().read(.string("<feed><titel>t</titel></feed>"))) == missing + hint)
        let channel = "there is no attribute or element 'title'; there are 'channel' (line 1)"
        #expect(fault(Title.self, "<feed><channel><title>t</title></channel></feed>") == "keyNotFound : \(channel)")
    }

    @Test("The decoder decodes the root of documents that it reads")
    func ownDocuments() throws {
        let xml = "<?xml version='1.0'?><!--c--><version><version>1</version></version>"
        for keepsRoot in [true, false] {
            let options = XMLOptions(.gdata) {
                ($0.keepsRoot, $0.commentKey, $0.textOnlyIsString) = (keepsRoot, "version", true)
            }
            #expect(try decode([String: Int].self, xml, options) == ["version": 1], "\(keepsRoot)")
        }
    }

    private struct Node: Decodable {
        var n: [Node]
        var depth: Int { 1 + (n.first?.depth ?? 0) }
    }

    /// Any element.
    ///
    /// It tries a list first, like types for any JSON.
    private indirect enum Anything: Decodable, Equatable {
        case list([Anything])
        case text(String)
        case dictionary([String: Anything])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let list = try? container.decode([Anything].self) {
                self = .list(list)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .dictionary(try container.decode([String: Anything].self))
            }
        }
    }

    @Test("Decoding a type that contains a list of itself ends")
    func listsOfThemselves() throws {
        #expect(
            try decode(Anything.self, "<a><b>1</b><b>2</b><c><d/></c></a>")
                == .dictionary([
                    "b": .list([.text("1"), .text("2")]), "c": .dictionary(["d": .text("")]),
                ])
        )
        #expect(try decode([Anything].self, "<a><b>1</b></a>") == [.dictionary(["b": .text("1")])])
        // Nested lists that end have the levels of the type.
        #expect(try decode([[[Int]]].self, "<a>1</a>") == [[[1]]])
    }

    private struct Chain: Decodable {
        let rest: [Chain]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var rest: [Chain] = []
            while !container.isAtEnd { rest.append(try container.decode(Chain.self)) }
            self.rest = rest
        }
    }

    @Test("A type that is only a list of itself is an error")
    func endlessLists() throws {
        #expect(
            fault(Chain.self, "<a><b/></a>")
                == "typeMismatch 0: expected several elements for a list of Chain in one, found one (line 1)"
        )
        var value = XMLValue("")
        for _ in 0..<2_000 { value = [value] }
        let deep = value
        let error = #expect(throws: DecodingError.self) { try XMLDecoder().decode(Chain.self, from: deep) }
        #expect(error?.xmlSummary.contains("types are nested more than 512 deep") == true)
    }

    @Test("A type that contains itself decodes up to the decoder's depth")
    func recursion() throws {
        func xml(_ depth: Int) -> String {
            String(repeating: "<n>", count: depth) + String(repeating: "</n>", count: depth)
        }
        for depth in [1, 100, 512] { #expect(try decode(Node.self, xml(depth)).depth == depth) }
        for depth in [513, 600, 100_000] {
            let message = fault(Node.self, xml(depth), .init { $0.limits[.depth] = depth })
            #expect(message.hasPrefix("dataCorrupted n/0/n/0/"), "\(depth)")
            #expect(message.hasSuffix(": types are nested more than 512 deep (line 1)"), "\(depth)")
        }
    }
}

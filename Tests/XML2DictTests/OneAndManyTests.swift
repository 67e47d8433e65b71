import Testing
import XML2Dict
import XML2DictWriting

@Suite("One and many")
struct OneAndManyTests {
    private static let one = "<config><server><host port='80'>a</host></server></config>"
    private static let many = "<config><server><host port='80'>a</host><host>b</host></server></config>"

    @Test("Text and numbers of repeated elements are the first element's")
    func first() throws {
        for options in (DecoderListTests.conventions + [.faithful]).map({ XMLOptions($0) }) {
            for xml in [Self.one, Self.many] {
                let value = try XMLReader(options).read(.string(xml))
                #expect(value[path: "config/server/host"]?.text == "a", "\(options)")
                #expect(value[path: "config/server/host/@port"]?.int == 80, "\(options)")
            }
            let list = try XMLReader(options).read(.string("<r><n>7</n><n>x</n><t>1</t><t/></r>"))["r"]
            #expect([list?["n"]?.int, list?["t"]?.int] == [7, 1])
            #expect([list?["n"]?.double, list?["t"]?.double] == [7, 1])
            #expect([list?["n"]?.bool, list?["t"]?.bool] == [nil, true])
            #expect(list?["n"]?.string == nil)
            #expect(list?.list("n").map(\.text) == ["7", "x"])
        }
    }

    @Test("The runs of an element's text are joined")
    func runs() throws {
        let xml = "<p>one <b>two</b> three</p>"
        #expect(try XMLReader(.faithful).read(.string(xml))["p"]?.text == "one  three")
        #expect(try XMLReader(.jsonml).read(.string(xml)).text == "one  three")
        #expect(try XMLReader(.jsonml).read(.string("<p><b>x</b></p>")).text == nil)
        #expect(try XMLReader().read(.string("<p text='a'>b</p>"))["p"]?.text == "b")
        #expect(try XMLReader().read(.string("<p><text>a</text>b</p>"))["p"]?.text == "b")
    }

    @Test("An attribute is read and set by @ in every convention")
    func attributes() throws {
        let xml = "<a id='1'><id>x</id></a>"
        let expected: [(XMLOptions, String)] = [
            (.xmlreader, #"{"a":{"id":["2",{"text":"x"}],"new":"3"}}"#),
            (.xmltodict, ##"{"a":{"@id":"2","id":"x","@new":"3"}}"##),
            (.badgerfish, #"{"a":{"@id":"2","id":{"$":"x"},"@new":"3"}}"#),
            (.gdata, #"{"a":{"id":["2",{"$t":"x"}],"new":"3"}}"#),
            (.jsonml, #"["a",{"id":"2","new":"3"},["id","x"]]"#),
            (
                .init { $0.attributes = .group("attributes") },
                #"{"a":{"attributes":{"id":"2","new":"3"},"id":{"text":"x"}}}"#
            ),
        ]
        for (options, json) in expected {
            var value = try XMLReader(options).read(.string(xml))
            func change(_ element: inout XMLValue?) {
                #expect(element?["@id"]?.text == "1", "\(options)")
                element?["@id"] = "2"
                element?["@new"] = "3"
                #expect(element?["@none"] == nil, "\(options)")
            }
            if options.keepsRoot {
                change(&value["a"])
            } else {
                var root: XMLValue? = value
                change(&root)
                value = try #require(root)
            }
            #expect(value.json(.compact) == json)
        }
        var ordered = try XMLReader(.jsonml).read(.string("<a>x</a>"))
        ordered["@id"] = "1"
        #expect(ordered.json(.compact) == #"["a",{"id":"1"},"x"]"#)
        ordered["@id"] = nil
        #expect(ordered.json(.compact) == #"["a","x"]"#)
    }

    @Test("A key spelled like an attribute is found first")
    func spelled() {
        var value: XMLValue = ["@id": "1", "id": "2"]
        #expect(value["@id"] == "1")
        value["@id"] = "3"
        value["@new"] = "4"
        #expect(value.json(.compact) == #"{"@id":"3","id":"2","@new":"4"}"#)
    }

    @Test("An expanded name is the same in subscripts and in paths")
    func expanded() throws {
        let reader = XMLReader(.init { $0.namespaces = .expand })
        var value = try reader.read(.string("<a xmlns:m='urn:m' m:id='1'><m:b>x</m:b></a>"))
        #expect(value["a"]?["{urn:m}b"]?.text == "x")
        #expect(value["a"]?["@{urn:m}id"]?.text == "1")
        #expect(value[path: "a/{urn:m}b"]?.text == "x")
        value["a"]?["{urn:m}b"] = "y"
        value["a"]?["{urn:m}c"] = "z"
        #expect(value["a"]?["urn:m:b"]?.text == "y")
        #expect(value["a"]?["urn:m:c"]?.text == "z")
    }

    @Test("A new value gets the convention of the value around it")
    func converted() throws {
        let new: XMLValue = [
            "@id": "7", "name": "Cake", "tag": ["a", ["@k": "v", "#text": "b"]], "none": .null, "#text": "x",
        ]
        let expected: [(XMLOptions, String)] = [
            (
                .xmlreader,
                #"{"id":"7","name":{"text":"Cake"},"tag":[{"text":"a"},{"k":"v","text":"b"}],"none":{},"text":"x"}"#
            ),
            (.xmltodict, ##"{"@id":"7","name":"Cake","tag":["a",{"@k":"v","#text":"b"}],"none":null,"#text":"x"}"##),
            (
                .badgerfish,
                #"{"@id":"7","name":{"$":"Cake"},"tag":[{"$":"a"},{"@k":"v","$":"b"}],"none":{},"$":"x"}"#
            ),
            (
                .init { $0.attributes = .group("@") },
                #"{"@":{"id":"7"},"name":{"text":"Cake"},"tag":[{"text":"a"},{"@":{"k":"v"},"text":"b"}],"none":{},"text":"x"}"#
            ),
        ]
        for (options, json) in expected {
            var value = try XMLReader(options).read(.string("<r><item/></r>"))
            value["r"]?["item"] = new
            #expect(value["r"]?["item"]?.json(.compact) == json)
            let text = try XMLWriter(format: .compact).string(from: value)
            let item = #"<item id="7"><name>Cake</name><tag>a</tag><tag k="v">b</tag><none/>x</item>"#
            #expect(text.contains(item), "\(text)")
        }
    }

    @Test("Values made in code are written by the rules of xmltodict")
    func written() throws {
        let writer = XMLWriter(format: .compact)
        let note: XMLValue = ["note": ["@id": "1", "to": "Ada", "n": 3, "#text": "x"]]
        #expect(try writer.string(from: note).hasSuffix("<note id=\"1\"><to>Ada</to><n>3</n>x</note>\n"))
        let json = try XMLValue(json: #"{"a": {"@k": "v", "b": ["x", "y"]}}"#)
        #expect(try writer.string(from: json).hasSuffix("<a k=\"v\"><b>x</b><b>y</b></a>\n"))
        let read = try XMLReader().read(.string("<b id='1'>x</b>"))
        #expect(try writer.string(from: ["a": read["b"] ?? .null]).hasSuffix("<a id=\"1\">x</a>\n"))
    }

    @Test("A new key is an element, one or many alike")
    func newKey() throws {
        var value = try XMLReader().read(.string("<r id='1'/>"))
        value["r"]?["a"] = "x"
        value["r"]?["b"] = ["y", "z"]
        #expect(value.json(.compact) == #"{"r":{"id":"1","a":{"text":"x"},"b":[{"text":"y"},{"text":"z"}]}}"#)
    }

    @Test("A path sets each element that it matches")
    func each() throws {
        var value = try XMLReader().read(.string("<m><o><p k='1'>1</p><p>2</p></o><o><p>3</p></o></m>"))
        #expect(try value.set("q", at: "m/o/p") == 3)
        #expect(value.descendants(at: "p").map(\.text) == ["q", "q", "q"])
        #expect(value.descendants(at: "p/@k").map(\.text) == ["1"])
    }
}

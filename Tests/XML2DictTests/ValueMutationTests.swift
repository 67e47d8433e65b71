// Changing values by key, index and path.

import Testing
import XML2DictWriting

@testable import XML2Dict

@Suite("ValueMutation: keys, indices and paths")
struct ValueMutationTests {
    private static let xml =
        #"<r><a id="1">x</a><b>y</b><b>z</b><c/></r>"#

    private func read(_ xml: String = xml, _ options: XMLOptions = .init()) throws -> XMLValue {
        try XMLReader(options).read(.string(xml))
    }

    private static let table: XMLValue = [
        "d": ["a": 1, "b": "two"], "l": [["a": 1], "s", .null, [["a": 2]]], "s": "text", "n": 5, "t": true,
        "z": .null, "e": [:], "f": [],
    ]

    // MARK: Keys

    @Test("A value decoded from another does not change the other")
    func decodedPart() throws {
        struct Part: Decodable { var list: XMLValue, empty: XMLValue, text: XMLValue }
        func decoded() throws -> Part {
            let keys = (0..<64).map { "<k\($0)>1</k\($0)>" }.joined()
            var document = try XMLReader(.xmltodict).read(.string("<r><list>\(keys)</list><empty/><text>x</text></r>"))
            document["r"]?["n"] = "x"
            document["r"]?["empty"] = [:]
            return try XMLDecoder().decode(Part.self, from: #require(document["r"]))
        }
        var part = try decoded()
        part.list["k63"] = "2"
        #expect(part.list["k63"]?.string == "2" && part.list["k0"]?.string == "1" && part.list.keys.count == 64)
        part = try decoded()
        part.list["z"] = "2"
        part.list["k0"] = nil
        #expect(part.list.keys.count == 64 && part.list["z"]?.string == "2" && part.list["n"] == nil)
        part.empty["a"] = "1"
        #expect(part.empty.json(.compact) == #"{"a":"1"}"#)
        part.text["a"] = "1"
        #expect(part.text.json(.compact) == ##"{"#text":"x","a":"1"}"##)
    }

    @Test("A key is set in every kind of value")
    func setKey() throws {
        for (key, json) in [
            ("d", #"{"a":1,"b":"two","k":"new"}"#),
            ("l", ##"[{"a":1,"k":"new"},{"#text":"s","k":"new"},{"k":"new"},[{"a":2,"k":"new"}]]"##),
            ("s", ##"{"#text":"text","k":"new"}"##), ("n", ##"{"#text":5,"k":"new"}"##),
            ("t", ##"{"#text":true,"k":"new"}"##),
            ("z", #"{"k":"new"}"#), ("e", #"{"k":"new"}"#), ("f", "[]"),
        ] {
            var value = Self.table
            value[key]?["k"] = "new"
            #expect(value[key]?.json(.compact) == json, "\(key)")
            var part = try #require(Self.table[key])
            part["k"] = "new"
            #expect(part.json(.compact) == json, "\(key)")
            #expect(Self.table[key]?["k"] == nil, "\(key)")
        }
    }

    @Test("nil removes a key, and does nothing without one")
    func removeKey() throws {
        for key in ["d", "l", "s", "n", "z", "e", "f"] {
            var value = Self.table
            value[key]?["nothing"] = nil
            #expect(value.json(.compact) == Self.table.json(.compact), "\(key)")
            value[key]?["a"] = nil
            let expected = ["d": #"{"b":"two"}"#, "l": #"[{},"s",null,[{}]]"#]
            #expect(value[key]?.json(.compact) == expected[key] ?? Self.table[key]?.json(.compact), "\(key)")
        }
    }

    @Test("A replaced key keeps its position")
    func replace() throws {
        var value = try read()
        value["r"]?["a"] = ["new": 1]
        value["r"]?["c"] = "c"
        #expect(
            value.json(.compact) == #"{"r":{"a":{"new":{"text":1}},"b":[{"text":"y"},{"text":"z"}],"c":{"text":"c"}}}"#
        )
        value["r"] = nil
        #expect(value.json(.compact) == "{}")
        value["r"] = "again"
        #expect(value.json(.compact) == #"{"r":{"text":"again"}}"#)
    }

    @Test("Keys are compared by their bytes")
    func bytes() {
        var value: XMLValue = ["\u{E9}": 1]
        value["e\u{301}"] = 2
        #expect(value.entries.count == 2)
        value["\u{E9}"] = nil
        #expect(value.json(.compact) == "{\"e\u{301}\":2}")
    }

    @Test("An element with only text changes like any dictionary")
    func textOnly() throws {
        var value = try read("<r><a>one</a><a>two</a><a>three</a><a>four</a><a>five</a></r>")
        value["r"]?["a"]?[0]?["text"] = "eins"
        value["r"]?["a"]?[1]?["id"] = 2
        value["r"]?["a"]?[2]?["text"] = nil
        value["r"]?["a"]?[3]?["text"] = ["x": 1]
        value["r"]?["a"]?[4]?["text"] = 5
        let json =
            #"{"r":{"a":[{"text":"eins"},{"text":"two","id":{"text":2}},{},{"text":{"x":{"text":1}}},{"text":5}]}}"#
        #expect(value.json(.compact) == json)
    }

    @Test("A string that is set over an element becomes its text")
    func textOfElement() throws {
        var menu = try read("<menu><item id='1'><name lang='en'>Pie<b/></name><price>1</price><note/></item></menu>")
        try menu.set("Apple pie", at: "menu/item/name")
        menu["menu"]?["item"]?["price"] = 0.60
        menu["menu"]?["item"]?["note"] = "new"
        menu["menu"]?["item"]?["id"] = "2"
        menu["menu"]?["item"]?["kind"] = "element"
        menu["menu"]?["item"]?["@kind"] = "attribute"
        let name = #"{"lang":"en","b":{},"text":"Apple pie"}"#
        let item =
            #"{"id":"2","name":\#(name),"price":{"text":0.6},"note":{"text":"new"},"kind":["attribute",{"text":"element"}]}"#
        #expect(menu.json(.compact) == #"{"menu":{"item":\#(item)}}"#)
        try menu.set("2", at: "menu/item/@price", creating: true)
        #expect(menu["menu"]?["item"]?["price"]?.json(.compact) == #"["2",{"text":0.6}]"#)
    }

    @Test("Strings of an array that is set over elements become elements")
    func arrayOfElements() throws {
        var menu = try read("<m><i x='1'>a</i><n>b</n><n/></m>")
        menu["m"]?["i"] = ["p", "q"]
        #expect(try menu.set(["p", ["k": "v"]], at: "m/n") == 1)
        let json = #"{"m":{"i":[{"text":"p"},{"text":"q"}],"n":[{"text":"p"},{"k":{"text":"v"}}]}}"#
        #expect(menu.json(.compact) == json)
        var merged = try read("<m><i x='1'>a</i></m>", .xmltodict)
        merged["m"]?["i"] = ["p", "q"]
        #expect(merged.json(.compact) == #"{"m":{"i":["p","q"]}}"#)
    }

    @Test("The convention decides whether a string becomes an element")
    func textByConvention() throws {
        let xml = "<a><b x='1'>y</b><c/><c/></a>"
        let results: [(options: XMLOptions, json: String)] = [
            (.badgerfish, #"{"a":{"b":{"@x":"1","$":"!"},"c":[{},{"$":"!"},{"$":"!"}]}}"#),
            (.gdata, #"{"a":{"b":{"x":"1","$t":"!"},"c":[{},{"$t":"!"},{"$t":"!"}]}}"#),
            (.xmltodict, ##"{"a":{"b":{"@x":"1","#text":"!"},"c":[null,"!","!"]}}"##),
            (.parker, #"{"b":"!","c":[null,"!","!"]}"#),
        ]
        for (options, json) in results {
            var value = try read(xml, options)
            func change(_ element: inout XMLValue) {
                element["b"] = "!"
                element["c"]?[1] = "!"
                element["c"]?[2] = "!"
            }
            if options.keepsRoot, var root = value["a"] {
                change(&root)
                value["a"] = root
            } else {
                change(&value)
            }
            #expect(value.json(.compact) == json)
        }
    }

    // MARK: Indices

    @Test("Index 0 of a single value is the value")
    func indexOfItself() throws {
        let value = try read()
        #expect(value["r"]?["a"]?[0]?["id"]?[0]?.string == "1")
        #expect([value["r"]?["a"]?[1], value["r"]?["a"]?[-1], value["r"]?["b"]?[2]] == [nil, nil, nil])
        #expect(value[0] == value)
    }

    @Test("A string that is set after an element becomes an element")
    func textAfterElement() throws {
        var value = try read()
        value["r"]?["a"]?[1] = "2"
        value["r"]?["b"]?[2] = "3"
        value["r"]?["b"]?[0] = "1"
        value["r"]?["c"]?[0] = "c"
        value["r"]?["a"]?[0]?["id"]?[1] = "two"
        let json =
            #"{"r":{"a":[{"id":["1","two"],"text":"x"},{"text":"2"}],"b":[{"text":"1"},{"text":"z"},{"text":"3"}],"c":{"text":"c"}}}"#
        #expect(value.json(.compact) == json)
    }

    @Test("An index is set in an array, and nil removes an item")
    func setIndex() {
        let indices: [(index: Int, set: String, removed: String)] = [
            (-1, #"["a","b"]"#, #"["a","b"]"#), (0, #"["new","b"]"#, #"["b"]"#), (1, #"["a","new"]"#, #"["a"]"#),
            (2, #"["a","b","new"]"#, #"["a","b"]"#), (3, #"["a","b"]"#, #"["a","b"]"#),
            (Int.max, #"["a","b"]"#, #"["a","b"]"#), (Int.min, #"["a","b"]"#, #"["a","b"]"#),
        ]
        for (index, set, removed) in indices {
            var value: XMLValue = ["a", "b"]
            value[index] = "new"
            #expect(value.json(.compact) == set, "\(index)")
            value = ["a", "b"]
            value[index] = nil
            #expect(value.json(.compact) == removed, "\(index)")
            value[0] = nil
            value[0] = nil
            #expect(value.json(.compact) == "[]", "\(index)")
        }
    }

    @Test("A single value is set like an array of one")
    func indexOfOne() throws {
        for key in ["d", "s", "n", "z", "e"] {
            let one = try #require(Self.table[key]?.json(.compact))
            for (index, json) in [(-1, one), (0, #""new""#), (1, "[\(one),\"new\"]"), (2, one)] {
                var value = Self.table
                value[key]?[index] = "new"
                #expect(value[key]?.json(.compact) == json, "\(key)")
                value = Self.table
                value[key]?[index] = nil
                #expect(value[key]?.json(.compact) == one, "\(key)")
            }
            var value = Self.table
            value["d"]?[0]?["a"] = 7
            #expect(value["d"]?.json(.compact) == #"{"a":7,"b":"two"}"#, "\(key)")
        }
    }

    // MARK: Paths

    @Test("A path sets or removes every match")
    func setPath() throws {
        let all = #"{"r":{"a":{"id":"1","text":"x"},"b":[{"text":"y"},{"text":"z"}],"c":{}}}"#
        let element = #"{"text":"!"}"#
        let paths: [(path: String, value: XMLValue?, json: String)] = [
            ("r/a/@id", "!", all.replacing(#""1""#, with: #""!""#)),
            ("/r/b/text", "!", all.replacing(#""y""#, with: #""!""#).replacing(#""z""#, with: #""!""#)),
            ("r/b", "!", #"{"r":{"a":{"id":"1","text":"x"},"b":[{"text":"!"},{"text":"!"}],"c":{}}}"#),
            ("r/*", "!", #"{"r":{"a":{"id":"1","text":"!"},"b":[{"text":"!"},{"text":"!"}],"c":{"text":"!"}}}"#),
            ("r/*", .null, #"{"r":{"a":null,"b":[null,null],"c":null}}"#),
            (
                "r/*/k", "!",
                ##"{"r":{"a":{"id":"1","text":"x","k":#},"b":[{"text":"y","k":#},{"text":"z","k":#}],"c":{"k":#}}}"##
                    .replacing("#", with: element)
            ),
            ("r/c/d/e", "!", all.replacing("{}", with: #"{"d":{"e":{"text":"!"}}}"#)), ("r/c/*/e", "!", all),
            ("{urn:a}n", "!", all.dropLast() + #","urn:a:n":{"text":"!"}}"#),
            ("r/a/@id", nil, all.replacing(#""id":"1","#, with: "")),
            ("r/b/text", nil, #"{"r":{"a":{"id":"1","text":"x"},"b":[{},{}],"c":{}}}"#),
            ("r/b", nil, #"{"r":{"a":{"id":"1","text":"x"},"c":{}}}"#),
            ("r/*", nil, #"{"r":{}}"#), ("r/x/y", nil, all),
        ]
        let original = try read()
        for (path, new, json) in paths {
            var value = original
            try value.set(new, at: XMLPath(path), creating: true)
            #expect(value.json(.compact) == json, "\(path)")
            #expect(original.json(.compact) == all, "\(path)")
        }
    }

    @Test("A star in a path is each element, and no other node")
    func setStar() throws {
        let xml = "<!--c--><a id='1'>x<b/><!--d--><![CDATA[y]]><b k='2'/></a>"
        for options in [XMLOptions.faithful, .badgerfish, .xmltodict] {
            var value = try XMLReader(options).read(.string(xml)), other = value
            #expect(try value.set("9", at: "a/*") == 2)
            try other.set("9", at: "a/b")
            #expect(value == other, "\(options)")
            #expect(value.descendants(at: "*").count == 3)
        }
    }

    @Test("Removing nothing leaves the storage as it is")
    func removeNothing() throws {
        var value = try read()
        try value.set(nil, at: "r/x/y", creating: true)
        value["r"]?["x"] = nil
        value["x"] = nil
        value["r"]?["b"]?[7] = nil
        #expect(!(value.storage is ChangedStorage))
    }

    @Test("A path that matches nothing is an error, and changes nothing")
    func noMatch() throws {
        let original = try read()
        for (path, new) in [("r/aa/@id", "!"), ("r/a/@idd", "!"), ("x", "!"), ("r/c/*/e", nil), ("r/a/k|r/c/k", nil)]
            as [(String, XMLValue?)]
        {
            var value = original
            let error = try #require(throws: XMLError.self, "\(path)") { try value.set(new, at: XMLPath(path)) }
            #expect(error.code == .noMatch)
            #expect(error.message == "'\(path)' matches nothing in this value")
            #expect(error.remedy == "creating: true adds what is missing")
            #expect(value == original)
        }
        var value = original
        #expect(try value.set("!", at: "r/b/text") == 2)
        #expect(try value.set("!", at: "r/b/text|r/c/text|r/a/@id") == 3)
        #expect(try value.set("!", at: "r/c/text", creating: true) == 1)
        #expect(try value.set(nil, at: "r/*") == 4)
        #expect(try value.set(nil, at: "r/*", creating: true) == 0)
    }

    @Test("An attribute is set under the spelling that a literal has")
    func attributeOfProgram() throws {
        var value: XMLValue = ["a": ["id": "1", "b": [:]], "c": ["@id": "2", "id": "3"]]
        try value.set("7", at: "a/@id")
        try value.set("8", at: "c/@id")
        try value.set("9", at: "a/@b", creating: true)
        #expect(value.json(.compact) == #"{"a":{"id":"7","b":{},"@b":"9"},"c":{"@id":"8","id":"3"}}"#)
    }

    @Test("A number that is set at an attribute stays one")
    func numbersOfAttributes() throws {
        for options in [XMLOptions.xmlreader, .gdata] {
            var value = try XMLReader(options).read(.string("<d id='a'><id>1</id></d>"))
            try value.set(7, at: "d/@id")
            value["d"]?["@n"] = true
            value["d"]?["c"] = ["@m": 5]
            #expect(
                try XMLWriter(format: .compact).string(from: value).contains(
                    #"<d id="7" n="true"><id>1</id><c m="5"/></d>"#
                )
            )
        }
    }

    @Test("Text that is set over CDATA sections replaces them")
    func textOverSections() throws {
        var value = try XMLReader(.faithful).read(.string("<i><d><![CDATA[<b>]]></d><f>a<![CDATA[b]]>c</f></i>"))
        #expect(value.root["d"]?.text == "<b>")
        #expect(value.root["f"]?.text == "abc")
        value["i"]?["d"] = "NEW"
        value["i"]?["f"] = "NEW"
        #expect(try XMLWriter(format: .compact).string(from: value).contains("<i><d>NEW</d><f>NEW</f></i>"))
    }

    @Test("An invalid path is an error")
    func badPath() throws {
        for path in ["", "a//b", "a/", "@id/a", "/", "r/@*", "r/a[1]/k", "r/text()"] {
            var value = try read()
            #expect { try value.set(1, at: XMLPath(path)) } throws: { ($0 as? XMLError)?.code == .invalidPath }
            #expect(!(value.storage is ChangedStorage), "\(path)")
        }
    }

    @Test("An attribute is set with the spelling of the options")
    func attributes() throws {
        let prefixed = XMLOptions.xmltodict, grouped = XMLOptions { $0.attributes = .group("$") }
        let places: [(options: XMLOptions, path: String, json: String)] = [
            (prefixed, "r/a/@id", ##"{"r":{"a":{"@id":"!","@x":"2","#text":"t"}}}"##),
            (prefixed, "r/a/@*", ##"{"r":{"a":{"@id":"!","@x":"!","#text":"t"}}}"##),
            (prefixed, "r/@n", ##"{"r":{"a":{"@id":"1","@x":"2","#text":"t"},"@n":"!"}}"##),
            (grouped, "r/a/@id", #"{"r":{"a":{"$":{"id":"!","x":"2"},"text":"t"}}}"#),
            (grouped, "r/a/@*", #"{"r":{"a":{"$":{"id":"!","x":"!"},"text":"t"}}}"#),
            (grouped, "r/@n", #"{"r":{"a":{"$":{"id":"1","x":"2"},"text":"t"},"$":{"n":"!"}}}"#),
        ]
        for (options, path, json) in places {
            var value = try read(#"<r><a id="1" x="2">t</a></r>"#, options)
            try value.set("!", at: XMLPath(path), creating: true)
            #expect(value.json(.compact) == json, "\(path)")
        }
    }

    // MARK: Sharing

    @Test("A change does not affect copies")
    func copies() throws {
        let original = try read()
        var first = original, second = original
        first["r"]?["a"]?["text"] = "first"
        second["r"]?["a"]?["text"] = "second"
        let third = first
        first["r"]?["a"]?["text"] = "third"
        let texts = [original, first, second, third].map { $0["r"]?["a"]?.text }
        #expect(texts == ["x", "third", "second", "first"])
    }

    @Test("A value in two positions changes in one")
    func aliases() throws {
        var value = try read()
        value["r"]?["c"] = ["k": ["l": "1"]]
        value["d"] = value["r"]?["c"]
        value["r"]?["c"]?["k"]?["l"] = "2"
        value["e"] = value["d"]?["k"]
        value["d"]?["k"]?["l"] = "3"
        #expect(value["r"]?["c"]?.json(.compact) == #"{"k":{"l":{"text":"2"}}}"#)
        #expect(value["d"]?.json(.compact) == #"{"k":{"l":{"text":"3"}}}"#)
        #expect(value["e"]?.json(.compact) == #"{"l":{"text":"1"}}"#)
    }

    @Test("A value can be set inside itself")
    func selfInItself() {
        var value: XMLValue = ["a": [1]]
        value["b"] = 2
        value["c"] = value
        let before = value
        value["a"]?[0] = before
        let part = value["c"]
        value["c"]?["c"] = part
        let inner = #"{"a":[1],"b":2,"c":{"a":[1],"b":2}}"#
        #expect(value.json(.compact) == #"{"a":[\#(inner)],"b":2,"c":{"a":[1],"b":2,"c":{"a":[1],"b":2}}}"#)
        for number in 0..<60 {
            let whole = value
            value["x"] = whole
            value["y"] = whole
            value["n"] = XMLValue(integerLiteral: number)
        }
        #expect(value["x"]?["y"]?["x"]?["n"] == 56)
        #expect(value["y"]?["y"]?["y"]?["x"]?["n"] == 55)
    }

    @Test("A child that is set inside itself makes no cycle")
    func partInItself() throws {
        var items: XMLValue = [[["a": 1]], ["b": 2]]
        items["k"] = items[0]
        #expect(items.json(.compact) == #"[[{"a":1,"k":[{"a":1}]}],{"b":2,"k":[{"a":1}]}]"#)
        items["k"] = items[0]
        let inner = #"[{"a":1,"k":[{"a":1}]}]"#
        #expect(items.json(.compact) == #"[[{"a":1,"k":\#(inner)}],{"b":2,"k":\#(inner)}]"#)
        var value: XMLValue = ["a": ["b": ["c": 1]]]
        value["x"] = 1
        try value.set(value["a"], at: "a/b/c")
        #expect(value.json(.compact) == #"{"a":{"b":{"c":{"b":{"c":1}}}},"x":1}"#)
    }

    @Test("Replacing a child during its change keeps the rest")
    func replacedWhileLent() throws {
        var value = try read()
        value["r"]?["new"] = ["k": "v"]
        var other: XMLValue? = "other"
        swap(&value["r"], &other)
        #expect(value.json(.compact) == #"{"r":"other"}"#)
        other?["new"]?["k"] = "changed"
        swap(&value["r"], &other)
        value["more"] = 1
        #expect(value["r"]?["new"]?.json(.compact) == #"{"k":{"text":"changed"}}"#)
        func keep(_ value: inout XMLValue?) -> XMLValue? {
            defer { value = value?["k"] }
            return value
        }
        var kept = keep(&value["r"]!["new"])
        kept?["k"] = "kept"
        #expect(value["r"]?["new"] == ["text": "changed"])
        value["r"]?["new"] = "later"
        #expect(kept?.json(.compact) == #"{"k":{"text":"kept"}}"#)
        #expect(value["r"]?["b"]?[1]?.text == "z")
    }

    @Test("A value of another document keeps its names")
    func foreign() throws {
        var value = try read(Self.xml, .init(.xmltodict))
        let other = try read("<o><p n='1'>q</p><p>s</p><a/></o>")
        value["r"]?["c"] = other["o"]
        let json =
            ##"{"r":{"a":{"@id":"1","#text":"x"},"b":["y","z"],"c":{"p":[{"n":"1","text":"q"},{"text":"s"}],"a":{}}}}"##
        #expect(value.json(.compact) == json)
        #expect(value["r"]?["c"]?["p"]?[1]?["text"]?.string == "s")
        #expect(other.json(.compact) == #"{"o":{"p":[{"n":"1","text":"q"},{"text":"s"}],"a":{}}}"#)
    }

    // MARK: Documents

    @Test("A changed document keeps its root and lines")
    func facets() throws {
        let options = XMLOptions { ($0.keepsLines, $0.commentKey) = (true, "#c") }
        var value = try read("<!--c--><r>\n<a>\n<b>1</b></a>\n<d>2</d></r>", options)
        #expect(value.json(.compact) == ##"{"#c":"c","r":{"a":{"b":{"text":"1"}},"d":{"text":"2"}}}"##)
        value["r"]?["a"]?["b"]?["text"] = "3"
        value["#c"] = "y"
        #expect(value.root.json(.compact) == #"{"a":{"b":{"text":"3"}},"d":{"text":"2"}}"#)
        #expect([value.root["a"]?.line, value.root["d"]?.line] == [2, 4])
        for number in 0..<40 {
            let copy = value
            value["#c"] = XMLValue(integerLiteral: number)
            #expect(copy["#c"] != value["#c"])
        }
        #expect([value.root["a"]?.line, value.root["d"]?.line] == [2, 4])
        #expect(value.root["d"]?.text == "2")
        value["r"] = nil
        #expect(value.root.json(.compact) == ##"{"#c":39}"##)
    }

    @Test("Records can be changed while the reader continues")
    func records() throws {
        let xml = "<r>" + (0..<200).map { "<i><k\($0)>\($0)</k\($0)></i>" }.joined() + "</r>"
        var records = try XMLReader().records(at: "r/i", in: .string(xml))
        var kept: [XMLValue] = []
        while var record = try records.next() {
            record["k\(kept.count + 1)"] = record["k\(kept.count)"]
            record["k\(kept.count)"]?["new\(kept.count)"] = 1
            kept.append(record)
        }
        #expect(kept.count == 200)
        for (number, record) in kept.enumerated() {
            let json =
                #"{"k\#(number)":{"text":"\#(number)","new\#(number)":{"text":1}},"k\#(number + 1)":{"text":"\#(number)"}}"#
            #expect(record.json(.compact) == json)
            #expect(record.origin?.path == "/r/i")
        }
    }

    // MARK: Cost

    /// The addresses of a container's run of entries, or of a text.
    ///
    /// An edit that copies the run or the text moves it.
    private struct Places {
        private var last: Int?
        private(set) var count = 0

        mutating func note(_ value: XMLValue?) {
            guard let place = value?.entry.offset, place != last else { return }
            last = place
            count += 1
        }
    }

    @Test("A change of a large document copies only what changes")
    func largeDocument() throws {
        let item =
            "<item><title>A title of some length</title><text>\(String(repeating: "word ", count: 200))</text></item>"
        let value = try read("<r><h><t>x</t></h><l>\(String(repeating: item, count: 20_000))</l></r>")
        var copy = value
        /// Whether each part of the copy has another address than the original's.
        func areCopied(_ paths: [XMLPath]) throws -> [Bool] {
            paths.map { copy[path: $0]?.entry.offset != value[path: $0]?.entry.offset }
        }
        copy["r"]?["h"]?["t"]?["text"] = "y"
        #expect(try areCopied(["r", "r/h", "r/l"]) == [true, true, false])
        copy["r"]?["l"]?["item"]?[19_999]?["title"]?["text"] = "z"
        #expect(try areCopied(["r/l/item", "r/l/item/title", "r/l/item/text"]) == [true, false, false])
        let (items, old) = (copy["r"]?["l"]?["item"], value["r"]?["l"]?["item"])
        let areMoved = [0, 19_998, 19_999].map { items?[$0]?.entry.offset != old?[$0]?.entry.offset }
        #expect(areMoved == [false, false, true])
        #expect(items?[19_999]?["text"]?.entry.offset == old?[19_999]?["text"]?.entry.offset)
        #expect([value, copy].map { $0["r"]?["h"]?["t"]?.text } == ["x", "y"])
        #expect([old, items].map { $0?[19_999]?["title"]?.text } == ["A title of some length", "z"])
    }

    @Test("Edits of a large array are linear")
    func linear() throws {
        var value = try read("<r><l><i>0</i><i>1</i></l></r>")
        let count = 20_000
        var places = Places()
        for number in 2..<count {
            value["r"]?["l"]?["i"]?[number] = ["text": XMLValue("\(number)")]
            places.note(value["r"]?["l"]?["i"])
        }
        // The capacity doubles.
        #expect(places.count <= 15)
        let grown = places.count
        for number in 0..<count { value["r"]?["l"]?["i"]?[number]?["text"] = "x" }
        for number in 0..<count { value["r"]?["l"]?["i"]?[number]?["text"] = "long text \(number)" }
        for number in 0..<count { value["r"]?["l"]?["i"]?[number]?["text"] = "y" }
        places.note(value["r"]?["l"]?["i"])
        #expect(places.count == grown)
        #expect(value["r"]?["l"]?["i"]?[count - 1]?.json(.compact) == #"{"text":"y"}"#)
    }

    @Test("Many new keys are added in linear time")
    func newKeys() throws {
        var value = try read()
        var places = Array(repeating: Places(), count: 10)
        for number in 0..<5_000 {
            value["r"]?["c"]?[number % 10]?["k\(number)"] = XMLValue(integerLiteral: number)
            places[number % 10].note(value["r"]?["c"]?[number % 10])
        }
        var topPlaces = Places()
        for number in 0..<2000 {
            value["n\(number)"] = XMLValue(integerLiteral: number)
            topPlaces.note(value)
        }
        #expect(value.entries.count == 2001)
        #expect(value["n1999"]?.int == 1999)
        #expect((places + [topPlaces]).allSatisfy { $0.count <= 12 })
    }

    @Test("30,000 kept versions are freed, and retain no others")
    func versions() throws {
        var value = try read()
        var versions: [XMLValue] = []
        for number in 0..<30_000 {
            versions.append(value)
            value["r"]?["a"]?["text"] = XMLValue(integerLiteral: number)
        }
        for number in stride(from: 1, to: 30_000, by: 999) {
            #expect(versions[number]["r"]?["a"]?["text"] == XMLValue(integerLiteral: number - 1))
        }
        weak let storage: ValueStorage? = versions[15_000].storage
        #expect(storage is ChangedStorage)
        versions[15_000] = .null
        #expect(storage == nil)
        versions = []
        #expect(value["r"]?["a"]?["text"] == 29_999)
    }

    @Test("Values 100,000 dictionaries deep are copied and changed")
    func deep() throws {
        let depth = 100_000
        let xml = String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
        var options = XMLOptions()
        options.limits[.depth] = depth
        let deep = try read(xml, options)
        var value: XMLValue = ["text": "t"]
        value["d"] = deep
        try value.set("b", at: "d/a/b", creating: true)
        for number in 0..<40 {
            let copy = value
            value["n"] = XMLValue(integerLiteral: number)
            #expect(copy != value)
        }
        #expect(value["d"]?["a"]?["b"] == "b")
        #expect(value["d"]?["a"]?["a"] == deep["a"]?["a"])
    }

    @Test("Values that share their storage change in many tasks")
    func tasks() async throws {
        let value = try read()
        var edited = value
        edited["r"]?["new"] = ["k": 0]
        let start = edited
        await withTaskGroup(of: XMLValue.self) { group in
            for number in 0..<16 {
                group.addTask {
                    var own = start
                    for step in 0..<500 {
                        own["r"]?["new"]?["k"] = XMLValue(integerLiteral: number)
                        own["r"]?["b"]?[step] = XMLValue(integerLiteral: step)
                        let part = own["r"]?["new"]
                        own["r"]?["t\(number)"] = part
                    }
                    return own
                }
            }
            for await own in group {
                #expect(own["r"]?["b"]?.array?.count == 500)
                #expect(own["r"]?.keys.last.flatMap { own["r"]?[$0] } == own["r"]?["new"])
            }
        }
        #expect(start.json(.compact).hasSuffix(#""c":{},"new":{"k":{"text":0}}}}"#))
        #expect(value == (try read()))
    }

    @Test("Changing a text again and again takes no more memory")
    func repeatedText() throws {
        var value = try XMLReader().read(.string("<r><a>x</a><b>y</b></r>"))
        value["r"]?["a"]?["text"] = "0"
        for number in 0..<10 {
            weak let old = value["r"]?["a"]?.storage
            #expect(old is TextStorage)
            value["r"]?["a"]?["text"] = XMLValue("\(number)")
            #expect(old == nil)
        }
        #expect(value.json(.compact) == #"{"r":{"a":{"text":"9"},"b":{"text":"y"}}}"#)
    }

    @Test("A child swapped a hundred thousand times is freed without recursion")
    func swaps() throws {
        var value = try XMLReader().read(.string("<r><a>x</a><b>y</b></r>"))
        var other: XMLValue = ["z": 1]
        for _ in 0..<100_000 {
            guard var child = value["r"] else { break }
            swap(&child, &other)
            value["r"] = child
        }
        #expect(value.json(.compact) == #"{"r":{"a":{"text":"x"},"b":{"text":"y"}}}"#)
    }
}

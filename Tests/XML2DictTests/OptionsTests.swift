// Each option, alone and with others.

import Testing
import XML2Dict

@Suite("Options")
struct OptionsTests {
    private func convert(_ xml: String, _ change: (inout XMLOptions) -> Void) throws -> String {
        var options = XMLOptions()
        change(&options)
        return try XML2DictTests.convert(xml, options)
    }

    @Test("Text has the chosen key, and folds with elements of that name")
    func textKey() throws {
        #expect(try convert(#"<a x="1">t</a>"#) { $0.textKey = "#text" } == ##"{"a":{"x":"1","#text":"t"}}"##)
        #expect(try convert(#"<a x="1">t</a>"#) { $0.textKey = "x" } == #"{"a":{"x":["1","t"]}}"#)
        #expect(try convert("<a>t</a>") { $0.textKey = "" } == #"{"a":{"":"t"}}"#)
        #expect(try convert("<a>t</a>") { $0.textKey = "\"\\\n" } == #"{"a":{"\"\\\n":"t"}}"#)
    }

    @Test("Without trimming, all white space is text")
    func noTrimming() throws {
        #expect(
            try convert("<a> <b> x </b>\n</a>") { $0.trim = .none } == #"{"a":{"b":{"text":" x "},"text":" \n"}}"#
        )
        #expect(
            try convert(#"<a xml:space="default"> </a>"#) { $0.trim = .none }
                == #"{"a":{"xml:space":"default","text":" "}}"#
        )
    }

    @Test("The keys of attributes have the prefix")
    func prefix() throws {
        #expect(
            try convert(#"<a id="1"><id/></a>"#) { $0.attributes = .prefix("@") } == #"{"a":{"@id":"1","id":{}}}"#
        )
        #expect(try convert(#"<a id="1"><id/></a>"#) { $0.attributes = .prefix("") } == #"{"a":{"id":["1",{}]}}"#)
        #expect(try convert(#"<a d="1"><id/></a>"#) { $0.attributes = .prefix("i") } == #"{"a":{"id":["1",{}]}}"#)
        #expect(
            try convert(#"<a d="1" e="2"><b d="3"/></a>"#) { $0.attributes = .prefix("é") }
                == #"{"a":{"éd":"1","ée":"2","b":{"éd":"3"}}}"#
        )
    }

    @Test("Attributes are grouped under the chosen key")
    func group() throws {
        #expect(
            try convert(#"<a x="1" y="2"><b/></a>"#) { $0.attributes = .group("$") }
                == #"{"a":{"$":{"x":"1","y":"2"},"b":{}}}"#
        )
        #expect(try convert(#"<a><b x="1"/></a>"#) { $0.attributes = .group("b") } == #"{"a":{"b":{"b":{"x":"1"}}}}"#)
        #expect(try convert(#"<a x="1"><b/></a>"#) { $0.attributes = .group("b") } == #"{"a":{"b":[{"x":"1"},{}]}}"#)
    }

    @Test("Discarded attributes leave nothing, but xml:space still holds")
    func discard() throws {
        #expect(
            try convert(#"<a x="1"><b y="2">t</b></a>"#) { $0.attributes = .discard } == #"{"a":{"b":{"text":"t"}}}"#
        )
        #expect(try convert(#"<a xml:space="preserve"> </a>"#) { $0.attributes = .discard } == #"{"a":{"text":" "}}"#)
    }

    @Test("Only an element with nothing but text becomes a string")
    func textOnly() throws {
        #expect(
            try convert(#"<a><b>t</b><c x="1">t</c><d>t<e/></d><f/></a>"#) { $0.textOnlyIsString = true }
                == #"{"a":{"b":"t","c":{"x":"1","text":"t"},"d":{"e":{},"text":"t"},"f":{}}}"#
        )
        #expect(try convert("<a>t</a>") { $0.textOnlyIsString = true } == #"{"a":"t"}"#)
        #expect(
            try convert(#"<a x="1">t</a>"#) {
                $0.textOnlyIsString = true; $0.attributes = .discard
            } == #"{"a":"t"}"#
        )
        #expect(try convert("<a>1<text>2</text></a>") { $0.textOnlyIsString = true } == #"{"a":{"text":["2","1"]}}"#)
    }

    @Test("An empty element becomes the chosen value")
    func empty() throws {
        for (option, json) in [
            (XMLOptions.Empty.dictionary, #"{"a":{"b":{},"c":{"x":"1"},"d":[{},{}]}}"#),
            (.null, #"{"a":{"b":null,"c":{"x":"1"},"d":[null,null]}}"#),
            (.string, #"{"a":{"b":"","c":{"x":"1"},"d":["",""]}}"#),
            (.omit, #"{"a":{"c":{"x":"1"}}}"#),
        ] as [(XMLOptions.Empty, String)] {
            #expect(try convert(#"<a><b/><c x="1"/><d> </d><d></d></a>"#) { $0.empty = option } == json, "\(json)")
        }
    }

    @Test("An empty root stays")
    func emptyRoot() throws {
        for (option, json) in [
            (XMLOptions.Empty.dictionary, #"{"a":{}}"#), (.null, #"{"a":null}"#), (.string, #"{"a":""}"#),
            (.omit, #"{"a":{}}"#),
        ] as [(XMLOptions.Empty, String)] {
            #expect(try convert("<a/>") { $0.empty = option } == json, "\(json)")
        }
    }

    @Test("Elements that omission leaves empty are omitted")
    func omission() throws {
        #expect(
            try convert("<a><b><c><d/></c></b><e>t</e></a>") { $0.empty = .omit } == #"{"a":{"e":{"text":"t"}}}"#
        )
        #expect(try convert("<a><b><c/></b></a>") { $0.empty = .omit } == #"{"a":{}}"#)
    }

    @Test(
        "DEPTH-BOUND: An element below the limit is refused with name, value and flag"
    )
    func depth() throws {
        #expect(try convert("<a><b/></a>") { $0.limits[.depth] = 2 } == #"{"a":{"b":{}}}"#)
        let error = try #require(throws: XMLError.self) {
            try convert("<a><b><c/></b></a>") { $0.limits[.depth] = 2 }
        }
        #expect(error.code == .limit)
        #expect(error.words.description == "elements are nested more than 2 deep; limits[.depth] allows more")
        #expect(error.path == "/a/b")
        #expect((error.line, error.column, error.byteOffset) == (1, 7, 6))
    }

    @Test("A limit of 0 means 0")
    func noDepth() {
        #expect(throws: XMLError.self) { try convert("<a/>") { $0.limits[.depth] = 0 } }
    }

    @Test("DEPTH-BOUND: Reading, writing and freeing do not recurse, at depth 300,000")
    func deep() throws {
        let depth = 300_000
        let xml = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let json = try convert(xml) { $0.limits[.depth] = depth }
        #expect(json == String(repeating: #"{"a":"#, count: depth) + "{}" + String(repeating: "}", count: depth))
    }

    @Test("Text with two signs is not a number")
    func signs() throws {
        for text in ["--1", "+-1", "-+1", "++1", "--0", "-", "+", "+.", "-e1", "00-1", "0-0.5", "00+1", "1-1"]
            as [String]
        {
            #expect(
                try convert("<a>\(text)</a>") { $0.typesByPath = ["a": .number] } == #"{"a":{"text":"\#(text)"}}"#,
                "\(text)"
            )
        }
    }

    @Test("A separator is only between runs of text, trimmed or not")
    func separatorUntrimmed() throws {
        for (xml, json) in [
            ("<a>x<b/></a>", #"{"a":{"b":{},"text":"x"}}"#),
            ("<a>x<b/> </a>", #"{"a":{"b":{},"text":"x| "}}"#),
            ("<a><b/>x<b/><b/>y<b/></a>", #"{"a":{"b":[{},{},{},{}],"text":"x|y"}}"#),
        ] as [(String, String)] {
            let found = try convert(xml) { ($0.textSeparator, $0.trim) = ("|", .none) }
            #expect(found == json, "\(xml)")
        }
    }

    @Test("elementsAreArrays does not change the keys beside the root")
    func besideOrderedRoot() throws {
        let xml = "<?xml version='1.0'?><!DOCTYPE a><!--b--><a><!--c--><?d e?></a><?f g?>"
        let json =
            ##"{"version":"1.0","!":"a","#":"b","a":["a",["#","c"],["?",{"d":"e"}]],"?":{"f":"g"}}"##
        let found = try convert(xml) {
            $0.elementsAreArrays = true
            $0.includesXMLDeclaration = true
            ($0.doctypeKey, $0.commentKey, $0.processingInstructionKey) = ("!", "#", "?")
        }
        #expect(found == json)
    }

    @Test("Only an element with nothing but repeated children becomes an array")
    func siblings() throws {
        for (xml, json) in [
            ("<a><i/><i>t</i></a>", #"{"a":[{},{"text":"t"}]}"#),
            ("<a><b><i/><i/></b></a>", #"{"a":{"b":[{},{}]}}"#),
            ("<a><b><i/><i/></b><b><i/><i/></b></a>", #"{"a":[[{},{}],[{},{}]]}"#),
            ("<a><i/></a>", #"{"a":{"i":{}}}"#),
            ("<a><l/></a>", #"{"a":[{}]}"#),
            ("<a><l/><i/></a>", #"{"a":{"l":[{}],"i":{}}}"#),
            ("<a i='1'><i/></a>", #"{"a":{"i":["1",{}]}}"#),
            ("<a>t<text/></a>", #"{"a":{"text":[{},"t"]}}"#),
            ("<a><!--1--><!--2--></a>", ##"{"a":{"#":["1","2"]}}"##),
            ("<a><?p?><?p?></a>", #"{"a":{"?":[{"p":""},{"p":""}]}}"#),
            ("<a><![CDATA[1]]><![CDATA[2]]></a>", #"{"a":{"$":["1","2"]}}"#),
        ] as [(String, String)] {
            let found = try convert(xml) {
                $0.unwrapsSiblings = true
                $0.forceList = ["l"]
                ($0.commentKey, $0.processingInstructionKey, $0.cdataKey) = ("#", "?", "$")
            }
            #expect(found == json, "\(xml)")
        }
    }

    @Test("Expanding namespaces refuses every violation of their rules")
    func attributeNamespaces() throws {
        for (xml, message) in [
            ("<a q:b='1'/>", "the prefix q of q:b is not declared"),
            ("<a><s q:b='1'/></a>", "the prefix q of q:b is not declared"),
            (
                "<a xmlns:x='u' xmlns:y='u' x:b='1' y:b='2'/>",
                "the attribute y:b is there already, with another prefix"
            ),
            ("<a xmlns:x='u' xmlns:y='u'><s x:b='1' c='' y:b='2'/></a>", "the attribute y:b is there already"),
        ] as [(String, String)] {
            let changes: [(inout XMLOptions) -> Void] = [
                { _ in }, { $0.attributes = .discard }, { $0.skip = ["s"] }, { $0.select = ["none"] },
                { $0.namespacePrefixes = ["u": "z"] },
            ]
            for change in changes {
                let error = try #require(throws: XMLError.self, "\(xml)") {
                    try convert(xml) {
                        $0.namespaces = .expand; change(&$0)
                    }
                }
                #expect(error.code == .malformed, "\(xml)")
                #expect(error.words.description.hasPrefix(message), "\(xml)")
            }
        }
    }

    @Test("Attributes of different namespaces are different")
    func differentAttributes() throws {
        let xml = "<a xmlns='u' xmlns:x='u' xmlns:y='v' x:b='1' y:b='2' b='3' x:\u{E9}='4' y:c='' x:e\u{301}='5'/>"
        let found = try convert(xml) {
            $0.namespaces = .expand; $0.namespaceDeclarations = .drop
        }
        let json = #"{"u:a":{"u:b":"1","v:b":"2","b":"3","u:\#u{E9}":"4","v:c":"","u:e\#u{301}":"5"}}"#
        #expect(Array(found.utf8) == Array(json.utf8))
    }

    @Test("With expanded names, elements with different prefixes of one namespace repeat")
    func repeatedNames() throws {
        let xml = "<a xmlns:x='u' xmlns:y='u' xmlns:z='v'><x:b/><b/><y:b/><b xmlns='u'/></a>"
        let expanded = try convert(xml) {
            $0.namespaces = .expand; $0.namespaceDeclarations = .drop
        }
        #expect(expanded == #"{"a":{"u:b":[{},{},{}],"b":{}}}"#)
        let mapped = try convert(xml) {
            $0.namespacePrefixes = ["u": "p"]; $0.namespaceDeclarations = .drop
        }
        #expect(mapped == #"{"a":{"p:b":[{},{},{}],"b":{}}}"#)
    }

    @Test("Elements whose names become the same key are in one array")
    func namesAlike() throws {
        let mapped = try convert("<a xmlns:x='u' xmlns:z='v'><x:b/><z:b/><p:b/></a>") {
            $0.namespacePrefixes = ["u": "p", "v": "p"]; $0.namespaceDeclarations = .drop
        }
        #expect(mapped == #"{"a":{"p:b":[{},{},{}]}}"#)
    }

    @Test("White space is collapsed around a separator, not inside")
    func separatorCollapsed() throws {
        let xml = "<a> x\n\ny <b/> z<b/>\n<c xml:space='preserve'> x <b/> y </c></a>"
        let found = try convert(xml) {
            $0.textSeparator = "\n  "; $0.trim = .collapse
        }
        #expect(
            found
                == #"{"a":{"b":[{},{}],"c":{"xml:space":"preserve","b":{},"text":" x \n   y "},"text":"x y \n   z"}}"#
        )
    }

    @Test("With elements as arrays, trimming affects only an element's ends")
    func orderedTrimming() throws {
        for (xml, json) in [
            ("<a> x <b/> y </a>", #"{"a":["a","x ",["b"]," y"]}"#),
            ("<a> <b/> <b/>\n</a>", #"{"a":["a",["b"],["b"]]}"#),
            ("<a> x <s/> y </a>", #"{"a":["a","x "," y"]}"#),
            ("<a><s/> x <s/></a>", #"{"a":["a"," x "]}"#),
        ] as [(String, String)] {
            let found = try convert(xml) {
                $0.elementsAreArrays = true; $0.skip = ["s"]
            }
            #expect(found == json, "\(xml)")
        }
    }

    @Test("nilIsNull with elementsAreArrays is refused")
    func orderedNull() throws {
        let error = try #require(throws: XMLError.self) {
            try convert("<a/>") {
                $0.elementsAreArrays = true; $0.nilIsNull = true
            }
        }
        #expect(error.code == .invalidOptions)
        #expect(error.words.description.contains("nilIsNull"))
    }

    @Test("Comments and CDATA with their own keys do not separate text")
    func runs() throws {
        for (xml, json) in [
            ("<a>x<!--c--> <b/>y</a>", ##"{"a":{"#":"c","b":{},"text":"x |y"}}"##),
            ("<a>x<b/> <!--c-->y<!--c--> z</a>", ##"{"a":{"b":{},"#":["c","c"],"text":"x| y z"}}"##),
            ("<a>x<b/> <![CDATA[c]]> <b/>y</a>", #"{"a":{"b":[{},{}],"$":"c","text":"x|y"}}"#),
            ("<a><!--c--> <b/> <!--c--></a>", ##"{"a":{"#":["c","c"],"b":{}}}"##),
            ("<a>x<b>y<c/>z</b>w</a>", #"{"a":{"b":{"c":{},"text":"y|z"},"text":"x|w"}}"#),
        ] as [(String, String)] {
            let found = try convert(xml) {
                $0.textSeparator = "|"
                ($0.commentKey, $0.cdataKey) = ("#", "$")
            }
            #expect(found == json, "\(xml)")
        }
    }

    @Test(
        "A number is a string if it has too many digits",
        arguments: [false, true]
    )
    func bigNumbers(isNamed: Bool) throws {
        for (length, isNumber) in [(15, true), (16, isNamed), (308, isNamed), (310, false)] {
            let digits = String(repeating: "9", count: length)
            let found = try convert("<a>\(digits)</a>") {
                if isNamed { $0.typesByPath = ["a": .number] } else { $0.infersTypes = true }
                $0.textOnlyIsString = true
            }
            #expect(found == (isNumber ? #"{"a":\#(digits)}"# : #"{"a":"\#(digits)"}"#))
        }
    }
}

// Types: inferred and requested numbers and booleans, and xsi:nil.

import Testing
import XML2Dict

@Suite("Types")
struct TypesTests {
    private static let digits300 = String(repeating: "1234567890", count: 30)
    /// Beyond floating-point numbers.
    private static let digits400 = String(repeating: "1234567890", count: 40)

    @Test("Numbers and booleans are inferred if no reader of JSON changes them")
    func inferred() throws {
        for text in [
            "0", "7", "-1", "1.50", "0.0", "-0.5", "123456789012345", "-123456789012345", "5.5000000000", "33.00",
            "-73.98765432101234", "0.12345678901234568", "0.30000000000000004", "9007199254740992.0",
            "1.5" + String(repeating: "0", count: 400), "1" + String(repeating: "0", count: 300) + ".0",
            "0." + String(repeating: "0", count: 300) + "25",
            "true", "false",
        ] as [String] {
            try OptionExample("<a x='\(text)'>\(text)</a>", #"{"a":{"x":\#(text),"text":\#(text)}}"#) {
                $0.infersTypes = true
            }
            .check()
            try OptionExample("<a> \(text)\n</a>", #"{"a":\#(text)}"#, .xmltodict) { $0.infersTypes = true }.check()
            try OptionExample("<a x='\(text)'>\(text)</a>", #"{"a":{"x":"\#(text)","text":"\#(text)"}}"#).check()
        }
    }

    @Test("Text that a reader of JSON could change stays a string")
    func notInferred() throws {
        for text in [
            "007", "1e400", "-1e400", "+1", "NaN", "INF", "-INF", "Infinity", "-0", "-0.0", "-0e5", "",
            "1.",
            ".5", "-.5", "1e-400", "1.0e-999", "-", "+", "--1", "1e", "1e+", "e5", "0x1", "1_000", "1,5", "1.2.3", "00",
            "-01", "01.5", "1f", "\u{661}", "1\u{A0}", "TRUE", "True", "tru", "truely", "null", "yes", "on",
            Self.digits400, "-" + Self.digits400, Self.digits400 + ".5", "1e99999999999999999999",
            "1E5", "1e5", "0E68", "1.25e-7", "0e0", "5e-324", "1234567890123456", "12345678901234567890",
            "0.12345678901234567", "9007199254740993.0", "3.14159265358979323846264338327950288",
            "0." + String(repeating: "0", count: 400) + "1", "1.5e0", "-0.00", "0." + Self.digits400,
        ] as [String] {
            try OptionExample("<a x='\(text)'/>", #"{"a":{"x":"\#(text)"}}"#) { $0.infersTypes = true }.check()
            let json = text.isEmpty ? #"{"a":{}}"# : #"{"a":{"text":"\#(text)"}}"#
            try OptionExample("<a>\(text)</a>", json) {
                $0.infersTypes = true
                $0.trim = .none
            }.check()
        }
    }

    @Test("White space around a number or a boolean is ignored")
    func spaces() throws {
        for trim in [XMLOptions.Trim.ends, .collapse, .layout, .none] {
            for type in [nil, XMLOptions.TextType.number] {
                try OptionExample("<a x=' 1'> 2.50\n<b/></a>", #"{"a":{"x":1,"b":{},"text":2.50}}"#) {
                    $0.infersTypes = type == nil
                    $0.typesByPath = type.map { ["a": $0, "a/@x": $0] } ?? [:]
                    $0.trim = trim
                }.check()
            }
            try OptionExample("<a>\ttrue </a>", #"{"a":true}"#, .xmltodict) {
                $0.infersTypes = true
                $0.trim = trim
            }.check()
        }
    }

    @Test("Types are inferred from text in any markup, and only from text")
    func places() throws {
        for example in [
            OptionExample("<a><![CDATA[1]]>2&#51;<!-- -->4</a>", #"{"a":{"text":1234}}"#) { $0.infersTypes = true },
            OptionExample("<a>1<b>2</b>3</a>", #"{"a":{"b":{"text":2},"text":13}}"#) { $0.infersTypes = true },
            OptionExample("<a>1<b>2</b>3</a>", #"{"a":{"b":{"text":2},"text":"1,3"}}"#) {
                $0.infersTypes = true
                $0.textSeparator = ","
            },
            OptionExample("<a><!--1--><![CDATA[2]]><?p 3?></a>", #"{"a":{"!":"1","c":"2","?":{"p":"3"}}}"#) {
                $0.infersTypes = true
                $0.commentKey = "!"
                $0.cdataKey = "c"
                $0.processingInstructionKey = "?"
            },
            OptionExample("<a x='1'>2<b>true</b></a>", #"["a",{"x":1},2,["b",true]]"#, .jsonml) {
                $0.infersTypes = true
            },
            OptionExample("<a x='1'><b>2</b></a>", #"{"a":{"g":{"x":1},"b":{"text":2}}}"#) {
                $0.infersTypes = true
                $0.attributes = .group("g")
            },
            OptionExample("<a><b>1</b><b>x</b><b/></a>", #"[1,"x",null]"#, .parker) { $0.infersTypes = true },
            OptionExample("<a><b>1</b></a>", #"{"a":{"b":{"text":1}}}"#) {
                $0.infersTypes = true
                $0.textOnlyIsString = true
                $0.forceText = ["b"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("A requested number follows the rules of XML Schema")
    func number() throws {
        for (text, json) in [
            ("007", "7"), ("+1", "1"), (".5", "0.5"), ("5.", "5"), ("-0", "0"), ("+0", "0"), ("1e5", "1e5"),
            ("1E5", "1E5"), ("-007.50", "-7.50"), ("00", "0"), ("-.5", "-0.5"), ("+.5e1", "0.5e1"), ("-0.0", "0.0"),
            ("00e1", "0e1"), ("5.e1", "5e1"), ("1.50", "1.50"), (" 1 ", "1"), ("\t+1\n", "1"),
            (Self.digits300, Self.digits300), ("0" + Self.digits300, Self.digits300),
        ] as [(String, String)] {
            for trimming in [XMLOptions.Trim.ends, .none] {
                try OptionExample("<a x='\(text)'>\(text)</a>", #"{"a":{"x":\#(json),"text":\#(json)}}"#) {
                    $0.typesByPath = ["a": .number, "@x": .number]
                    $0.trim = trimming
                }.check()
            }
        }
    }

    @Test("A requested number that is none stays an unchanged string")
    func notNumber() throws {
        for text in [
            "", "abc", "NaN", "INF", "-INF", "1e400", "1e-400", "+-5", "-+5", "--5", "0-5", "00-12", "0+5", "-0-5",
            "0.-5",
            "1 2", ".", "+", "-", "-.", "e5", ".e5", "1e", "1.2.3", "0x1", "true", "1,5", "\u{661}", "2026-01-02",
            "12:30",
        ] as [String] {
            try OptionExample("<a x='\(text)'/>", #"{"a":{"x":"\#(text)"}}"#) { $0.typesByPath = ["@x": .number] }
                .check()
        }
    }

    @Test("A requested boolean follows XML Schema; other text stays a string")
    func boolean() throws {
        for (text, json) in [
            ("true", "true"), ("1", "true"), ("false", "false"), ("0", "false"), (" true ", "true"), ("\n0\t", "false"),
            ("True", #""True""#), ("yes", #""yes""#), ("2", #""2""#), ("01", #""01""#), ("", #""""#),
            ("1 0", #""1 0""#),
            ("true\u{A0}", "\"true\u{A0}\""), (" \u{301}true", "\" \u{301}true\""),
        ] as [(String, String)] {
            let written = text.replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
            try OptionExample("<a x='\(written)'/>", #"{"a":{"x":\#(json)}}"#) { $0.typesByPath = ["@x": .boolean] }
                .check()
        }
    }

    private static let typed = "<a n='1' m='2'><b n='3'>4</b><c><b n='05'>6</b></c></a>"

    @Test("Types by path override recognition; the most specific path holds")
    func byPath() throws {
        for example in [
            OptionExample(Self.typed, #"{"a":{"n":1,"m":"2","b":{"n":3,"text":"4"},"c":{"b":{"n":5,"text":"6"}}}}"#) {
                $0.typesByPath = ["@n": .number]
            },
            OptionExample(
                Self.typed,
                #"{"a":{"n":"1","m":"2","b":{"n":"3","text":4},"c":{"b":{"n":"05","text":"6"}}}}"#
            ) {
                $0.typesByPath = ["b": .number, "c/b": .string]
            },
            OptionExample(
                Self.typed,
                #"{"a":{"n":"1","m":"2","b":{"n":"3","text":4},"c":{"b":{"n":"05","text":"6"}}}}"#
            ) {
                $0.typesByPath = ["c/b": .string, "*": .number]
            },
            OptionExample(
                Self.typed,
                #"{"a":{"n":"1","m":"2","b":{"n":"3","text":4},"c":{"b":{"n":"05","text":"6"}}}}"#
            ) {
                $0.typesByPath = ["*": .number, "c/b": .string]
            },
            OptionExample(Self.typed, #"{"a":{"n":true,"m":2,"b":{"n":3,"text":4},"c":{"b":{"n":"05","text":"6"}}}}"#) {
                $0.infersTypes = true
                $0.typesByPath = ["c/b": .string, "a/@n": .boolean]
            },
            OptionExample(Self.typed, #"{"a":{"n":1,"m":"2","b":{"n":3,"text":4},"c":{"b":{"n":5,"text":6}}}}"#) {
                $0.infersTypes = true
                $0.typesByPath = ["/a/@m": .string, "@*": .boolean, "@n": .number, "/*/@m": .number]
            },
            OptionExample("<a>1</a>", #"{"a":"1"}"#) {
                $0.textOnlyIsString = true
                $0.infersTypes = true
                $0.typesByPath = ["a": .string]
            },
            OptionExample("<a b='1' c='x'/>", #"["a",{"b":true,"c":"x"}]"#, .jsonml) {
                $0.typesByPath = ["a/@*": .boolean]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    // MARK: xsi:nil

    private static let uri = "http://www.w3.org/2001/XMLSchema-instance"

    @Test("Only an empty element with xsi:nil is null")
    func null() throws {
        for (element, json) in [
            (#"<b xsi:nil="true"/>"#, "null"), (#"<b xsi:nil="1"></b>"#, "null"),
            (#"<b xsi:nil=" true "> </b>"#, "null"),
            (#"<b xsi:nil="true" xmlns:q="u" xmlns="v"/>"#, "null"), (#"<b xsi:nil="true"><!-- --></b>"#, "null"),
            (#"<b i:nil="true" xmlns:i="\#(Self.uri)"/>"#, "null"),
            (#"<b xsi:nil="true" c=""/>"#, #"{"xsi:nil":"true","c":""}"#),
            (#"<b c="" xsi:nil="true"/>"#, #"{"c":"","xsi:nil":"true"}"#),
            (#"<b xsi:nil="true" xsi:type="t"/>"#, #"{"xsi:nil":"true","xsi:type":"t"}"#),
            (#"<b xsi:nil="true">x</b>"#, #"{"xsi:nil":"true","text":"x"}"#),
            (#"<b xsi:nil="true"><c/></b>"#, #"{"xsi:nil":"true","c":{}}"#),
            (#"<b xsi:nil="false"/>"#, #"{"xsi:nil":"false"}"#), (#"<b xsi:nil="0"/>"#, #"{"xsi:nil":"0"}"#),
            (#"<b xsi:nil=""/>"#, #"{"xsi:nil":""}"#), (#"<b xsi:nil="TRUE"/>"#, #"{"xsi:nil":"TRUE"}"#),
            (#"<b nil="true"/>"#, #"{"nil":"true"}"#), (#"<b i:nil="true"/>"#, #"{"i:nil":"true"}"#),
            (#"<b i:nil="true" xmlns:i="u"/>"#, #"{"i:nil":"true","xmlns:i":"u"}"#),
            (#"<b xsi:nil="true" xmlns:xsi="u"/>"#, #"{"xsi:nil":"true","xmlns:xsi":"u"}"#),
            ("<b xsi:nil=\" \u{301}true\"/>", "{\"xsi:nil\":\" \u{301}true\"}"),
        ] as [(String, String)] {
            try OptionExample("<a>\(element)</a>", #"{"a":{"b":\#(json)}}"#) { $0.nilIsNull = true }.check()
            let rest = element.dropFirst(2)
            try OptionExample("<b xmlns:xsi='\(Self.uri)'><b\(rest)</b>", #"{"xmlns:xsi":"\#(Self.uri)","b":\#(json)}"#)
            {
                $0.nilIsNull = true
                $0.keepsRoot = false
            }.check()
        }
    }

    private static let nils = #"<a xmlns:i="\#(uri)"><b i:nil="true"/><b i:nil="true" c=""/><b/></a>"#

    @Test("Null overrides other options for empty elements")
    func nullWithOptions() throws {
        for example in [
            OptionExample(
                Self.nils,
                #"{"a":{"xmlns:i":"\#(Self.uri)","b":[{"i:nil":"true"},{"i:nil":"true","c":""},{}]}}"#
            ),
            OptionExample(Self.nils, #"{"a":{"b":[null,{},{}]}}"#) {
                $0.attributes = .discard; $0.nilIsNull = true
            },
            OptionExample(Self.nils, #"{"a":{"b":[null,{"nil":"true","c":""}]}}"#) {
                $0.namespaces = .strip
                $0.empty = .omit
                $0.nilIsNull = true
            },
            OptionExample(
                Self.nils,
                #"{"a":{"g":{"xmlns:i":"\#(Self.uri)"},"b":[null,{"g":{"i:nil":"true","c":""}},""]}}"#
            ) {
                $0.attributes = .group("g")
                $0.empty = .string
                $0.nilIsNull = true
            },
            OptionExample(
                Self.nils,
                #"{"a":{"xmlns":{"i":"\#(Self.uri)"},"b":[null,{"i:nil":"true","c":"","xmlns":{"i":"\#(Self.uri)"}},"#
                    + #"{"xmlns":{"i":"\#(Self.uri)"}}]}}"#
            ) {
                $0.namespaceDeclarations = .inherit
                $0.nilIsNull = true
            },
            OptionExample(Self.nils, #"[null,{"i:nil":"true","c":""},{}]"#) {
                $0.nilIsNull = true
                $0.select = ["b"]
            },
            OptionExample(#"<a xsi:nil="true"/>"#, #"{"a":null}"#) { $0.nilIsNull = true },
            OptionExample(#"<a><b xsi:nil="true"><!--x--></b></a>"#, #"{"a":{"b":{"xsi:nil":"true","!":"x"}}}"#) {
                $0.nilIsNull = true
                $0.commentKey = "!"
            },
            OptionExample(#"<a><b xsi:nil="true"> </b></a>"#, #"{"a":{"b":{"xsi:nil":"true","text":" "}}}"#) {
                $0.nilIsNull = true
                $0.trim = .none
            },
            OptionExample(#"<a><b xsi:nil="true"/></a>"#, #"{"a":{"b":[null]}}"#) {
                $0.nilIsNull = true
                $0.forceList = ["b"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }
}

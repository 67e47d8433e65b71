// Comments, processing instructions, CDATA sections, the DOCTYPE and the XML declaration under their own keys.

import Testing
import XML2Dict

@Suite("Comments, instructions, CDATA sections, DOCTYPE and XML declaration")
struct AsidesTests {
    private static let everything = """
        <?xml version="1.0"?>\r
        <!-- one --><?p q?><!DOCTYPE a [\r
        <!-- in --><?in dtd?>\r
        <!ENTITY e "x>y">]  ><!----><a>x<![CDATA[ c ]]>y<?p?><?p  two  ?><!-- t -->&e;</a><!--end--><?z?>
        """

    private static func all(_ options: inout XMLOptions) {
        options.commentKey = "!"
        options.processingInstructionKey = "?"
        options.cdataKey = "c"
    }

    @Test("Each kind has its key, in document order, and only on request")
    func keys() throws {
        for example in [
            OptionExample(Self.everything, #"{"a":{"text":"x c yx>y"}}"#),
            OptionExample(
                Self.everything,
                #"{"!":["one","","end"],"?":[{"p":"q"},{"z":""}],"d":"a [\n<!-- in --><?in dtd?>\n<!ENTITY e \"x>y\">]","#
                    + #""a":{"c":" c ","?":[{"p":""},{"p":"two  "}],"!":"t","text":"xyx>y"}}"#
            ) {
                Self.all(&$0)
                $0.doctypeKey = "d"
            },
            OptionExample(Self.everything, #"{"!":["one","","end"],"a":{"!":"t","text":"x c yx>y"}}"#) {
                $0.commentKey = "!"
            },
            OptionExample(
                Self.everything,
                #"{"?":[{"p":"q"},{"z":""}],"a":{"?":[{"p":""},{"p":"two  "}],"text":"x c yx>y"}}"#
            ) { $0.processingInstructionKey = "?" },
            OptionExample(Self.everything, #"{"a":{"c":" c ","text":"xyx>y"}}"#) { $0.cdataKey = "c" },
            OptionExample(
                Self.everything,
                #"{"!":[" one ","","end"],"?":[{"p":"q"},{"z":""}],"#
                    + #""a":{"c":" c ","?":[{"p":""},{"p":"two  "}],"!":" t ","text":"xyx>y"}}"#
            ) {
                Self.all(&$0)
                $0.trim = .none
            },
            OptionExample(Self.everything, #"{"c":" c ","?":[{"p":""},{"p":"two  "}],"!":"t","text":"xyx>y"}"#) {
                Self.all(&$0)
                $0.keepsRoot = false
            },
            OptionExample(
                Self.everything,
                #"[["!"," one "],["?",{"p":"q"}],["!",""],"#
                    + #"["a","x",["c"," c "],"y",["?",{"p":""}],["?",{"p":"two  "}],["!"," t "],"x>y"],"#
                    + #"["!","end"],["?",{"z":""}]]"#,
                .jsonml
            ) { Self.all(&$0) },
            OptionExample(
                "<?xml version='1.0'?><!--o--><?p q?><!DOCTYPE a><a>x<!--t-->y</a>",
                #"{"version":"1.0","!":"o","?":{"p":"q"},"d":"a","a":["a","x",["!","t"],"y"]}"#
            ) {
                Self.all(&$0)
                $0.elementsAreArrays = true
                $0.doctypeKey = "d"
                $0.includesXMLDeclaration = true
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Comments turn a string into a dictionary, and do not separate text")
    func content() throws {
        for example in [
            OptionExample("<a>x<!-- --> <!--y--> z</a>", #"{"a":{"!":["","y"],"text":"x  z"}}"#) { Self.all(&$0) },
            OptionExample("<a>1<!--c--><?p?><b/>2</a>", #"{"a":{"!":"c","?":{"p":""},"b":{},"text":"1,2"}}"#) {
                Self.all(&$0)
                $0.textSeparator = ","
            },
            OptionExample(
                "<a>1<!--c--> <?p?>2<b/> <?p?>3<b/> <?p?></a>",
                #"{"a":{"!":"c","?":[{"p":""},{"p":""},{"p":""}],"text":"1 2, 3"}}"#
            ) {
                Self.all(&$0)
                $0.textSeparator = ","
                $0.skip = ["b"]
            },
            OptionExample(
                "<a><b><!--1--></b><b/><b><!--1-->t</b><b>t</b></a>",
                ##"[{"!":"1"},null,{"!":"1","#text":"t"},"t"]"##,
                .xmltodict
            ) {
                Self.all(&$0)
                $0.select = ["b"]
            },
            OptionExample("<a><b><!--1--></b><b><c/></b></a>", #"{"a":{"b":{"!":"1"}}}"#) {
                Self.all(&$0)
                $0.empty = .omit
            },
            OptionExample("<a><![CDATA[]]><![CDATA[x]]>y<![CDATA[ ]]></a>", #"{"a":{"c":["","x"," "],"text":"y"}}"#) {
                Self.all(&$0)
            },
            OptionExample("<a><![CDATA[]]></a>", #"{"a":{}}"#),
            OptionExample("<a><![CDATA[x]]></a>", #"{"a":{"c":"x"}}"#, .parker) {
                Self.all(&$0)
                $0.keepsRoot = true
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Comments are trimmed like text, and CDATA sections are not")
    func trimming() throws {
        for example in [
            OptionExample("<a><!--  x \n y  --><![CDATA[ z\t]]></a>", #"{"a":{"!":"x \n y","c":" z\t"}}"#) {
                Self.all(&$0)
            },
            OptionExample("<a><!--  x \n y  --><![CDATA[ z\t\tw\t]]></a>", #"{"a":{"!":"x y","c":" z\t\tw\t"}}"#) {
                Self.all(&$0)
                $0.trim = .collapse
            },
            OptionExample("<a> <![CDATA[ \n]]> x <![CDATA[ y]]> </a>", #"{"a":{"c":[" \n"," y"],"text":"x"}}"#) {
                Self.all(&$0)
            },
            OptionExample("<a xml:space='preserve'><!-- x --><![CDATA[ y ]]></a>", #"{"a":{"!":" x ","c":" y "}}"#) {
                Self.all(&$0)
                $0.attributes = .discard
            },
            OptionExample("<a xml:space='preserve'><!-- x --><![CDATA[ y ]]></a>", #"{"a":{"!":"x","c":" y "}}"#) {
                Self.all(&$0)
                $0.attributes = .discard
                $0.honorsXMLSpace = false
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Keys that other values share fold into arrays")
    func sharedKeys() throws {
        for example in [
            OptionExample("<!--r--><a/>", #"{"a":["r",{}]}"#) { $0.commentKey = "a" },
            OptionExample("<a b='0'><!--1--><b/>t<?b 2?></a>", #"{"a":{"b":["0","1",{},{"b":"2"},"t"]}}"#) {
                $0.commentKey = "b"
                $0.processingInstructionKey = "b"
                $0.textKey = "b"
            },
            OptionExample("<a>1<![CDATA[2]]>3</a>", #"{"a":{"text":["2","13"]}}"#) { $0.cdataKey = "text" },
            OptionExample("<a><!--1--></a>", #"{"a":{"":"1"}}"#) { $0.commentKey = "" },
            OptionExample("<!DOCTYPE a><?a a?><!--c--><a/>", #"{"a":["a",{"a":"a"},"c",{}]}"#) {
                $0.commentKey = "a"
                $0.processingInstructionKey = "a"
                $0.doctypeKey = "a"
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Each reference to an entity delivers its comments and instructions")
    func entities() throws {
        for example in [
            OptionExample(
                "<!DOCTYPE a [<!ENTITY e '1<!--2--><?p 3?><![CDATA[4]]>5'>]><a>&e;0&e;</a>",
                #"{"a":{"!":["2","2"],"?":[{"p":"3"},{"p":"3"}],"c":["4","4"],"text":"15015"}}"#
            ) { Self.all(&$0) },
            OptionExample(
                "<!DOCTYPE a [<!ENTITY % p '<!--c--><?q r?>'> %p;<!ENTITY e ''>]><a>&e;</a>",
                #"{"d":"a [<!ENTITY % p '<!--c--><?q r?>'> %p;<!ENTITY e ''>]","a":{}}"#
            ) {
                Self.all(&$0)
                $0.doctypeKey = "d"
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Comments inside a record belong to it, and others are dropped")
    func records() throws {
        for example in [
            OptionExample(
                "<!--o--><a><!--1--><b>x<!--2--><c/><!--3--></b><!--4--></a><!--5-->",
                #"[{"!":["2","3"],"c":{},"text":"x"}]"#
            ) {
                Self.all(&$0)
                $0.select = ["b"]
            },
            OptionExample("<?xml version='1.0'?><!DOCTYPE a><a><?p?><b><?p 1?></b></a>", #"[{"?":{"p":"1"}}]"#) {
                Self.all(&$0)
                $0.doctypeKey = "d"
                $0.includesXMLDeclaration = true
                $0.select = ["b"]
            },
        ] as [OptionExample] {
            try example.check()
            var records = try XMLReader(example.options.with { $0.select = [] }).records(
                at: "b",
                in: .bytes(Array(example.xml.utf8))
            )
            #expect(try records.next().map { "[\($0.json(.compact))]" } == example.json)
            #expect(try records.next() == nil)
        }
    }

    @Test("The DOCTYPE is kept as written")
    func doctype() throws {
        for (prolog, json) in [
            ("<!DOCTYPE a>", "a"), ("<!DOCTYPE a >", "a"), ("<!DOCTYPE\n\ta\n>", "a"),
            (#"<!DOCTYPE a PUBLIC "-//X//Y" "z.dtd">"#, #"a PUBLIC \"-//X//Y\" \"z.dtd\""#),
            ("\u{FEFF}<!DOCTYPE   a   SYSTEM\t'z>.dtd' >", #"a   SYSTEM\t'z>.dtd'"#),
            ("<!DOCTYPE a []>", "a []"), ("<!DOCTYPE a [\r\n\r] >", #"a [\n\n]"#),
            (
                #"<!DOCTYPE a [ <!-- > ]> --> <?p ]>?> <!ENTITY e "]>"> ]>"#,
                #"a [ <!-- > ]> --> <?p ]>?> <!ENTITY e \"]>\"> ]"#
            ),
            ("<?xml version='1.0'?>\r\n<?x <!DOCTYPE b> ?>\n<!-- <!DOCTYPE c> -->\n<!----><?y?><!DOCTYPE a>", "a"),
            ("<!DOCTYPE a [<!ENTITY é 'è'>]>", "a [<!ENTITY é 'è'>]"),
        ] as [(String, String)] {
            var options = XMLOptions()
            options.doctypeKey = "d"
            #expect(try convert(prolog + "<a/>", options) == #"{"d":"\#(json)","a":{}}"#, "\(prolog)")
            let reader = XMLReader(options)
            #expect(
                try reader.read(.bytes(Array((prolog + "<a/>").utf8))).json(.compact) == #"{"d":"\#(json)","a":{}}"#,
                "\(prolog)"
            )
            let utf16 = Array((prolog.hasPrefix("\u{FEFF}") ? "" : "\u{FEFF}").utf16) + Array((prolog + "<a/>").utf16)
            let bytes = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            #expect(try reader.read(.bytes(bytes)).json(.compact) == #"{"d":"\#(json)","a":{}}"#, "\(prolog)")
        }
    }

    @Test("Without a DOCTYPE there is no key, however late the root begins")
    func noDoctype() throws {
        var options = XMLOptions()
        options.doctypeKey = "d"
        let padding = "<!--" + String(repeating: " <!DOCTYPE x> ", count: 20_000) + "-->"
        #expect(try convert("<a/>", options) == #"{"a":{}}"#)
        #expect(try convert(padding + "<a/>" + padding, options) == #"{"a":{}}"#)
        #expect(try convert(padding + "<!DOCTYPE a>" + padding + "<a/>", options) == #"{"d":"a","a":{}}"#)
    }

    @Test("The XML declaration's parts are beside the root, as written")
    func declaration() throws {
        for example in [
            OptionExample(
                "<?xml version='1.0' encoding='Utf-8' standalone='yes'?><a/>",
                #"{"version":"1.0","encoding":"Utf-8","standalone":"yes","a":{}}"#
            ) {
                $0.includesXMLDeclaration = true
            },
            OptionExample("<?xml version='1.0'?><a/>", #"{"version":"1.0","a":{}}"#) {
                $0.includesXMLDeclaration = true
            },
            OptionExample("<a/>", #"{"a":{}}"#) { $0.includesXMLDeclaration = true },
            OptionExample("<?xml version='1.0'?><a/>", #"{"a":{}}"#),
            OptionExample("<?xml version='1.0'?><a/>", "{}") {
                $0.includesXMLDeclaration = true
                $0.keepsRoot = false
            },
            OptionExample("<?xml version='1.0'?><version/>", #"{"version":["1.0",{}]}"#, .gdata),
            OptionExample("<?xml version='1.0'?><a/>", #"{"version":"1.0","a":{}}"#, .gdata) { $0.keyStyle = .camel },
        ] as [OptionExample] {
            try example.check()
        }
    }
}

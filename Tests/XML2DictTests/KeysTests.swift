// The spelling of names as keys.

import Testing
import XML2Dict

@Suite("Spelling of keys")
struct KeysTests {
    @Test("Words are found at punctuation, capitals and acronyms")
    func words() throws {
        for (name, lower, snake, camel) in [
            // As written, lower, snake, camel.
            ("item", "item", "item", "item"), ("Item", "item", "item", "item"), ("ITEM", "item", "item", "item"),
            ("itemId", "itemid", "item_id", "itemId"), ("ItemID", "itemid", "item_id", "itemId"),
            ("item-id", "item-id", "item_id", "itemId"), ("item_id", "item_id", "item_id", "itemId"),
            ("item.id", "item.id", "item_id", "itemId"), ("item--id", "item--id", "item_id", "itemId"),
            ("m:itemId", "m:itemid", "m_item_id", "mItemId"),
            ("HTTPServer2Name", "httpserver2name", "http_server2_name", "httpServer2Name"),
            ("URL", "url", "url", "url"), ("URLs", "urls", "ur_ls", "urLs"), ("getURL", "geturl", "get_url", "getUrl"),
            ("iPhone", "iphone", "i_phone", "iPhone"), ("x1Y2", "x1y2", "x1_y2", "x1Y2"),
            ("a1b2", "a1b2", "a1b2", "a1b2"),
            ("a.b-c_d", "a.b-c_d", "a_b_c_d", "aBCD"), ("ABC-DEF", "abc-def", "abc_def", "abcDef"),
            ("_item", "_item", "_item", "_item"), ("__itemId", "__itemid", "__item_id", "__itemId"),
            ("_1st", "_1st", "_1st", "_1st"), ("item_", "item_", "item", "item"), ("_", "_", "_", "_"),
            ("___", "___", "___", "___"), ("_-_", "_-_", "_-_", "_-_"), ("_.", "_.", "_.", "_."),
            ("été", "été", "été", "été"), ("ÉtatCivil", "étatcivil", "état_civil", "étatCivil"),
            ("straßeNummer", "straßenummer", "straße_nummer", "straßeNummer"), ("ΣΟΦΙΑ", "σοφια", "σοφια", "σοφια"),
            ("日本語", "日本語", "日本語", "日本語"), ("日本語Name", "日本語name", "日本語_name", "日本語Name"),
            ("e\u{301}t", "e\u{301}t", "e\u{301}t", "e\u{301}t"), ("a-\u{E9}t", "a-\u{E9}t", "a_\u{E9}t", "a\u{C9}t"),
        ] as [(String, String, String, String)] {
            for (style, key) in [
                (XMLOptions.KeyStyle.keep, name), (.lower, lower), (.snake, snake), (.camel, camel),
            ] {
                try OptionExample("<\(name)/>", #"{"\#(key)":{}}"#) { $0.keyStyle = style }.check()
                try OptionExample("<a \(name)=''/>", #"{"a":{"@\#(key)":""}}"#) {
                    $0.keyStyle = style
                    $0.attributes = .prefix("@")
                }.check()
            }
        }
    }

    @Test("Keys and paths in options keep their spelling")
    func options() throws {
        for example in [
            OptionExample(
                "<A B='1'>t<!--c--><C/></A>",
                #"{"a":{"@B":{"b":"1"},"C-C":"c","c":{},"Text-Key":"t"}}"#
            ) {
                $0.keyStyle = .snake
                $0.attributes = .group("@B")
                $0.textKey = "Text-Key"
                $0.commentKey = "C-C"
            },
            OptionExample("<A B-C='1'/>", #"{"a":{"X-Y_b_c":"1"}}"#) {
                $0.keyStyle = .snake
                $0.attributes = .prefix("X-Y_")
            },
            OptionExample("<Ab><CdE x-Y='1'>2</CdE><f-G/></Ab>", #"{"ab":{"cdE":[{"xY":1,"text":2}]}}"#) {
                $0.keyStyle = .camel
                $0.forceList = ["Ab/CdE"]
                $0.skip = ["f-G"]
                $0.typesByPath = ["CdE/@x-Y": .number, "CdE": .number]
            },
            OptionExample("<Ab><CdE/></Ab>", #"{"ab":{"cdE":{}}}"#) {
                $0.keyStyle = .camel
                $0.forceList = ["ab/cdE"]
            },
            OptionExample("<?Pi-X?><A/>", #"{"?":{"Pi-X":""},"a":{}}"#) {
                $0.keyStyle = .snake
                $0.processingInstructionKey = "?"
            },
            OptionExample("<A xmlns='U' xmlns:P='V'/>", #"{"a":{"xmlns":{"":"U","P":"V"}}}"#) {
                $0.keyStyle = .lower
                $0.namespaceDeclarations = .collect
            },
            OptionExample("<A B-C=''><D-E/></A>", #"["a",{"b_c":""},["d_e"]]"#, .jsonml) { $0.keyStyle = .snake },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Prefixes are respelled as words; namespace URIs stay as they are")
    func prefixes() throws {
        for example in [
            OptionExample("<Foo:BarBaz/>", #"{"foo_bar_baz":{}}"#) {
                $0.keyStyle = .snake
                $0.prefixSeparator = "$"
            },
            OptionExample("<Foo:BarBaz/>", #"{"foo$barbaz":{}}"#) {
                $0.keyStyle = .lower
                $0.prefixSeparator = "$"
            },
            OptionExample("<Foo:BarBaz/>", #"{"barBaz":{}}"#) {
                $0.keyStyle = .camel
                $0.namespaces = .strip
            },
            OptionExample("<Foo:BarBaz xmlns:Foo='u'/>", #"{"myPrefixBarBaz":{"xmlnsFoo":"u"}}"#) {
                $0.keyStyle = .camel
                $0.namespacePrefixes = ["u": "My-Prefix"]
            },
            OptionExample(
                "<f:BarBaz xmlns:f='http://Ex.org/A' xmlns:g='http://ex.org/a' f:X-Y='1' g:X-Y='2'/>",
                #"{"http://Ex.org/A:bar_baz":{"http://Ex.org/A:x_y":"1","http://ex.org/a:x_y":"2"}}"#
            ) {
                $0.keyStyle = .snake
                $0.namespaces = .expand
                $0.namespaceDeclarations = .drop
            },
            OptionExample("<BarBaz/>", #"{"barBaz":{}}"#) {
                $0.keyStyle = .camel
                $0.namespaces = .expand
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Names that become equal fold")
    func alike() throws {
        for example in [
            OptionExample("<a item-id='1'><itemId/><item_ID/></a>", #"{"a":{"item_id":["1",{},{}]}}"#) {
                $0.keyStyle = .snake
            },
            OptionExample("<a><item-id/><itemId/></a>", #"{"a":{"itemId":[{},{}]}}"#) { $0.keyStyle = .camel },
            OptionExample("<a><B/><b/></a>", #"{"a":{"b":[{},{}]}}"#) { $0.keyStyle = .lower },
            OptionExample("<a Text='1'>x</a>", #"{"a":{"text":["1","x"]}}"#) { $0.keyStyle = .lower },
        ] as [OptionExample] {
            try example.check()
        }
    }
}

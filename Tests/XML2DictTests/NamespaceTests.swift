// Namespaces: prefixes kept, stripped, expanded and fixed, and declarations.

import TestSupport
import Testing
import XML2Dict

@Suite("Namespaces")
struct NamespaceTests {
    /// Prefixes redeclared and taken away, in elements and attributes.
    private static let scopes =
        #"<m:a xmlns:m="u" xmlns="v" m:i="1" i="2"><b/><m:b xmlns:m="w"><m:c/></m:b><m:d xmlns=""><e/></m:d><b/></m:a>"#

    @Test("Names keep prefixes, lose them, or show their namespace instead")
    func prefixes() throws {
        for example in [
            OptionExample(
                Self.scopes,
                #"{"m:a":{"xmlns:m":"u","xmlns":"v","m:i":"1","i":"2","b":[{},{}],"m:b":{"xmlns:m":"w","m:c":{}},"#
                    + #""m:d":{"xmlns":"","e":{}}}}"#
            ),
            OptionExample(Self.scopes, #"{"a":{"i":["1","2"],"b":[{},{"c":{}},{}],"d":{"e":{}}}}"#) {
                $0.namespaces = .strip
            },
            OptionExample(
                Self.scopes,
                #"{"u:a":{"xmlns:m":"u","xmlns":"v","u:i":"1","i":"2","v:b":[{},{}],"w:b":{"xmlns:m":"w","w:c":{}},"#
                    + #""u:d":{"xmlns":"","e":{}}}}"#
            ) { $0.namespaces = .expand },
            OptionExample(
                #"<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c xmlns:p="w"/><p:d/></p:b><p:e/></p:a>"#,
                #"{"u:a":{"v:b":{"w:c":{},"v:d":{}},"u:e":{}}}"#
            ) {
                $0.namespaces = .expand
                $0.namespaceDeclarations = .drop
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Declarations are attributes, a dictionary, all in force, or dropped")
    func declarations() throws {
        for example in [
            OptionExample(
                Self.scopes,
                #"{"m:a":{"m:i":"1","i":"2","xmlns":{"m":"u","":"v"},"b":[{},{}],"m:b":{"xmlns":{"m":"w"},"m:c":{}},"#
                    + #""m:d":{"xmlns":{"":""},"e":{}}}}"#
            ) { $0.namespaceDeclarations = .collect },
            OptionExample(
                Self.scopes,
                #"{"m:a":{"m:i":"1","i":"2","xmlns":{"m":"u","":"v"},"b":[{"xmlns":{"m":"u","":"v"}},"#
                    + #"{"xmlns":{"m":"u","":"v"}}],"m:b":{"xmlns":{"":"v","m":"w"},"m:c":{"xmlns":{"":"v","m":"w"}}},"#
                    + #""m:d":{"xmlns":{"m":"u","":""},"e":{"xmlns":{"m":"u","":""}}}}}"#
            ) { $0.namespaceDeclarations = .inherit },
            OptionExample(Self.scopes, #"{"m:a":{"m:i":"1","i":"2","b":[{},{}],"m:b":{"m:c":{}},"m:d":{"e":{}}}}"#) {
                $0.namespaceDeclarations = .drop
            },
            OptionExample(
                Self.scopes,
                #"{"a":{"i":["1","2"],"xmlns":{"m":"u","":"v"},"b":[{},{"xmlns":{"m":"w"},"c":{}},{}],"#
                    + #""d":{"xmlns":{"":""},"e":{}}}}"#
            ) {
                $0.namespaces = .strip
                $0.namespaceDeclarations = .collect
            },
            OptionExample(
                #"<a xmlns="u" x="1" xmlns:p="v"/>"#,
                #"{"a":{"@x":"1","@xmlns":{"$":"u","p":"v"}}}"#,
                .badgerfish
            ) {
                $0.namespaceDeclarations = .collect
            },
            OptionExample(#"<a xmlns="u" x="1"/>"#, #"{"a":{"g":{"x":"1","xmlns":{"":"u"}}}}"#) {
                $0.attributes = .group("g")
                $0.namespaceDeclarations = .collect
            },
            OptionExample("<a/>", #"{"a":{}}"#) { $0.namespaceDeclarations = .inherit },
            OptionExample(
                "<a><b xmlns='u'><c/></b><c/></a>",
                #"{"a":{"b":{"xmlns":{"":"u"},"c":{"xmlns":{"":"u"}}},"c":{}}}"#
            ) {
                $0.namespaceDeclarations = .inherit
            },
            OptionExample(
                #"<a xmlns="u"><b xmlns="v"><c xmlns=""/></b><d/></a>"#,
                ##"{"a":{"@xmlns":{"$":"u"},"b":{"@xmlns":{"$":"v"},"c":{"@xmlns":{"$":""}}},"d":{"@xmlns":{"$":"u"}}}}"##,
                .badgerfish
            ),
            OptionExample(
                #"<a xmlns:x="u" xmlns:y="v"><b xmlns:x="u"/><b xmlns:y="w"><c xmlns:x="u" xmlns:y="v"/></b></a>"#,
                #"{"a":{"@xmlns":{"x":"u","y":"v"},"b":[{"@xmlns":{"x":"u","y":"v"}},"#
                    + #"{"@xmlns":{"x":"u","y":"w"},"c":{"@xmlns":{"x":"u","y":"v"}}}]}}"#,
                .badgerfish
            ),
            OptionExample(#"<a xmlns="u" x="1"/>"#, #"["a",{"x":"1","xmlns":{"":"u"}}]"#, .jsonml) {
                $0.namespaceDeclarations = .collect
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Declarations in force do not multiply a document without bound (AMPLIFY-BOUND)")
    func declarationsAreBounded() throws {
        let reader = XMLReader(.badgerfish)
        let patient = XMLReader(.init(.badgerfish).with { $0.limits[.amplification] = 10_000 })
        for item in ["<i/>", "<i xmlns:z='u'/>", "<i><i/></i>"] {
            func document(declarations: Int, items: Int) -> String {
                "<r" + (0..<declarations).map { " xmlns:p\($0)='u'" }.joined() + ">"
                    + String(repeating: item, count: items) + "</r>"
            }
            let error = #expect(throws: XMLError.self) {
                try reader.read(.string(document(declarations: 1_000, items: 2_000)))
            }
            #expect(error?.code == .limit, "\(item)")
            #expect(
                error?.words.description
                    == "entities, default attributes, namespaces, origins or ancestors make the document more than 100 times as long as it is"
                    + "; limits[.amplification] allows more"
            )
            // Few elements may have many declarations, many elements may have few, and a higher limit allows more.
            for (reader, declarations, items) in [(reader, 1_000, 100), (reader, 5, 100_000), (patient, 1_000, 2_000)] {
                let value = try reader.read(.string(document(declarations: declarations, items: items)))
                #expect(value["r"]?.list("i").count == items, "\(item)")
            }
        }
    }

    @Test("Documents with different prefixes for one namespace have the same keys")
    func fixedPrefixes() throws {
        for xml in [
            #"<x:f xmlns:x="http://f" xmlns:y="http://g" x:k="1" k="2"><y:t/></x:f>"#,
            #"<y:f xmlns:y="http://f" xmlns:x="http://g" y:k="1" k="2"><x:t/></y:f>"#,
            #"<f xmlns="http://f" xmlns:f="http://f" f:k="1" k="2"><t xmlns="http://g"/></f>"#,
        ] as [String] {
            var options = XMLOptions()
            options.namespacePrefixes = ["http://f": "m", "http://g": ""]
            options.namespaceDeclarations = .drop
            for namespaces in [XMLOptions.Namespaces.keep, .strip, .expand] {
                options.namespaces = namespaces
                #expect(try convert(xml, options) == #"{"m:f":{"m:k":"1","k":"2","t":{}}}"#, "\(xml)")
            }
        }
    }

    @Test("A fixed prefix affects its own namespace only")
    func fixedAndOther() throws {
        for example in [
            OptionExample(
                Self.scopes,
                #"{"p:a":{"xmlns:m":"u","xmlns":"v","p:i":"1","i":"2","b":[{},{}],"m:b":{"xmlns:m":"w","m:c":{}},"#
                    + #""p:d":{"xmlns":"","e":{}}}}"#
            ) { $0.namespacePrefixes = ["u": "p", "v": ""] },
            OptionExample(Self.scopes, #"{"p:a":{"p:i":"1","i":"2","b":[{},{"c":{}},{}],"p:d":{"e":{}}}}"#) {
                $0.namespacePrefixes = ["u": "p", "v": ""]
                $0.namespaces = .strip
            },
            OptionExample(
                Self.scopes,
                #"{"p:a":{"p:i":"1","i":"2","b":[{},{}],"w:b":{"w:c":{}},"p:d":{"e":{}}}}"#
            ) {
                $0.namespacePrefixes = ["u": "p", "v": ""]
                $0.namespaces = .expand
                $0.namespaceDeclarations = .drop
            },
            OptionExample(#"<a xml:lang="en"/>"#, #"{"a":{"x:lang":"en"}}"#) {
                $0.namespacePrefixes = ["http://www.w3.org/XML/1998/namespace": "x"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("The prefix xml is declared without a declaration")
    func xmlPrefix() throws {
        for example in [
            OptionExample(#"<a xml:lang="en"/>"#, #"{"a":{"xml:lang":"en"}}"#),
            OptionExample(#"<a xml:lang="en"/>"#, #"{"a":{"lang":"en"}}"#) { $0.namespaces = .strip },
            OptionExample(#"<a xml:lang="en"/>"#, #"{"a":{"http://www.w3.org/XML/1998/namespace:lang":"en"}}"#) {
                $0.namespaces = .expand
            },
            OptionExample(#"<a/>"#, #"{"a":{}}"#) { $0.namespaceDeclarations = .inherit },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Undeclared prefixes are errors only where namespaces are expanded")
    func undeclared() throws {
        for (xml, kept, stripped, name, path) in [
            ("<a><q:b/></a>", #"{"a":{"q:b":{}}}"#, #"{"a":{"b":{}}}"#, "q of q:b", "/a"),
            ("<a q:b='1'/>", #"{"a":{"q:b":"1"}}"#, #"{"a":{"b":"1"}}"#, "q of q:b", ""),
            ("<q:a/>", #"{"q:a":{}}"#, #"{"a":{}}"#, "q of q:a", ""),
            (
                "<a><b xmlns:q='u'/><q:c/></a>", #"{"a":{"b":{"xmlns:q":"u"},"q:c":{}}}"#, #"{"a":{"b":{},"c":{}}}"#,
                "q of q:c", "/a"
            ),
        ] as [(String, String, String, String, String)] {
            try OptionExample(xml, kept).check()
            try OptionExample(xml, stripped) { $0.namespaces = .strip }.check()
            let error = try OptionExample(xml, "") { $0.namespaces = .expand }.failure()
            #expect(error.code == .malformed, "\(xml)")
            #expect(
                error.words.description
                    == "the prefix \(name) is not declared; namespaces = .keep or .strip reads it all the same",
                "\(xml)"
            )
            #expect(error.path == path, "\(xml)")
        }
    }

    private static let xmlnsRule = "the prefix xmlns and its namespace cannot be declared"

    private static let xmlRule =
        "the prefix xml belongs to the namespace http://www.w3.org/XML/1998/namespace, and no other prefix or namespace does"

    @Test("Invalid namespace declarations are errors only where namespaces are expanded")
    func badDeclarations() throws {
        for (xml, message) in [
            ("<a xmlns:q=''/>", "the prefix q is declared without a namespace"),
            ("<a xmlns:xmlns='u'/>", Self.xmlnsRule),
            ("<a xmlns:q='http://www.w3.org/2000/xmlns/'/>", Self.xmlnsRule),
            ("<a xmlns='http://www.w3.org/2000/xmlns/'/>", Self.xmlnsRule),
            ("<a xmlns:xml='u'/>", Self.xmlRule),
            ("<a xmlns:q='http://www.w3.org/XML/1998/namespace'/>", Self.xmlRule),
            ("<a xmlns='http://www.w3.org/XML/1998/namespace'/>", Self.xmlRule),
        ] as [(String, String)] {
            let error = try OptionExample(xml, "") { $0.namespaces = .expand }.failure()
            #expect((error.code, error.words.description) == (.malformed, message), "\(xml)")
            try OptionExample(xml, #"{"a":{}}"#) { $0.namespaces = .strip }.check()
            try OptionExample(xml, #"{"a":{}}"#) {
                $0.namespacePrefixes = ["u": "p"]
                $0.namespaceDeclarations = .drop
            }.check()
        }
    }

    @Test("The prefix xml may be declared with its own namespace")
    func redundantXML() throws {
        let xml = "<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:id='1'/>"
        try OptionExample(xml, #"{"a":{"http://www.w3.org/XML/1998/namespace:id":"1"}}"#) {
            $0.namespaces = .expand
            $0.namespaceDeclarations = .drop
        }.check()
    }

    private static let defaulted = #"<!DOCTYPE a [<!ATTLIST a xmlns CDATA "u" xmlns:p CDATA #FIXED "v">]><a><p:b/></a>"#

    @Test("Declarations can come from defaults of the DTD")
    func defaults() throws {
        for example in [
            OptionExample(Self.defaulted, #"{"u:a":{"xmlns":"u","xmlns:p":"v","v:b":{}}}"#) { $0.namespaces = .expand },
            OptionExample(Self.defaulted, #"{"a":{"xmlns":{"":"u","p":"v"},"b":{}}}"#) {
                $0.namespaces = .strip
                $0.namespaceDeclarations = .collect
            },
            OptionExample(Self.defaulted, #"{"a":{"xmlns":"u","xmlns:p":"v","n:b":{}}}"#) {
                $0.namespacePrefixes = ["v": "n"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Paths have the options' names, and expanded ones as {URI}name")
    func paths() throws {
        for example in [
            OptionExample(Self.scopes, #"[{},{}]"#) {
                $0.namespaces = .expand
                $0.select = ["{v}b"]
            },
            OptionExample(Self.scopes, #"[{"xmlns:m":"w","w:c":{}}]"#) {
                $0.namespaces = .expand
                $0.select = ["/{u}a/{w}b"]
            },
            OptionExample(Self.scopes, #"[{}]"#) {
                $0.namespaces = .expand
                $0.select = ["{u}d/{}e"]
            },
            OptionExample(Self.scopes, #"[{}]"#) {
                $0.namespaces = .expand
                $0.select = ["e"]
            },
            OptionExample(Self.scopes, #"[{},{"c":{}},{}]"#) {
                $0.namespaces = .strip
                $0.select = ["a/b"]
            },
            OptionExample(Self.scopes, #"[{"xmlns":"","e":{}}]"#) {
                $0.namespacePrefixes = ["u": "p"]
                $0.select = ["/p:a/p:d"]
            },
            OptionExample("<a xmlns='http://x/y{z'><b/></a>", "[{}]") {
                $0.namespaces = .expand
                $0.select = ["{http://x/y{z}a/{http://x/y{z}b"]
            },
            OptionExample(#"<a xmlns:m="http://u/" m:x="1" x="2"/>"#, #"{"a":{"xmlns:m":"http://u/","x":"2"}}"#) {
                $0.namespaces = .expand
                $0.skip = ["@{http://u/}x"]
            },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("The name suggested for an unmatched path matches")
    func nearName() throws {
        let xml = "<a xmlns='http://u/v' xmlns:m='urn:m'><m:item/></a>"
        for (namespaces, path, name) in [
            (.strip, "itm", "item"), (.keep, "itm", "m:item"), (.expand, "{urn:m}itm", "urn:m:item"),
            (.expand, "A", "{http://u/v}a"),
        ] as [(XMLOptions.Namespaces, XMLPath, String)] {
            var options = XMLOptions()
            options.namespaces = namespaces
            var records = try XMLReader(options).records(at: path, in: .string(xml))
            #expect(try records.next() == nil)
            let warning = records.findings.warning(options, recordsAt: path)
            #expect(warning == "nothing matches records = \"\(path)\" (the document has \(name))")
            var found = try XMLReader(options).records(at: XMLPath(name), in: .string(xml))
            #expect(try found.next() != nil, "\(name)")
        }
    }

    @Test("The prefix separator is in keys, not in paths")
    func separator() throws {
        for example in [
            OptionExample(#"<m:a xmlns:m="u" m:b="1"><m:c/></m:a>"#, #"{"m$a":{"xmlns$m":"u","m$b":"1","m$c":[{}]}}"#) {
                $0.prefixSeparator = "$"
                $0.forceList = ["m:a/m:c"]
            },
            OptionExample(#"<m:a xmlns:m="u"><m:c/></m:a>"#, #"{"ma":{"xmlnsm":"u","mc":{}}}"#) {
                $0.prefixSeparator = ""
            },
            OptionExample(#"<m:a xmlns:m="u"><m:c m:d=""/></m:a>"#, #"{"u|a":{"u|c":{"@u|d":""}}}"#) {
                $0.prefixSeparator = "|"
                $0.namespaces = .expand
                $0.namespaceDeclarations = .drop
                $0.attributes = .prefix("@")
            },
            OptionExample("<:a :b='1'/>", #"{":a":{":b":"1"}}"#) { $0.prefixSeparator = "|" },
        ] as [OptionExample] {
            try example.check()
        }
    }

    @Test("Namespaces of skipped elements and of ancestors keep their scope")
    func unbuilt() throws {
        let xml = #"<a xmlns:p="u"><s xmlns:p="v"><p:i/></s><p:i/><x xmlns="w"><i p:k=""/></x></a>"#
        try OptionExample(xml, #"{"a":{"u:i":{},"w:x":{"w:i":{"u:k":""}}}}"#) {
            $0.namespaces = .expand
            $0.namespaceDeclarations = .drop
            $0.skip = ["s"]
        }.check()
        try OptionExample(xml, #"[{"xmlns":{"p":"u"}},{"u:k":"","xmlns":{"p":"u","":"w"}}]"#) {
            $0.namespaces = .expand
            $0.namespaceDeclarations = .inherit
            $0.select = ["{u}i", "{w}i"]
        }.check()
    }
}

// References to entities: refused, or known by HTML's names.

import TestSupport
import Testing
import XML2Dict

@Suite("References to entities")
struct ReferenceTests {
    private static let html = XMLOptions().with { $0.entities = .html }

    /// Reads whole and in single bytes, which must be the same.
    private func read(_ xml: String, _ options: XMLOptions) throws -> String {
        let whole = try convert(xml, options)
        #expect(try XMLPushReader.read(Array(xml.utf8), options, inChunksOf: 1).json(.compact) == whole)
        return whole
    }

    private func failure(_ xml: String, _ options: XMLOptions) throws -> XMLError {
        try #require(throws: XMLError.self) { try read(xml, options) }
    }

    // MARK: HTML

    @Test("HTML entities work in text and attributes, with and without a DOCTYPE")
    func knowsHTML() throws {
        for prolog in [
            "", "<?xml version='1.0' encoding='UTF-8'?>\n<!-- x -->", "<!DOCTYPE html>",
            "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'>",
            "<!DOCTYPE html [<!ATTLIST p id ID #IMPLIED>]>", "<!DOCTYPE html SYSTEM 'x.dtd' [<!ENTITY own '1'>]>",
        ] as [String] {
            let xml =
                prolog + "<p title='a&nbsp;b &euro;&amp;'>1&nbsp;&ndash;&nbsp;2 <b>&Auml;&spades;</b>&lt;&#65;</p>"
            let json = #"{"p":{"title":"a\#u{A0}b €&","b":{"text":"Ä♠"},"text":"1\#u{A0}–\#u{A0}2 <A"}}"#
            #expect(try read(xml, Self.html) == json, "\(prolog)")
        }
    }

    @Test("All 252 names of HTML 4 are known, each as its character")
    func allNames() throws {
        let names = HTMLNames.all
        #expect(names.count == 252)
        for (name, character) in names {
            let json = try convert("<r a='&\(name);'>-&\(name);-</r>", Self.html.with { $0.trim = .none })
            let written = character == "\"" ? "\\\"" : String(character)
            #expect(json == #"{"r":{"a":"\#(written)","text":"-\#(written)-"}}"#)
        }
    }

    @Test("A document's own declaration overrides HTML's and may refer to it")
    func ownFirst() throws {
        let xml = #"<!DOCTYPE r [<!ENTITY nbsp "own"><!ENTITY e '[&copy;<b c="&reg;"/>]'>]><r a='&nbsp;'>&e;</r>"#
        #expect(try read(xml, Self.html) == #"{"r":{"a":"own","b":{"c":"®"},"text":"[©]"}}"#)
    }

    @Test("NO-SILENT-LOSS: An entity that neither document nor HTML declares is an error")
    func unknown() throws {
        for (xml, column) in [
            ("<r>&foo;</r>", 4), ("<r><i a='1&foo;2'/></r>", 4), ("<!DOCTYPE r SYSTEM 'x'><r>&foo;</r>", 27),
            ("<!DOCTYPE r SYSTEM 'x'><r a='&foo;'/>", 24), ("<!DOCTYPE r [<!ENTITY e '&foo;'>]><r>&e;</r>", 38),
            ("<!DOCTYPE r [<!ENTITY e '<b a=\"&foo;\"/>'>]><r>&e;</r>", 47),
        ] as [(String, Int)] {
            let error = try failure(xml, Self.html)
            #expect(error.code == .entity, "\(xml)")
            #expect(error.words.description.hasPrefix("the entity &foo; "), "\(xml)")
            #expect(error.words.description.contains(" is not declared"), "\(xml)")
            #expect((error.line, error.column) == (1, column), "\(xml)")
        }
    }

    @Test("After an unread parameter entity, a name of HTML is an error")
    func unread() throws {
        let prolog = "<!DOCTYPE r [<!ENTITY % p SYSTEM 'x'>%p;]>"
        for root in ["<r>&nbsp;</r>", "<r a='&nbsp;'/>"] {
            #expect(
                try failure(prolog + root, Self.html).words.description.contains(
                    "the entity &nbsp; may be declared in %p;"
                )
            )
        }
    }

    @Test("A standalone document must declare the entities that it uses")
    func standalone() throws {
        let error = try failure("<?xml version='1.0' standalone='yes'?><r>&nbsp;</r>", Self.html)
        #expect(error.code == .entity)
        #expect(
            error.words.description
                == "standalone=\"yes\", but this entity is not declared"
        )
    }

    @Test("The names of HTML count for no limit")
    func noLimit() throws {
        let options = Self.html.with {
            $0.limits[.entities] = 0
            $0.limits[.entityLength] = 0
        }
        #expect(try read("<r>&nbsp;x</r>", options) == "{\"r\":{\"text\":\"\u{A0}x\"}}")
    }

    @Test("Without the option, names of HTML are unknown")
    func notByDefault() throws {
        #expect(try failure("<r>&nbsp;</r>", .init()).code == .entity)
    }

    @Test("CDATA sections, comments and instructions in an entity have no references")
    func noReferences() throws {
        for (e, f, text) in [
            ("<![CDATA[&f;]]>", "<![CDATA[&e;]]>", "&f;&e;"), ("1<!-- &f; > &g; -->", "2<?p &e;?>&lt;", "12<"),
            ("<!--&f;--><c d='1'/>3", "<![CDATA[]]]&u;]]><?p?>4", "3]]]&u;4"),
        ] as [(String, String, String)] {
            for external in ["", " SYSTEM 'x'"] {
                let xml = "<!DOCTYPE r\(external) [<!ENTITY e \"\(e)\"><!ENTITY f \"\(f)\">]><r>&e;&f;</r>"
                #expect(try XMLReader().read(.string(xml))["r"]?["text"]?.string == text, "\(e)")
            }
        }
    }

    @Test("NO-SILENT-LOSS: References count after CDATA, comments and instructions in an entity")
    func references() throws {
        for before in ["<![CDATA[&a;]]>", "<!-- &a; -->", "<?p &a;?>", "&#38;lt;!--", "&#38;#60;![CDATA["] as [String] {
            let xml = "<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '\(before)<c d=\"&gone;\"/>'>]><r>&e;</r>"
            let error = try failure(xml, .init())
            #expect(error.code == .entity, "\(before)")
            #expect(error.words.description.contains("&gone;"), "\(before)")
        }
    }

    @Test("NO-SILENT-LOSS: An undeclared entity is named with the entity around it")
    func undeclaredInText() throws {
        for (declarations, root, message) in [
            ("<!ENTITY a '&b;'>", "<r>&a;</r>", "&b; in the text of &a; is not declared"),
            ("<!ENTITY a '&b;'>", "<r x='&a;'/>", "&b; in the text of &a; is not declared"),
            ("<!ENTITY a '&c;'><!ENTITY c '1&amp;&b;'>", "<r>&a;</r>", "&b; in the text of &c; is not declared"),
            ("<!ENTITY a '<b x=\"&b;\"/>'>", "<r>&a;</r>", "&b; in the text of &a; is not declared"),
            ("<!ENTITY a '&b;'><!ATTLIST r x CDATA '&a;'>", "<r/>", "&b; in the text of &a; is not declared"),
            ("<!ENTITY a '&b;'>", "<r>&b;</r>", "&b; is not declared"),
            ("<!ENTITY a '1'>", "<r>&gt;<s x='&b;'/></r>", "&b; is not declared"),
            ("<!ENTITY a '1'>", "<r>&a;<s x='&b;'/></r>", "&b; is not declared"),
            ("<!ENTITY a '&b;'>", "<r x='&b;&a;'/>", "&b; is not declared"),
            (
                "<!ENTITY a '&nbsp;'>", "<r>&a;</r>",
                "&nbsp; in the text of &a; is not declared; entities = .html knows the names of HTML 4"
            ),
        ] as [(String, String, String)] {
            let error = try failure("<!DOCTYPE r [\(declarations)]>\(root)", .init())
            #expect(
                (error.code, error.words.description) == (.entity, "the entity \(message)"),
                "\(declarations)"
            )
            let external = try failure("<!DOCTYPE r SYSTEM 'x' [\(declarations)]>\(root)", .init())
            let place = " is not declared here, and nothing named inside a document is opened to look for it"
            #expect(
                external.words.description == "the entity " + message.replacing(" is not declared", with: place),
                "\(declarations)"
            )
        }
    }

    // MARK: Forbidden

    @Test("Forbidding entities refuses the first entity declaration and nothing else")
    func forbidden() throws {
        let options = XMLOptions().with { $0.entities = .forbid }
        for (declaration, name) in [
            ("<!ENTITY e 'x'>", "&e;"), ("<!ENTITY % e 'x'>", "%e;"), ("<!ENTITY e SYSTEM 'x'>", "&e;"),
            ("<!NOTATION n SYSTEM 'x'><!ENTITY e SYSTEM 'x' NDATA n>", "&e;"),
        ] {
            let error = try failure("<!DOCTYPE r [\(declaration)]><r/>", options)
            #expect(error.code == .entity)
            #expect(
                error.words.description
                    == "the document declares the entity \(name), and entities are forbidden; entities = .expand allows them"
            )
        }
        #expect(
            try read("<!DOCTYPE r SYSTEM 'x' [<!ATTLIST r a CDATA 'd'><!ELEMENT r ANY>]><r>&amp;</r>", options)
                == #"{"r":{"a":"d","text":"&"}}"#
        )
    }
}

// Characters that XML does not allow, and references to them: an error, or replaced.

import TestSupport
import Testing
import XML2Dict

@Suite("Characters that XML does not allow")
struct InvalidCharacterTests {
    private static let replacing: XMLOptions = {
        var options = XMLOptions.faithful
        options.replacesInvalidCharacters = true
        return options
    }()

    /// The JSON of a document, or its error, which must not depend on how the document is cut.
    private func read(_ document: [UInt8], _ options: XMLOptions = replacing) throws -> String {
        func outcome(_ read: () throws -> XMLValue) -> String {
            do { return try read().json(.compact) } catch { return "\(error)" }
        }
        let whole = outcome { try XMLReader(options).read(.bytes(document)) }
        for cut in 0...document.count {
            var push = try XMLPushReader(options)
            let cutInTwo = outcome {
                try push.feed(document[..<cut])
                try push.feed(document[cut...])
                return try push.finish()
            }
            #expect(cutInTwo == whole, "cut at \(cut)")
        }
        #expect(outcome { try XMLPushReader.read(document, options, inChunksOf: 1) } == whole)
        return whole
    }

    private func read(_ document: String, _ options: XMLOptions = replacing) throws -> String {
        let whole = try read(Array(document.utf8), options)
        if let value = try? XMLReader(options).read(.string(document)) { #expect(value.json(.compact) == whole) }
        return whole
    }

    @Test("CHUNK-INVARIANT: A character that XML does not allow becomes U+FFFD")
    func characters() throws {
        for (document, json) in [
            ("<a>\u{1B}[31mred\0</a>", #"{"a":"�[31mred�"}"#),
            ("<a>\u{FFFE}\u{FFFF}\u{FFFD}\u{FEFF}ｱ\u{7F}</a>", "{\"a\":\"���\u{FEFF}ｱ\u{7F}\"}"),
            ("<a>\t\n\r</a>", #"{"a":"\t\n\n"}"#), ("<a b='\u{1}' c=\"\u{2}'\"/>", #"{"a":{"@b":"�","@c":"�'"}}"#),
            ("<a><![CDATA[\u{1}]]></a>", ##"{"a":{"#cdata":"�"}}"##),
            ("<a><!--\u{1}--></a>", ##"{"a":{"#comment":"�"}}"##),
            ("<a><?x \u{1}?></a>", ##"{"a":{"#pi":{"x":"�"}}}"##),
            (
                "<!DOCTYPE a [<!ENTITY e '\u{1}'><!--\u{1}-->]><a>&e;</a>",
                ##"{"#doctype":"a [<!ENTITY e '�'><!--�-->]","a":"�"}"##
            ),
        ] {
            #expect(try read(document) == json)
        }
    }

    @Test("CHUNK-INVARIANT: A reference to a forbidden character becomes a reference to U+FFFD")
    func references() throws {
        for (text, replaced) in [
            ("&#27;&#x1B;&#x1b;", "���"), ("&#0;&#x0;&#0000;", "���"), ("&#xFFFE;&#65535;", "��"),
            ("&#x110000;&#1114112;", "��"), ("&#\(String(repeating: "9", count: 100));", "�"),
            ("&#x\(String(repeating: "0", count: 100))1B;", "�"), ("&#x\(String(repeating: "0", count: 100))41;", "A"),
            ("&#9;&#x10FFFF;&#xFFFD;&amp;", "\\t\u{10FFFF}�&"),
        ] {
            #expect(try read("<a>\(text)</a>") == "{\"a\":\"\(replaced)\"}")
            #expect(try read("<a b='>\(text)'/>") == "{\"a\":{\"@b\":\">\(replaced)\"}}")
        }
    }

    @Test("CHUNK-INVARIANT: References to two surrogates become their character")
    func surrogates() throws {
        for (text, replaced) in [
            ("&#55357;&#56832;", "😀"), ("&#xD83D;&#xDE00;", "😀"), ("&#xd83d;&#56832;", "😀"),
            ("&#0055357;&#x00DE00;", "😀"),
            ("&#xD83D;", "�"), ("&#xDE00;", "�"), ("&#xDE00;&#xD83D;", "��"), ("&#xD83D;&#xD83D;&#xDE00;", "�😀"),
            ("&#xD83D;&#65;", "�A"), ("&#xD83D;&#0;", "��"), ("&#xD83D;&amp;", "�&"), ("&#xD83D;\u{1}", "��"),
            ("&#xD83D; &#xDE00;", "� �"), ("&#xDBFF;&#xDFFF;", "\u{10FFFF}"),
        ] {
            #expect(try read("<a>\(text)</a>") == "{\"a\":\"\(replaced)\"}")
            #expect(try read("<a b=\"\(text)\"/>") == "{\"a\":{\"@b\":\"\(replaced)\"}}")
        }
        #expect(try read("<a><i>&#xD83D;</i>&#xDE00;</a>", .replacing) == ##"{"a":{"i":"�","#text":"�"}}"##)
    }

    @Test("A reference in CDATA, a comment or an instruction is text")
    func literals() throws {
        for (document, json) in [
            ("<a><![CDATA[&#27;]]]]></a>", ##"{"a":{"#cdata":"&#27;]]"}}"##),
            ("<a><!--'&#0;--></a>", ##"{"a":{"#comment":"'&#0;"}}"##),
            ("<a><?x \"&#27;?></a>", ##"{"a":{"#pi":{"x":"\"&#27;"}}}"##),
            (
                "<!DOCTYPE a [<!--'&#27;--><?x \"&#27;?>]><a>&#27;</a>",
                ##"{"#doctype":"a [<!--'&#27;--><?x \"&#27;?>]","a":"�"}"##
            ),
        ] {
            #expect(try read(document) == json)
        }
    }

    @Test("Other violations of well-formedness stay errors")
    func errors() throws {
        for (document, error) in [
            (
                "<!DOCTYPE a [<!ENTITY e '&#27;'>]><a>&e;</a>",
                "1:26: &#27; refers to a character that XML does not allow"
            ),
            (
                "<!DOCTYPE a [<!ENTITY e '&#38;#27;'>]><a>&e;</a>",
                "1:42: &e; refers to a character that XML does not allow"
            ),
            ("<a>&#27</a>", "1:8: a reference ends with a semicolon, as &lt; does; a bare & must be written &amp;"),
            ("<a>&#;</a>", "1:6: a reference ends with a semicolon, as &lt; does; a bare & must be written &amp;"),
            ("<a>\u{1}&b;</a>", "1:5: the entity &b; is not declared"),
            ("<a>\0\n<b></a>", "2:6: mismatched tag: </a> cannot close <b>, which was opened at 2:1"),
            ("<a/>\u{1}", "1:5: content follows the root: a second document, or text, begins here"),
            ("<a\u{1}/>", "1:3: not well-formed: this is not allowed here"),
        ] {
            #expect(try read(document) == error)
        }
        for (bytes, error) in [
            ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], "ED"), ([0xEF], "EF"), ([0xEF, 0xBF], "EF"), ([1, 0xFF], "FF"),
        ] as [([UInt8], String)] {
            let found = try read(Array("<a>".utf8) + bytes + Array("</a>".utf8))
            #expect(found.contains("the byte \(error) is not UTF-8"), "\(found)")
        }
    }

    @Test("An encoding is converted before characters are replaced")
    func encodings() throws {
        let text = "<a>\u{1}é&#27;</a>", json = #"{"a":"�é�"}"#
        let latin1 =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{1}".utf8) + [0xE9] + Array("&#27;</a>".utf8)
        #expect(try read(latin1, .replacing) == json)
        #expect(try read("\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, .replacing) == json)
        #expect(try read("\u{FEFF}\(text)", .replacing) == json)
        var named = XMLOptions.replacing
        named.encoding = "iso-8859-1"
        #expect(try read(Array("<a>\u{1}".utf8) + [0xE9] + Array("&#27;</a>".utf8), named) == json)
        let ascii = Array("<?xml version='1.0' encoding='us-ascii'?><a>\u{1}&#27;".utf8)
        #expect(try read(ascii + Array("</a>".utf8), .replacing) == #"{"a":"��"}"#)
        #expect(try read(ascii + Array("é</a>".utf8), .replacing).contains("is not US-ASCII"))
        // The halves of a surrogate pair are not characters.
        let half: [UInt8] = [0xFE, 0xFF, 0, 0x3C, 0, 0x61, 0, 0x3E, 0xD8, 0x3D, 0, 0x3C, 0, 0x2F, 0, 0x61, 0, 0x3E]
        #expect(try read(half, .replacing).contains("not UTF-16"))
    }

    @Test("Characters are replaced in later records and documents, after an error")
    func records() throws {
        let document = "<r><i>&#1;</i><i>\u{1}<b></i><i>&#xD83D;&#xDE00;</i><!--&#1;--><i a='&#1;'/></r>"
        var options = XMLOptions.replacing
        var records = try XMLReader(options).records(at: "i", in: .string(document), onError: .skip { _ in })
        var found: [String] = []
        while let record = try records.next() { found.append(record.json(.compact)) }
        #expect(found == [#""�""#, #""😀""#, #"{"@a":"�"}"#])
        options.isConcatenated = true
        let series = "<a>&#1;</a>\n<?xml version='1.0'?><!DOCTYPE a><a>\u{1}</a><a b='&#1;'/>"
        var documents = try XMLReader(options).documents(in: .bytes(Array(series.utf8)))
        found = []
        while let document = try documents.next() { found.append(document.json(.compact)) }
        #expect(found == [#"{"a":"�"}"#, #"{"a":"�"}"#, #"{"a":{"@b":"�"}}"#])
    }

    @Test("The error for a forbidden character names the option")
    func messages() throws {
        let remedy = "replacesInvalidCharacters = true replaces such characters"
        for (document, hasRemedy) in [
            ("<a>\u{1B}</a>", true), ("<a>&#27;</a>", true), ("<a b='&#27;'/>", true), ("<a b='\u{1B}'/>", true),
            ("<a><!--\u{1}--></a>", true), ("<a>&#xD83D;&#xDE00;</a>", true), ("<a><![CDATA[\u{1}]]></a>", true),
            ("<a \u{1}/>", false), ("<!DOCTYPE a [<!ENTITY e '&#27;'>]><a/>", false), ("\u{1}<a/>", false),
            ("<!DOCTYPE a [<!ENTITY e '&#38;#27;'>]><a>&e;</a>", false),
        ] {
            let error = try #require(throws: XMLError.self) { try XMLReader().read(.string(document)) }
            #expect((error.remedy == remedy) == hasRemedy, "\(error)")
        }
    }
}

extension XMLOptions {
    fileprivate static let replacing: XMLOptions = {
        var options = XMLOptions.xmltodict
        options.replacesInvalidCharacters = true
        return options
    }()
}

// What is said about a broken document: where, the line with a caret, inside which element, and nothing a terminal would obey.

import TestSupport
import Testing

@Suite("Messages")
struct MessageTests {
    /// Runs the command on a broken document and compares the whole message.
    private func expect(
        _ document: Bytes,
        _ message: Bytes,
        _ flags: Bytes...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try BuiltCommand.run(arguments: flags, input: .bytes(document))
        #expect(result == .failure(65, message + "\n"), sourceLocation: sourceLocation)
    }

    @Test("A message has the file, line, column, source line, caret and element")
    func form() throws {
        let folder = try TemporaryFolder(["menu.xml": "<items>\n  <item><name>Cake</nam></item>\n</items>\n"])
        let result = try BuiltCommand.run("menu.xml", in: folder)
        let message: Bytes = """
            xml2dict: menu.xml:2:21: error: mismatched tag: </nam> cannot close <name>, which was opened at 2:9
                  <item><name>Cake</nam></item>
                                    ^
                in /items/item/name

            """
        #expect(result == .failure(65, message))
    }

    @Test("A mismatched tag names both tags and the open one's place")
    func mismatchedTag() throws {
        try expect(
            "<a>\n <b\n  c='1'>\n\n</x:y >\n</a>",
            """
            xml2dict: <stdin>:5:3: error: mismatched tag: </x:y> cannot close <b>, which was opened at 2:2
                </x:y >
                  ^
                in /a/b
            """
        )
        try expect(
            "<a>\r\n<b/>\r\n</c>",
            """
            xml2dict: <stdin>:3:3: error: mismatched tag: </c> cannot close <a>, which was opened at 1:1
                </c>
                  ^
                in /a
            """
        )
    }

    // MARK: The caret

    @Test("The caret is under the column, after tabs")
    func caretBehindTabs() throws {
        try expect(
            "<a>\n\t\t<b>\tx</c></b></a>",
            """
            xml2dict: <stdin>:2:10: error: mismatched tag: </c> cannot close <b>, which was opened at 2:3
                  <b> x</c></b></a>
                         ^
                in /a/b
            """
        )
    }

    @Test("The caret is under the column, which counts characters")
    func caretBehindLetters() throws {
        try expect(
            "<é>äöü ∑ я</b>",
            """
            xml2dict: <stdin>:1:13: error: mismatched tag: </b> cannot close <é>, which was opened at 1:1
                <é>äöü ∑ я</b>
                            ^
                in /é
            """
        )
    }

    @Test("The caret is under the column after double-width characters")
    func caretBehindWideCharacters() throws {
        try expect(
            "<a>日本語ｶ가🍩</b>",
            """
            xml2dict: <stdin>:1:12: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1
                <a>日本語ｶ가🍩</b>
                                ^
                in /a
            """
        )
    }

    @Test("The caret is under the column, after marks that take no column")
    func caretBehindCombiningMarks() throws {
        try expect(
            "<a>e\u{301}o\u{308}</b>",
            "xml2dict: <stdin>:1:10: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1\n"
                + "    <a>e\u{301}o\u{308}</b>\n           ^\n    in /a"
        )
    }

    @Test("The caret is under the column, after characters that are shown escaped")
    func caretBehindEscapes() throws {
        try expect(
            "<a>\u{202E}\u{9B}</b>",
            #"""
            xml2dict: <stdin>:1:8: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1
                <a>\u{202E}\x9B</b>
                                 ^
                in /a
            """#
        )
    }

    @Test("Of a long line, the part around the caret is shown")
    func longLine() throws {
        try expect(
            "<a>" + Bytes("0123456789") * 100 + "</b>" + Bytes("9876543210") * 100,
            """
            xml2dict: <stdin>:1:1006: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1
                7890123456789012345678901234567890123456789</b>98765432109876543210987
                                                             ^
                in /a
            """
        )
    }

    @Test("A mark of byte order is no character of the first line")
    func byteOrderMark() throws {
        let folder = try TemporaryFolder(["a.xml": "\u{FEFF}<é></b>"])
        let result = try BuiltCommand.run("a.xml", in: folder)
        let message: Bytes = """
            xml2dict: a.xml:1:6: error: mismatched tag: </b> cannot close <é>, which was opened at 1:1
                <é></b>
                     ^
                in /é

            """
        #expect(result == .failure(65, message))
    }

    @Test("A position in UTF-16 counts characters as well")
    func positionInUTF16() throws {
        let document: [UInt16] = [0xFEFF] + Array("<a>\n𝄞日</b>".utf16)
        try expect(
            Bytes(document.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
            """
            xml2dict: <stdin>:2:5: error: mismatched tag: </b> cannot close <a>, which was opened at 1:1
                𝄞日</b>
                     ^
                in /a
            """
        )
    }

    // MARK: Escapes

    @Test("What a terminal would obey is escaped in the source line")
    func escapedSource() throws {
        try expect(
            "<a>\u{1B}[31m\u{7F}\u{200F}\u{2066}\u{2029}</a>",
            #"""
            xml2dict: <stdin>:1:4: error: not well-formed: this character or byte is not allowed here
                <a>\x1B[31m\x7F\u{200F}\u{2066}\u{2029}</a>
                   ^
                in /a
            """#
        )
    }

    @Test("What a terminal would obey is escaped in names")
    func escapedNames() throws {
        // U+06DD is a format character, and one of the few that XML allows in a name.
        try expect(
            "<a\u{6DD}><b></c\u{6DD}></a\u{6DD}>",
            #"""
            xml2dict: <stdin>:1:10: error: mismatched tag: </c\u{6DD}> cannot close <b>, which was opened at 1:5
                <a\u{6DD}><b></c\u{6DD}></a\u{6DD}>
                               ^
                in /a\u{6DD}/b
            """#
        )
    }

    @Test("A byte that is not UTF-8 is shown as a replacement character")
    func illFormedSource() throws {
        try expect(
            Bytes("<a>é") + Bytes([0xFF]) + Bytes("</a>"),
            """
            xml2dict: <stdin>:1:5: error: the byte FF is not UTF-8; is the document in another encoding? --encoding NAME names it, as in --encoding windows-1252
                <a>é\u{FFFD}</a>
                    ^
                in /a
            """
        )
    }

    // MARK: Kinds of fault

    @Test(
        "The commonest faults are named",
        arguments: [
            ("<a>1 & 2</a>", "1:7", "a bare & must be written &amp;"),
            ("<a b='?c=1&d=2'/>", "1:13", "a bare & must be written &amp;"),
            ("<a>AT&T</a>", "1:8", "a bare & must be written &amp;"),
            ("<a><b id=1/></a>", "1:10", "the value of an attribute must be in quotes, as in name=\"value\""),
            ("<a b= c='d'/>", "1:7", "the value of an attribute must be in quotes, as in name=\"value\""),
            ("\n<?xml version='1.0'?><a/>", "2:1", "something is before <?xml, which can only begin a document"),
            ("<a>&#0;</a>", "1:4", "a reference to a character that XML does not allow"),
            ("<a>&amp;\u{1}</a>", "1:9", "not well-formed: this character or byte is not allowed here"),
            ("<a b='&amp;'c='1'/>", "1:13", "white space is missing between two attributes"),
            ("<a><!--R&D--x--></a>", "1:13", "a comment cannot contain two hyphens"),
            (
                "<a><!--b--><?p <!-- --\u{1}?></a>", "1:23",
                "not well-formed: this character or byte is not allowed here"
            ),
            ("<a>1 < 2</a>", "1:7", "a bare < must be written &lt;; the name of a tag begins right after it"),
            ("<a><![CDATA[ <\u{1}]]></a>", "1:15", "not well-formed: this character or byte is not allowed here"),
            ("<a b='1<2'/>", "1:8", "a < in the value of an attribute must be written &lt;"),
            ("<a b='1' <c/></a>", "1:10", "the tag before this < has no > at its end"),
            ("<input checked/>", "1:15", "an attribute needs a value, as in name=\"value\""),
            ("<input checked>", "1:15", "an attribute needs a value, as in name=\"value\""),
            ("<a></a b>", "1:8", "not well-formed: this character or byte is not allowed here"),
            ("<a>x]]>y</a>", "1:7", "text cannot contain ]]>, which must be written ]]&gt;"),
            ("<a>1&nbsp 2</a>", "1:10", "a semicolon is missing: &nbsp must be written &nbsp;"),
            ("<a b='&lt'/>", "1:10", "a semicolon is missing: &lt must be written &lt;"),
            ("<a>&#xA0 2</a>", "1:9", "a semicolon is missing: &#xA0 must be written &#xA0;"),
            ("<a b='?c=1&copy=2'/>", "1:16", "a bare & must be written &amp;"),
            ("<a></a></b>", "1:9", "a stray end tag: the root element <a> has ended before it"),
            ("<a></a>\n </b>", "2:3", "a stray end tag: the root element <a> has ended before it"),
            (
                "<?xml encoding='utf-8'?><a/>", "1:7",
                "the version is missing in the XML declaration, as in <?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            ),
            (
                "PK\u{3}\u{4}", "1:1",
                "this is a zip archive, as .xlsx, .docx and .kmz are, not XML: "
                    + "extract a document first, as with unzip -p FILE MEMBER | xml2dict"
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n<a/>", "1:5",
                "this begins with the header of an HTTP response, not with XML; with curl, leave out -i"
            ),
            (
                "\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "1:1",
                "the declaration says encoding \"ISO-8859-1\", but the bytes are UTF-8 by their byte order mark; "
                    + "--encoding UTF-8 reads them"
            ),
            ("{\"a\": 1}", "1:1", "this looks like JSON, not XML"),
            ("http://a/b.xml", "1:6", "this is not XML: a document begins with <"),
            (" hello", "1:2", "this is not XML: a document begins with <"),
            (
                "<!doctype html><html/>", "1:1",
                "<!DOCTYPE must be written in capital letters; this looks like an HTML page, not XML"
            ),
            (
                "<?xml version='1.0' encoding='UTF-16'?><a/>", "1:31",
                "the bytes are not in the encoding that the declaration names; --encoding NAME says what they are, "
                    + "as in --encoding UTF-8"
            ),
        ]
    )
    func commonFaults(xml: String, place: String, message: String) throws {
        let result = try BuiltCommand.run(input: .bytes(Bytes(xml)))
        let first = "xml2dict: <stdin>:\(place): error: \(message)"
        #expect(result.errors.lines.first == Bytes(first))
        #expect(result.ending == .exited(65))
    }

    @Test(
        "An HTML page is named where it is not XML",
        arguments: [
            (
                "<!DOCTYPE html>\n<html><meta charset=utf-8>", "2:21",
                "the value of an attribute must be in quotes, as in name=\"value\""
            ),
            (
                "<HTML><body><br></body></HTML>", "1:19",
                "mismatched tag: </body> cannot close <br>, which was opened at 1:13"
            ),
            (
                "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>", "1:50",
                "not well-formed: this is not allowed here"
            ),
            ("<html><p>1", "1:11", "the document ends inside <p>, which was opened at 1:7"),
            (
                "<html/>\n<p/>", "2:1",
                "the document goes on after its root element: a second document begins here; --concatenated reads all of them"
            ),
        ]
    )
    func pages(html: String, place: String, message: String) throws {
        let result = try BuiltCommand.run(input: .bytes(Bytes(html)))
        let first = "xml2dict: <stdin>:\(place): error: \(message); this looks like an HTML page, not XML"
        #expect(result.errors.lines.first == Bytes(first))
        #expect(result.ending == .exited(65))
    }

    @Test("Well-formed XHTML is read without a message")
    func wellFormedPage() throws {
        let page: StandardInput = "<!DOCTYPE html>\n<html><body id='a'><br/></body></html>"
        #expect(
            try BuiltCommand.run("-c", input: page) == .success(#"{"html":{"body":{"id":"a","br":{}}}}"# + "\n")
        )
    }

    @Test("An early end names the open element and its position")
    func unexpectedEnd() throws {
        try expect(
            "<a>\n  <b>text\n",
            """
            xml2dict: <stdin>:3:1: error: the document ends inside <b>, which was opened at 2:3
                in /a/b
            """
        )
        try expect(
            "<a>\n  <b>text<!-- x",
            """
            xml2dict: <stdin>:2:10: error: the document ends inside a tag, comment or other construct that begins here, \
            in <b>, which was opened at 2:3
                  <b>text<!-- x
                         ^
                in /a/b
            """
        )
        try expect(
            "<!-- x -->\n<!DOCTYPE a [ <!ELEMENT",
            """
            xml2dict: <stdin>:2:15: error: the document ends inside a tag, comment or other construct that begins here
                <!DOCTYPE a [ <!ELEMENT
                              ^
            """
        )
    }

    @Test("A CDATA section without an end is shown where it breaks off")
    func unendedCDATA() throws {
        try expect(
            "<a><![CDATA[x]]",
            """
            xml2dict: <stdin>:1:14: error: the document ends inside a CDATA section, in <a>, which was opened at 1:1
                <a><![CDATA[x]]
                             ^
                in /a
            """
        )
    }

    @Test("A document without an element says so")
    func noElement() throws {
        let nothing: Bytes = "there is no element: a document has exactly one root element"
        try expect("", "xml2dict: <stdin>:1:1: error: " + nothing)
        try expect("\n<!-- x -->", "xml2dict: <stdin>:2:11: error: " + nothing + "\n    <!-- x -->\n              ^")
    }

    @Test(
        "Content after the root element gets its own message",
        arguments: ["<b/>", "hello", "&amp;", "&#32;", "<![CDATA[]]>", "<!DOCTYPE a>", "<?xml version='1.0'?><a/>"]
    )
    func contentAfterRoot(_ rest: String) throws {
        let isDocument = ["<b/>", "<!DOCTYPE a>", "<?xml version='1.0'?><a/>"].contains(rest)
        let message =
            "the document goes on after its root element: "
            + (isDocument
                ? "a second document begins here; --concatenated reads all of them"
                : "a second document, or text, begins here")
        try expect(
            "<a/>\(rest)",
            """
            xml2dict: <stdin>:1:5: error: \(message)
                <a/>\(rest)
                    ^
            """
        )
        try expect(
            "<a/>\n<!-- b -->\n\(rest)",
            """
            xml2dict: <stdin>:3:1: error: \(message)
                \(rest)
                ^
            """
        )
    }

    @Test("Text before the root element is shown")
    func textBeforeRoot() throws {
        try expect(
            "\n hello <a/>",
            """
            xml2dict: <stdin>:2:2: error: this is not XML: a document begins with <
                 hello <a/>
                 ^
            """
        )
    }

    @Test("An attribute that is in a tag twice is shown")
    func duplicateAttribute() throws {
        try expect(
            "<a b='1' b='2'/>",
            """
            xml2dict: <stdin>:1:10: error: the attribute b is in this tag twice
                <a b='1' b='2'/>
                         ^
            """
        )
    }

    @Test("An entity that is not declared is named")
    func undefinedEntity() throws {
        try expect(
            "<a>1&nbsp;2</a>",
            """
            xml2dict: <stdin>:1:5: error: the entity &nbsp; is not declared; --entities html knows the names of HTML
                <a>1&nbsp;2</a>
                    ^
                in /a
            """
        )
        try expect(
            "<a b='&name;'/>",
            """
            xml2dict: <stdin>:1:1: error: the entity &name; is not declared
                <a b='&name;'/>
                ^
            """
        )
    }

    @Test(
        "An unresolvable reference is an error that names the entity",
        arguments: [
            "<!DOCTYPE a SYSTEM 'x'><a>1&nbsp;2</a>",
            "<!DOCTYPE a SYSTEM 'x'><a b='1&nbsp;2'/>",
            "<!DOCTYPE a [<!ENTITY nbsp SYSTEM 'x'>]><a>1&nbsp;2</a>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM 'x'> %p;]><a b='1&nbsp;2'/>",
        ]
    )
    func unresolvedReference(_ document: String) throws {
        let result = try BuiltCommand.run(input: .bytes(Bytes(document)))
        #expect((result.ending, result.output) == (.exited(65), ""))
        let message = try #require(result.errors.text)
        #expect(message.hasPrefix("xml2dict: <stdin>:1:"))
        #expect(message.contains("&nbsp;"))
    }

    @Test(
        "Bytes that are not in the encoding are an error",
        arguments: [
            Bytes([0x3C, 0x61, 0x3E, 0xC0, 0x80]) + "</a>",
            Bytes([0x3C, 0x61, 0x3E, 0xED, 0xA0, 0x80]) + "</a>",
            Bytes([0xFE, 0xFF, 0x00, 0x3C, 0xD8, 0x00, 0x00, 0x61, 0x00, 0x2F, 0x00, 0x3E]),
            Bytes([0xEF, 0xBB, 0xBF]) + "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
            "<?xml version='1.0' encoding='no-such-encoding'?><a/>",
        ]
    )
    func encoding(_ document: Bytes) throws {
        let result = try BuiltCommand.run(input: .bytes(document))
        #expect((result.ending, result.output) == (.exited(65), ""))
        #expect(result.errors.text?.hasPrefix("xml2dict: <stdin>:1:") == true)
    }

    @Test("A name of Python for an encoding gets a remedy")
    func encodingOfPython() throws {
        try expect(
            "<?xml version='1.0' encoding='utf_16'?><a/>",
            "xml2dict: <stdin>:1:1: error: the encoding is utf_16 by the declaration, "
                + "and that cannot be converted here; did you mean UTF-16? --encoding NAME names another, "
                + "as in --encoding UTF-8"
        )
    }

    @Test("An encoding that cannot be converted is named")
    func unknownEncoding() throws {
        try expect(
            "<?xml version='1.0' encoding='no-such-encoding'?><a/>",
            "xml2dict: <stdin>:1:1: error: the encoding is no-such-encoding by the declaration, "
                + "and that cannot be converted here; --encoding NAME names another"
        )
    }
}

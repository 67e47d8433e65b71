// Errors and their messages.

import TestSupport
import Testing
import XML2Dict

@Suite("Errors")
struct ErrorTests {
    private func error(_ xml: String) throws -> XMLError {
        try #require(throws: XMLError.self) { try XMLReader().read(.string(xml)) }
    }

    private func errorInChunks(_ xml: String) throws -> XMLError {
        let bytes = Array(xml.utf8)
        return try #require(throws: XMLError.self) {
            try XMLPushReader.read(bytes, inChunksOf: max(1, bytes.count / 1_000))
        }
    }

    @Test("Errors for mismatched tags have both names and the start position")
    func mismatchedTag() throws {
        let error = try error("<menu>\n  <name a='1'>Cake</nam>\n</menu>")
        #expect(error.code == .malformed)
        #expect(error.words.description == "mismatched tag: </nam> cannot close <name>, which was opened at 2:3")
        #expect((error.line, error.column, error.byteOffset) == (2, 21, 27))
        #expect(error.path == "/menu/name")
        #expect(error.excerpt == "  <name a='1'>Cake</nam>")
        #expect(error.caret == 20)
        #expect(error.description == "2:21: " + error.words.description)
    }

    @Test("The position of an open element is the same for all chunks")
    func placeOfOpenElement() throws {
        for (end, message) in [
            ("", "the document ends inside <f>, which was opened at 7:13"),
            ("</g>", "mismatched tag: </g> cannot close <f>, which was opened at 7:13"),
            ("</f></g>", "mismatched tag: </g> cannot close <e>, which was opened at 7:10"),
            ("</f></e></g>", "mismatched tag: </g> cannot close <b>, which was opened at 5:4"),
            ("</f></e></b></g>", "mismatched tag: </g> cannot close <é>, which was opened at 2:1"),
            ("</f></e></b></é></g>", "mismatched tag: </g> cannot close <r>, which was opened at 1:1"),
        ] as [(String, String)] {
            let start = "\u{FEFF}<r>\r\n<é>ü\r<!--\n\n--><b\n c='1'>\r\n😀<d>x</d><e><f>x"
            for text in ["", String(repeating: "ä\r\n", count: 20_000)] {
                let bytes = Array((start + text + end).utf8)
                let error = #expect(throws: XMLError.self, "\(end)") { try XMLReader().read(.bytes(bytes)) }
                #expect(error?.words.description == message, "\(end)")
                for size in text.isEmpty ? [1, 2, 3, 7, 31] : [4_099] {
                    let error = #expect(throws: XMLError.self, "\(end)") {
                        try XMLPushReader.read(bytes, inChunksOf: size)
                    }
                    #expect(error?.words.description == message, "\(end)")
                }
            }
        }
    }

    @Test("The error for a mismatched tag in an entity names the reference")
    func mismatchedTagInEntity() throws {
        let error = try error("<!DOCTYPE a [<!ENTITY e '<i>x</j>'>]><a>&e; <b/></a>")
        #expect(
            error.words.description
                == "mismatched tag: an end tag in the text of &e; cannot close <i>, which was opened at 1:41"
        )
    }

    @Test("The search for an undeclared entity ends with the tag")
    func undeclaredInTag() throws {
        let error = try error("<!DOCTYPE a [<!ENTITY d '&c;'>]><a b='>' i=\"&d;\">&z;</a>")
        #expect(error.words.description == "the entity &c; in the text of &d; is not declared")
    }

    @Test("An invalid byte is reported only after the rest of its character")
    func cutCharacter() throws {
        let notUTF8 =
            "the byte EF is not UTF-8; is the document in another encoding? "
            + "encoding names it, as in encoding = \"windows-1252\""
        for (rest, message) in [
            ([0xBF, 0xBD], "not well-formed: this is not allowed here"),
            ([0x3E], notUTF8), ([0xEF], notUTF8), ([0x0D], notUTF8),
        ] as [([UInt8], String)] {
            var push = try XMLPushReader()
            // The bytes do not yet identify the format.
            try push.feed(Array("<a/".utf8) + [0xEF])
            let error = #expect(throws: XMLError.self) {
                try push.feed(rest)
                _ = try push.finish()
            }
            #expect(error?.words.description == message)
        }
    }

    @Test("Each kind of error has its code and its position")
    func codes() throws {
        for (xml, code, line, column, path) in [
            ("", XMLError.Code.unexpectedEnd, 1, 1, ""),
            (" \n ", .unexpectedEnd, 2, 2, ""),
            ("<a/><b/>", .malformed, 1, 5, ""),
            ("<a/>\nx", .malformed, 2, 1, ""),
            ("<a", .unexpectedEnd, 1, 1, ""),
            ("<a><b>", .unexpectedEnd, 1, 7, "/a/b"),
            ("<a><!-- ", .unexpectedEnd, 1, 4, "/a"),
            ("<a><![CDATA[ ", .unexpectedEnd, 1, 14, "/a"),
            ("<a b='1' b='2'/>", .malformed, 1, 10, ""),
            ("<a>&x;</a>", .entity, 1, 4, "/a"),
            ("<a><b c='&x;'/></a>", .entity, 1, 4, "/a"),
            ("<a><</a>", .malformed, 1, 5, "/a"),
            ("<a>\u{1}</a>", .malformed, 1, 4, "/a"),
            ("text", .malformed, 1, 1, ""),
            ("<a>]]></a>", .malformed, 1, 6, "/a"),
            ("<a b=1/>", .malformed, 1, 6, ""),
        ] as [(String, XMLError.Code, Int, Int, String)] {
            let error = try error(xml)
            #expect(error.code == code, "\(xml)")
            #expect((error.line, error.column) == (line, column), "\(xml)")
            #expect(error.path == path, "\(xml)")
        }
    }

    @Test("Errors name formats that are not XML, for every cut and encoding")
    func foreignFormats() throws {
        for (bytes, format, remedy) in [
            ([0x1F, 0x8B, 0x08], "compressed with gzip", "convert it first, as with gzip -dc FILE"),
            (Array("BZh91AY&SY\u{1}".utf8), "compressed with bzip2", "convert it first, as with bzip2 -dc FILE"),
            (
                [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00], "compressed with xz",
                "convert it first, as with xz -dc FILE"
            ),
            ([0x28, 0xB5, 0x2F, 0xFD, 0x24], "compressed with zstd", "convert it first, as with zstd -dc FILE"),
            ([0x50, 0x2A, 0x4D, 0x18, 0x00], "compressed with zstd", "convert it first, as with zstd -dc FILE"),
            (
                Array("PK\u{3}\u{4}\u{14}".utf8), "a zip archive, as .xlsx, .docx and .kmz are",
                "convert it first, as with unzip -p FILE MEMBER"
            ),
            (Array("%PDF-1.7\n".utf8), "a PDF file", "convert it first, as with pdftotext FILE"),
            (
                Array("bplist00\u{1}".utf8), "a binary property list",
                "convert it first, as with plutil -convert xml1 -o - FILE"
            ),
        ] as [([UInt8], String, String)] {
            for encoding in [nil, "UTF-8", "UTF-16", "ISO-8859-1"] {
                let options = XMLOptions().with { $0.encoding = encoding }
                for size in [1, 3, bytes.count] {
                    let error = try #require(throws: XMLError.self, "\(format)") {
                        try XMLPushReader.read(bytes, options, inChunksOf: size)
                    }
                    #expect(error.description == "1:1: this is \(format), not XML; \(remedy)", "\(format)")
                    #expect(error.remedy == remedy, "\(format)")
                    #expect(error.code == .encoding, "\(format)")
                }
            }
        }
    }

    @Test("Errors name binary XML, and a byte order mark converted twice")
    func otherForms() throws {
        for (bytes, message) in [
            (
                [0x03, 0x00, 0x08, 0x00, 0x10],
                "this is Android's binary form, not XML; convert it first, as with apktool d FILE.apk"
            ),
            (
                [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF] + Array("<a/>".utf8),
                "this is text that was converted to UTF-8 twice, not XML; "
                    + "convert it first, as with iconv -f UTF-8 -t WINDOWS-1252 FILE"
            ),
        ] as [([UInt8], String)] {
            for size in [1, 2, bytes.count] {
                let error = try #require(throws: XMLError.self) { try XMLPushReader.read(bytes, inChunksOf: size) }
                #expect(error.description == "1:1: \(message)")
            }
        }
    }

    @Test("An encoding that contradicts the byte order mark of UTF-8 is refused")
    func markAndOption() throws {
        let bytes = Array("\u{FEFF}<a/>".utf8)
        for (encoding, isRead) in [("UTF-8", true), ("ISO-8859-1", false), ("windows-1252", false), ("UTF-16", false)] {
            let options = XMLOptions().with { $0.encoding = encoding }
            for size in [1, bytes.count] {
                let value = try? XMLPushReader.read(bytes, options, inChunksOf: size)
                #expect((value != nil) == isRead, "\(encoding)")
            }
        }
    }

    @Test("Columns count Unicode scalars, and bytes count bytes")
    func columns() throws {
        let error = try error("<a>é日😀<</a>")
        #expect((error.line, error.column, error.byteOffset) == (1, 8, 13))
        #expect(error.excerpt == "<a>é日😀<</a>")
        #expect(error.caret == 7)
    }

    @Test("A message says what is wrong; the remedy says what to do")
    func remedy() throws {
        let entity = try error("<a>; &nbsp;</a>")
        #expect(entity.message == "the entity &nbsp; is not declared")
        #expect(entity.remedy == "entities = .html knows the names of HTML 4")
        #expect(
            entity.description
                == "1:6: the entity &nbsp; is not declared; entities = .html knows the names of HTML 4"
        )
        let tag = try error("<a></b>")
        #expect(tag.message == "mismatched tag: </b> cannot close <a>, which was opened at 1:1")
        #expect(tag.remedy == nil)
        let own = XMLError(.limit, message: "too much; really", remedy: "send less")
        #expect(
            (own.message, own.remedy, own.description) == (
                "too much; really", "send less", "too much; really; send less"
            )
        )
    }

    @Test(
        "Remarks and interpolated text are not part of the remedy",
        arguments: [
            (
                XMLSource.bytes(Array("<?xml version='1.0' encoding='utf_16'?><a/>".utf8)), XMLOptions(),
                "the encoding utf_16 of the declaration is not a known encoding (did you mean UTF-16?)",
                "encoding names another"
            ),
            (
                .bytes(Array("<?xml version='1.0' encoding='windows-9999'?><a/>".utf8)), XMLOptions(),
                "the encoding windows-9999 of the declaration is not a known encoding",
                "encoding names another"
            ),
            (
                .string("<html></html><a/>"), XMLOptions(),
                "content follows the root: a second document begins here (this looks like an HTML page, not XML)",
                "isConcatenated = true reads all of them"
            ),
            (
                .string("<a/>"), XMLOptions { $0.isConcatenated = true },
                "this method reads one document, and several are allowed (isConcatenated)",
                "documents(in:) reads them"
            ),
        ]
    )
    func remarks(_ source: XMLSource, _ options: XMLOptions, _ message: String, _ remedy: String) throws {
        let error = #expect(throws: XMLError.self) { try XMLReader(options).read(source) }
        #expect(error?.message == message)
        #expect(error?.remedy == remedy)
    }

    @Test("A document cannot make error messages long")
    func boundedTexts() throws {
        let part = String(repeating: "é", count: 5_000)
        let error = XMLError(.malformed, message: part + "\n" + part, remedy: part)
        let half = String(repeating: "é", count: 124)
        #expect(error.message == "\(half)…\(half)\n\(half)…\(half)")
        #expect(try #require(error.remedy).utf8.count == 249 * 4 + 3)
        #expect(error.description.utf8.count <= 2_000)
        let steps = (0..<40).map { String(repeating: "\($0)", count: 90) }
        let missing = #expect(throws: XMLError.self) {
            let options = XMLOptions {
                $0.requiresMatch = true
                $0.skip = steps.map { XMLPath(unchecked: "n\($0)") }
            }
            _ = try XMLReader(options).read(.string("<a/>"))
        }
        #expect(try #require(missing).message.utf8.count <= 2_000)
        #expect(try #require(missing).description.utf8.count <= 2_000)
    }

    @Test("A source line is shown only if it is complete")
    func excerptInChunks() throws {
        /// The source line of the error that feeding chunks, or the end, throws.
        func excerpt(_ chunks: String...) -> String? {
            let error = #expect(throws: XMLError.self) {
                var push = try XMLPushReader()
                for chunk in chunks { try push.feed(chunk.utf8) }
                _ = try push.finish()
            }
            return error?.excerpt
        }
        #expect(excerpt("<a>1 & 2\n</a>") == "<a>1 & 2")
        #expect(excerpt("<a>1 & 2</a>") == nil)
        #expect(excerpt("<a>1 & 2</a>", "\n") == nil)
        #expect(excerpt("<a>1 & 345678901234567890123456") == "<a>1 & 345678901234567890123456")
        #expect(excerpt("<a>1 & 34567890123456789012345éxx") == "<a>1 & 34567890123456789012345")
        #expect(excerpt("<a><b>1") == "<a><b>1")
        #expect(try error("<a>1 & 2</a>").excerpt == "<a>1 & 2</a>")
    }

    @Test("A long line is cut at both sides")
    func excerpt() throws {
        let error = try error("<a>" + String(repeating: "é", count: 100) + "<" + String(repeating: "ü", count: 100))
        let excerpt = try #require(error.excerpt)
        #expect(excerpt.unicodeScalars.count <= 70)
        #expect(Array(excerpt.unicodeScalars)[try #require(error.caret)] == "<")
    }

    @Test("A very long name is cut in every error")
    func longNames() throws {
        for xml in [
            "<r>&LONG;</r>", "<r a='&LONG;'/>", "<!DOCTYPE r SYSTEM 'x'><r>&LONG;</r>", "<r></LONG>", "<LONG></r>",
            "<!DOCTYPE r SYSTEM 'x'><r a='&LONG;'/>", "<?xml version='LONG'?><r/>",
            "<!DOCTYPE r [<!ENTITY LONG SYSTEM 'x'>]><r>&LONG;</r>",
            "<!DOCTYPE r [<!ENTITY LONG '&f;'><!ENTITY f '&LONG;'>]><r/>",
            "<!DOCTYPE r [<!ENTITY f '&LONG;'><!ENTITY LONG '&f;'>]><r/>",
            "<?xml version='1.0' encoding='LONG'?><r/>", "\u{FEFF}<?xml version='1.0' encoding='LONG'?><r/>",
            "<LONG:r/>", "<r xmlns:LONG=''/>", "<r xmlns:a='u' xmlns:b='u' a:LONG='' b:LONG=''/>",
        ] as [String] {
            let options = XMLOptions().with {
                $0.namespaces = .expand
                $0.limits[.nameLength] = .max
                $0.limits[.entityLength] = .max
            }
            let bytes = Array(xml.replacing("LONG", with: String(repeating: "zoe\u{301}", count: 30_000)).utf8)
            let error = try #require(throws: XMLError.self, "\(xml)") {
                try XMLReader(options).read(.bytes(bytes))
            }
            #expect(error.words.description.utf8.count < 1_200, "\(xml)")
            #expect(error.words.description.contains("zo") == error.words.description.contains("…"), "\(xml)")
        }
    }

    @Test("A bare & is reported after comments, for every cut")
    func bareAmpersand() throws {
        for xml in [
            "<a><!-- c --> x & y</a>", "<a><?p?>x &y z</a>", "<a><![CDATA[x]]>& </a>", "<!DOCTYPE a><a>&-</a>",
            "<a><!-- c -->\(String(repeating: "x", count: 300_000)) & y</a>", "<a><!-- > -->&</a>",
        ] as [String] {
            let whole = try error(xml)
            #expect(whole.words.description.hasSuffix("a bare & must be written &amp;"), "\(xml)")
            let pushed = try errorInChunks(xml)
            #expect(
                (pushed.words.description, pushed.byteOffset) == (whole.words.description, whole.byteOffset),
                "\(xml)"
            )
        }
    }

    @Test("An & in a comment, CDATA section or instruction is not bare")
    func ampersandElsewhere() throws {
        for xml in [
            "<a><!-- & \u{1} --></a>", "<a><!-- &\u{1} --></a>", "<a><?p > &\u{1}?></a>", "<a><![CDATA[ &\u{1}]]></a>",
        ] as [String] {
            #expect(try error(xml).message == "XML does not allow the character U+0001", "\(xml)")
        }
    }

    @Test("Content after the root is reported after any white space and cut")
    func farBehind() throws {
        for rest in ["&x;", "\u{1}", "<", "<a", "x"] {
            let xml = "<a/>" + String(repeating: " ", count: 300_000) + rest
            let whole = try error(xml)
            let pushed = try errorInChunks(xml)
            #expect((pushed.code, pushed.words.description) == (whole.code, whole.words.description))
        }
    }

    @Test("A stray end tag after the root is an error")
    func strayEndTag() throws {
        for xml in ["<é></é></b>", "<é/> \n</b >", "<é/></é>", "<é/></"] {
            for error in [try error(xml), try errorInChunks(xml)] {
                #expect(error.code == .malformed)
                #expect(error.words.description == "a stray end tag: no element is open here")
            }
        }
    }

    @Test("A path of many elements has its middle left out")
    func path() throws {
        let error = try error((1...100).map { "<e\($0)>" }.joined() + "</x>")
        #expect(error.path == (1...20).map { "/e\($0)" }.joined() + "/…" + (81...100).map { "/e\($0)" }.joined())
    }

    @Test("Errors describe missing files and directories, with their names")
    func files() throws {
        let missing = try #require(throws: XMLError.self) {
            try XMLReader().read(.file("/nonexistent/x.xml"))
        }
        #expect(missing.code == .cannotOpen)
        #expect(missing.description == "/nonexistent/x.xml: cannot open: No such file or directory")
        #expect(missing.line == nil)
        let directory = try #require(throws: XMLError.self) { try XMLReader().read(.file("/")) }
        #expect(directory.code == .cannotOpen)
        #expect(directory.description == "/: cannot read: Is a directory")
        let closed = try #require(throws: XMLError.self) { try XMLReader().read(.fileDescriptor(-1)) }
        #expect(closed.code == .inputOutput)
    }

    @Test("A path with a null character is not cut there")
    func nullCharacterInPath() throws {
        // "/dev/null" exists, and is an empty document.
        for read in [
            { try XMLReader().read(.file("/dev/null\0.xml")) },
            { try XMLReader().read(.file("/dev/null\0.xml")) },
        ] as [() throws -> XMLValue] {
            let error = try #require(throws: XMLError.self) { try read() }
            #expect(error.code == .cannotOpen)
            #expect(
                error.words.description == "cannot open: the path contains a null character, which no file name has"
            )
        }
    }

    // MARK: Nothing is lost silently

    @Test("NO-SILENT-LOSS: An undeclared reference is refused in text and in attributes")
    func unresolvedReferences() throws {
        let external = "<!DOCTYPE a SYSTEM 'x.dtd'>"
        let cases = [
            external + "<a>1&nbsp;2</a>",
            external + "<a b='1&nbsp;2'/>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM 'x'>%p;]><a b='1&nbsp;2'/>",
            "<!DOCTYPE a [%p;]><a b='1&nbsp;2'/>",
            "<!DOCTYPE a SYSTEM 'x' [<!ENTITY e '1&nbsp;2'>]><a b='&e;'/>",
            "<!DOCTYPE a SYSTEM 'x' [<!ENTITY e '1&nbsp;2'><!ENTITY f '&e;'>]><a b='&amp;&f;'/>",
            "<!DOCTYPE a SYSTEM 'x' [<!ATTLIST a b CDATA '1&nbsp;2'>]><a/>",
            "<!DOCTYPE a SYSTEM 'x' [<!ENTITY e '<c d=\"&nbsp;\"/>'>]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY % p \"<!ATTLIST a x CDATA '1&#38;nbsp;2'>\"> %p; ]><a/>",
        ]
        for xml in cases {
            let error = try error(xml)
            #expect(error.code == .entity, "\(xml)")
            #expect(error.words.description.hasPrefix("the entity &nbsp; "), "\(xml): \(error)")
            let reason = xml.contains("SYSTEM 'x'>%p;") ? " may be declared in %p;" : " is not declared"
            #expect(error.words.description.contains(reason), "\(xml): \(error)")
        }
    }

    @Test("Declared references are read even in documents with an external subset")
    func resolvedReferences() throws {
        let xml = "<!DOCTYPE a SYSTEM 'x.dtd' [<!ENTITY e '1 &amp; &f;'><!ENTITY f '2'>]><a b='&e;&lt;&#65;'>&e;</a>"
        #expect(try convert(xml) == #"{"a":{"b":"1 & 2<A","text":"1 & 2"}}"#)
        #expect(try convert("<!DOCTYPE a SYSTEM 'x.dtd'><a b='x' c='&amp;'/>") == #"{"a":{"b":"x","c":"&"}}"#)
    }

    @Test("NO-FETCH: An entity in another file is refused by name")
    func externalEntity() throws {
        let error = try error("<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/hostname'>]><a>1&x;2</a>")
        #expect(error.code == .entity)
        #expect(
            error.words.description
                == "the text of the entity &x; is in another file, and nothing named inside a document is opened"
        )
        let attribute = try self.error("<!DOCTYPE a [<!ENTITY x SYSTEM '/etc/hostname'>]><a b='&x;'/>")
        #expect(attribute.code == .entity)
    }

    @Test("Entities that multiply without end are refused")
    func amplification() throws {
        let entities = (1...12).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }.joined()
        let error = try error("<!DOCTYPE a [<!ENTITY e0 '0123456789'>\(entities)]><a>&e12;</a>")
        #expect(error.code == .limit)
    }

    @Test("Every truncated document is an error with a position")
    func truncation() throws {
        let xml = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><a b='1'><!-- c --><?p i?>&e;<![CDATA[d]]>é</a>"#
        let bytes = Array(xml.utf8)
        for count in 0..<bytes.count {
            let error = try #require(throws: XMLError.self, "\(count)") {
                try XMLReader().read(.bytes(bytes[..<count]))
            }
            #expect((error.line ?? 0) >= 1 && (error.column ?? 0) >= 1, "\(count)")
            #expect([.unexpectedEnd, .malformed].contains(error.code), "\(count): \(error)")
        }
    }

    @Test("A version other than 1.x is refused")
    func version() throws {
        for version in ["one", "1.", "1", "2.0", "1.0a", "42.88", "1.-1"] as [String] {
            let document = "<?xml version='\(version)'?><a/>"
            let error = try #require(throws: XMLError.self, "\(version)") {
                try XMLReader().read(.string(document))
            }
            #expect(error.code == .malformed, "\(version)")
            #expect(
                error.words.description
                    == "the version of XML is \"\(version)\": it can be 1.0, or 1 and another number",
                "\(version)"
            )
            #expect((error.line, error.column) == (1, 1), "\(version)")
        }
    }

    @Test("A later minor version is read as 1.0", arguments: ["1.0", "1.1", "1.10"])
    func laterVersion(_ version: String) throws {
        #expect(try XMLReader().read(.string("<?xml version='\(version)'?><a/>")).json(.compact) == #"{"a":{}}"#)
    }
}

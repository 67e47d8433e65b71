// Several documents in one input.

import Testing
import XML2Dict

@Suite("Several documents")
struct SeriesTests {
    /// The documents, or the error that ends them, which must not depend on the size of the chunks.
    private func documents(_ bytes: [UInt8], _ options: XMLOptions = .init()) async throws -> [String] {
        var found: [String] = []
        do {
            var documents = try XMLReader(options).documents(in: .bytes(bytes))
            while let document = try documents.next() { found.append(document.json(.compact)) }
        } catch {
            found.append("\(error)")
        }
        for size in [1, 3, 64] {
            let chunks = AsyncStream<ArraySlice<UInt8>> { stream in
                for start in stride(from: 0, to: bytes.count, by: size) {
                    stream.yield(bytes[start..<min(start + size, bytes.count)])
                }
                stream.finish()
            }
            var inChunks: [String] = []
            do {
                for try await document in try XMLReader(options).documents(in: chunks) {
                    inChunks.append(document.json(.compact))
                }
            } catch {
                inChunks.append("\(error)")
            }
            #expect(inChunks == found)
        }
        return found
    }

    @Test("A declaration, a DOCTYPE, a tag or a mark begins a document")
    func beginnings() async throws {
        for (xml, json) in [
            ("<a/>", ["{\"a\":{}}"]), ("<a/><b/>", ["{\"a\":{}}", "{\"b\":{}}"]),
            (" <a>1</a>\n\n<a>2</a>\n", [#"{"a":{"text":"1"}}"#, #"{"a":{"text":"2"}}"#]),
            ("<?xml version='1.0'?><a/><?xml version='1.0'?>\n<b/>", ["{\"a\":{}}", "{\"b\":{}}"]),
            (
                "<!DOCTYPE a [<!ENTITY e '1'>]><a>&e;</a><!DOCTYPE a [<!ENTITY e '2'>]><a>&e;</a>",
                [
                    #"{"a":{"text":"1"}}"#, #"{"a":{"text":"2"}}"#,
                ]
            ),
            ("\u{FEFF}<a/>\u{FEFF}<b/>", ["{\"a\":{}}", "{\"b\":{}}"]),
            ("<é/><_x/><:y/>", ["{\"é\":{}}", "{\"_x\":{}}", "{\":y\":{}}"]),
        ] as [(String, [String])] {
            #expect(try await documents(Array(xml.utf8)) == json, "\(xml)")
        }
    }

    @Test("Comments and instructions after a root belong to its document")
    func epilog() async throws {
        var options = XMLOptions()
        options.commentKey = "c"
        options.processingInstructionKey = "p"
        let xml = "<!--1--><a/><!--2--><?xml-x y?>\n<?xml version='1.0'?><!--3--><b/><!--4-->"
        #expect(
            try await documents(Array(xml.utf8), options) == [
                #"{"c":["1","2"],"a":{},"p":{"xml-x":"y"}}"#, #"{"c":["3","4"],"b":{}}"#,
            ]
        )
    }

    @Test("An error has the document's number and the position in the input")
    func errors() async throws {
        for (xml, message) in [
            ("<a/>\n<b>\n</c>", "3:3: document 2: mismatched tag: </c> cannot close <b>, which was opened at 2:1"),
            ("<a/> <b><c></b>", "1:14: document 2: mismatched tag: </b> cannot close <c>, which was opened at 1:9"),
            (
                "<a/>\n<b/>\n <?xml version='1.0'?><c",
                "3:23: document 3: the document ends inside a tag, comment or other construct that begins here"
            ),
            ("", "1:1: document 1: the input is empty"),
            ("<a><b>", "1:7: document 1: the document ends inside <b>, which was opened at 1:4"),
        ] as [(String, String)] {
            #expect(try await documents(Array(xml.utf8)).last == message, "\(xml)")
        }
    }

    @Test("The bytes of an error count from the beginning of the input")
    func place() throws {
        var found = try XMLReader().documents(in: .string("<é/>\n<b><c>&x;</c></b>"))
        _ = try found.next()
        let error = #expect(throws: XMLError.self) { try found.next() }
        #expect(error?.byteOffset == 12 && error?.path == "/b/c" && error?.line == 2 && error?.column == 7)
        #expect(try found.next() == nil)
    }

    @Test("A byte order mark before a document is not a column")
    func columnsAfterMarks() async throws {
        let xml = "\u{FEFF}<a/>\u{FEFF}<b>&x;</b>"
        let utf16 = xml.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let error = "1:8: document 2: the entity &x; is not declared"
        #expect(try await documents(Array(xml.utf8)).last == error)
        #expect(try await documents(utf16).last == error)
    }

    @Test("Each document has its own encoding, unless the one before was converted")
    func encodings() async throws {
        let utf8 = Array("<a>é</a>".utf8)
        let latin1 = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        let value = #"{"a":{"text":"é"}}"#
        #expect(try await documents(utf8 + latin1) == [value, value])
        #expect(try await documents(latin1 + latin1) == [value, value])
        for second in [utf8, Array("<?xml version='1.0'?>".utf8) + utf8] {
            let error = try await documents(latin1 + second).last ?? ""
            #expect(
                error.hasSuffix(
                    "document 2: this document does not declare an encoding, and the one before it is ISO-8859-1 by the declaration; read it from an input of its own, or name the encoding of all by encoding"
                )
            )
        }
        let declared = Array("<?xml version='1.0' encoding='UTF-8'?>".utf8) + utf8
        #expect(
            try await documents(latin1 + declared).last?.contains("the declaration says encoding \"UTF-8\"") == true
        )
        let utf16 = "\u{FEFF}<a>é</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try await documents(utf16 + utf16) == [value, value])
        var options = XMLOptions()
        options.encoding = "windows-1252"
        #expect(
            try await documents(latin1 + Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), options) == [value, value]
        )
    }

    @Test("Records have the number of their document")
    func records() throws {
        var options = XMLOptions()
        options.isConcatenated = true
        options.originKey = "o"
        let xml = "<r><i>1</i></r>\n<r><i>2</i><i>3</i></r><x/>"
        var records = try XMLReader(options).records(at: "i", in: .string(xml))
        var found: [String] = []
        while let record = try records.next() { found.append(record.json(.compact)) }
        #expect(
            found == [
                #"{"text":"1","o":{"name":"i","document":1,"line":1,"path":"/r/i"}}"#,
                #"{"text":"2","o":{"name":"i","document":2,"line":2,"path":"/r/i"}}"#,
                #"{"text":"3","o":{"name":"i","document":2,"line":2,"path":"/r/i"}}"#,
            ]
        )
        #expect(records.findings.unmatched.hasRecords)
    }

    @Test("White space may precede the declaration of the first document")
    func spaceBeforeDeclaration() async throws {
        let declaration = "\n <?xml version='1.0' encoding='UTF-16'?><a>é</a>"
        let utf16 = declaration.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let latin1 = Array("\r\n\t<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        let long = String(repeating: " \r\n", count: 1_000)
        for bytes in [
            Array("\n<?xml version='1.0'?><a>é</a>".utf8), utf16, latin1,
            Array("\u{FEFF}\n\n<?xml version='1.0' encoding='UTF-8'?><a>é</a>".utf8),
            Array(" \u{FEFF}<?xml version='1.0'?><a>é</a>".utf8), Array("\n<!DOCTYPE a><a>é</a>".utf8),
            Array("\(long)<?xml version='1.0'?><a>é</a>\(long)".utf8),
        ] as [[UInt8]] {
            #expect(try await documents(bytes) == [#"{"a":{"text":"é"}}"#], "\(bytes.prefix(60))")
        }
        let two = "\n<?xml version='1.0'?><a/>\n<?xml version='1.0'?><b/>"
        #expect(try await documents(Array(two.utf8)) == ["{\"a\":{}}", "{\"b\":{}}"])
    }

    @Test("White space before the declaration counts in positions")
    func placesAfterSpace() async throws {
        var options = XMLOptions.concatenated
        options.originKey = "o"
        for (start, line, column) in [("\n", 2, 31), ("  ", 1, 33), ("\u{FEFF}\n\n", 3, 31), ("\u{FEFF} ", 1, 32)] {
            let xml = Array("\(start)<?xml version='1.0'?><r><i/></x>".utf8)
            #expect(
                try await documents(xml).last
                    == "\(line):\(column): document 1: mismatched tag: </x> cannot close <r>, "
                    + "which was opened at \(line):\(column - 9)"
            )
            var records = try XMLReader(options).records(at: "i", in: .bytes(xml))
            let record = try records.next()?.json(.compact)
            #expect(record == #"{"o":{"name":"i","document":1,"line":\#(line),"path":"/r/i"}}"#)
            let error = #expect(throws: XMLError.self) { try records.next() }
            #expect(error?.byteOffset == xml.count - 2)
        }
    }

    @Test("Nothing but white space may precede a declaration")
    func otherBeforeDeclaration() async throws {
        for (xml, place) in [
            ("<!-- --><?xml version='1.0'?><a/>", "1:9"), ("\n<?p?>\n<?xml version='1.0'?><a/>", "3:1"),
            ("<?xml version='1.0'?> <?xml version='1.0'?><a/>", "1:23"),
            ("\n<?xml version='1.0'?>\n<?xml version='1.0'?><a/>", "3:1"),
        ] {
            #expect(
                try await documents(Array(xml.utf8))
                    == ["\(place): document 1: <?xml must be the first bytes: remove what precedes it"],
                "\(xml)"
            )
        }
        let marked = Array("\u{FEFF}\n<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8)
        #expect(
            try await documents(marked) == [
                "2:1: document 1: the declaration says encoding \"ISO-8859-1\", but the bytes are UTF-8 "
                    + "by their byte order mark; encoding = \"UTF-8\" reads them"
            ]
        )
    }

    @Test("Each document decodes from its root")
    func decode() throws {
        struct Report: Decodable, Equatable {
            let id: Int
        }
        var reports = try XMLDecoder().documents(
            of: Report.self,
            in: .string("<r id='1'/><r id='2'/><r id='x'/><r id='4'/>")
        )
        #expect(try reports.next() == Report(id: 1))
        #expect(try reports.next() == Report(id: 2))
        #expect(throws: DecodingError.self) { try reports.next() }
        #expect(try reports.next() == Report(id: 4))
        #expect(try reports.next() == nil)
    }

    @Test("A document is delivered when the next one begins")
    func prompt() throws {
        var push = try XMLPushRecords(at: "i", .concatenated)
        try push.feed(Array("<r><i>1</i></r>".utf8))
        #expect(try push.next()?.text == "1")
        try push.feed(Array("<r><i>2</i>".utf8))
        #expect(try push.next()?.text == "2")
        push.finish()
        #expect(throws: XMLError.self) { try push.next() }
    }

    @Test("Text between documents is an error")
    func textBetween() throws {
        for xml in ["<a/>text<b/>", "<a/>1<?xml version='1.0'?><b/>", "<a/>x\u{FEFF}<b/>"] as [String] {
            var documents = try XMLReader().documents(in: .string(xml))
            #expect(throws: XMLError.self) { while try documents.next() != nil {} }
        }
    }

    @Test("A method that reads one document refuses the option")
    func refused() {
        let error = #expect(throws: XMLError.self) { try XMLReader(.concatenated).read(.string("<a/>")) }
        #expect(error?.code == .invalidOptions)
    }

    @Test("Many small documents in one chunk are read one by one")
    func many() throws {
        let xml = String(repeating: "<a/>", count: 3_000)
        var documents = try XMLReader().documents(in: .string(xml))
        var count = 0
        while try documents.next() != nil { count += 1 }
        #expect(count == 3_000)
    }
}

extension XMLOptions {
    fileprivate static var concatenated: XMLOptions {
        var options = XMLOptions()
        options.isConcatenated = true
        return options
    }
}

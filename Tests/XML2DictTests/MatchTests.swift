// Paths and namespaces that match nothing, for each reader of the library.

import TestSupport
import Testing
import XML2Dict

@Suite("Matches")
struct MatchTests {
    private static let xml = "<a xmlns:m='http://m/'><b m:id='1'/></a>"

    private static let options = XMLOptions().with {
        $0.requiresMatch = true
        $0.skip = ["a/x"]
        $0.forceList = ["a/b"]
    }

    private static let message = #"nothing matches skip = "a/x""#

    @Test("PARALLEL-SAME: The nearest name is found in every part")
    func nearestName() throws {
        let xml = "<r><a price='1' Id='1'/>\(String(repeating: "<b>text</b>", count: 300))<price id='1'>1</price></r>"
        var reader = XMLReader(.init { $0.typesByPath = ["nope/price": .number, "nope/@id": .number] })
        for threads in [1, 2] {
            reader.readingThreads.count = threads
            reader.readingThreads.partSize = 64
            var records = try reader.records(at: "b", in: .string(xml))
            while try records.next() != nil {}
            let message = records.findings.warning(reader.options, recordsAt: "b")
            #expect(message?.contains(#""nope/price" (the document has price elsewhere)"#) == true, "\(threads)")
            #expect(message?.contains(#""nope/@id" (the document has @id elsewhere)"#) == true, "\(threads)")
        }
    }

    @Test("The suggested name may have another namespace than the path")
    func nearestNamespace() throws {
        let reader = XMLReader {
            ($0.namespaces, $0.skip, $0.requiresMatch) = (.expand, ["{urn:z}b"], true)
        }
        for xml in ["<r><b/><b xmlns='urn:q'/></r>", "<r><b xmlns='urn:q'/><b/></r>"] {
            let error = try #require(throws: XMLError.self) { try reader.read(.string(xml)) }
            #expect(error.message == #"nothing matches skip = "{urn:z}b" (the document has b)"#)
        }
    }

    @Test("Each reader throws at the end of the document")
    func readers() async throws {
        let reader = XMLReader(Self.options)
        var errors: [XMLError] = []
        errors.append(try #require(throws: XMLError.self) { try reader.read(.string(Self.xml)) })
        errors.append(
            try #require(throws: XMLError.self) {
                var push = try XMLPushReader(Self.options)
                for byte in Self.xml.utf8 { try push.feed([byte]) }
                _ = try push.finish()
            }
        )
        var records = try reader.records(at: "b", in: .string(Self.xml))
        #expect(try records.next()?.json(.compact) == #"{"m:id":"1"}"#)
        errors.append(try #require(throws: XMLError.self) { try records.next() })
        let chunks = AsyncStream<[UInt8]> { continuation in
            continuation.yield(Array(Self.xml.utf8))
            continuation.finish()
        }
        errors.append(
            try await #require(throws: XMLError.self) {
                for try await _ in try reader.records(at: "b", in: chunks) {}
            }
        )
        errors.append(
            try #require(throws: XMLError.self) {
                var push = try XMLPushRecords(at: "b", Self.options)
                try push.feed(Self.xml.utf8)
                push.finish()
                while try push.next() != nil {}
            }
        )
        for error in errors {
            #expect((error.code, error.words.description) == (.noMatch, Self.message))
            #expect((error.line, error.path) == (nil, ""))
        }
    }

    @Test("Each option with paths is checked")
    func options() throws {
        for (unmatched, options) in [
            ("skip = \"b/@id\" (the document has @m:id)", .init { $0.skip = ["b/@id", "b/@m:id"] }),
            ("select = \"c\"", .init { $0.select = ["b", "c"] }),
            ("forceList = \"/b\" (the document has b elsewhere)", .init { $0.forceList = ["/b", "*"] }),
            ("forceText = \"c\"", .init { $0.forceText = ["c"] }),
            (
                "typesByPath = \"@id\" (the document has @m:id)",
                .init { $0.typesByPath = ["@id": .number, "@m:id": .number] }
            ),
            (
                "namespacePrefixes = \"http://n/\"",
                .init { $0.namespacePrefixes = ["http://n/": "n", "http://m/": "m"] }
            ),
        ] as [(String, XMLOptions)] {
            let error = try #require(throws: XMLError.self, "\(unmatched)") {
                try convert(Self.xml, options.with { $0.requiresMatch = true })
            }
            #expect(error.words.description == "nothing matches \(unmatched)", "\(unmatched)")
            _ = try convert(Self.xml, options)
        }
    }

    @Test("Paths match attributes that are not built")
    func attributes() throws {
        let options = XMLOptions().with {
            $0.requiresMatch = true
            $0.skip = ["b/@m:id"]
        }
        #expect(try convert(Self.xml, options.with { $0.attributes = .discard }) == #"{"a":{"b":{}}}"#)
        #expect(try convert(Self.xml, options.with { $0.skip.append("b") }) == #"{"a":{"xmlns:m":"http://m/"}}"#)
    }

    @Test("A damaged document is reported before a missing match")
    func damaged() throws {
        let error = try #require(throws: XMLError.self) { try convert("<a><b></a>", Self.options) }
        #expect(error.code == .malformed)
    }

    /// The warning about the records at a path.
    private func warning(_ path: XMLPath, in xml: String, _ options: XMLOptions = XMLOptions()) throws -> String? {
        var records = try XMLReader(options).records(at: path, in: .string(xml))
        while try records.next() != nil {}
        return records.findings.warning(options, recordsAt: path)
    }

    @Test("A warning names the one name that is nearest")
    func nearest() throws {
        let xml = "<a><entries/><m:Entry/><entrys/><entry/><nt id='1' name='' nam=''/><e><item/></e></a>"
        for (path, hint) in [
            ("ENTRY", " (the document has entry)"), ("entri", " (the document has entry)"),
            ("a/entrie", " (the document has entries)"),
            ("n", ""), ("nosuch", ""), ("b/*", ""), ("b/entry", " (the document has entry elsewhere)"),
            ("/item", " (the document has item elsewhere)"),
            ("@names", " (the document has @name)"), ("b/@ID", " (the document has @id)"), ("nt/@title", ""),
            ("rss.item", " (are the names separated by /, as in rss/item?)"),
        ] {
            #expect(try warning(XMLPath(path), in: xml) == "nothing matches records = \"\(path)\"\(hint)", "\(path)")
        }
        #expect(try warning("*", in: xml) == nil)
        let several =
            #"nothing matches records = "b/entry" (the document has entry elsewhere), records = "itm" (the document has item)"#
        #expect(try warning("b/entry|itm", in: xml) == several)
        #expect(try warning("itm|item", in: xml) == #"nothing matches records = "itm" (the document has item)"#)
    }

    @Test("A warning says that all records are skipped")
    func skipped() throws {
        for (path, skipped) in [("b", "b"), ("b", "a"), ("b/@id", "b/@id"), ("b/@id", "b")] as [(XMLPath, XMLPath)] {
            let options = XMLOptions().with { $0.skip = [skipped] }
            let found = try warning(path, in: "<r><a><b id='1'/></a></r>", options)
            #expect(found == "skip leaves out all that records selects", "\(path) \(skipped)")
        }
    }
}

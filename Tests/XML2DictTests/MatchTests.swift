// Paths and namespaces that match nothing, for each reader of the library.

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

    @Test("PARALLEL-SAME: An element is the nearest name, in whichever part")
    func nearestName() throws {
        let xml = "<r><a price='1' Id='1'/>\(String(repeating: "<b>text</b>", count: 300))<price id='1'>1</price></r>"
        var reader = XMLReader(.init { $0.typesByPath = ["nope/price": .number, "nope/@id": .number] })
        for threads in [1, 2] {
            reader.readingThreads.count = threads
            reader.readingThreads.partSize = 64
            var records = try reader.records(at: "b", in: .string(xml))
            while try records.next() != nil {}
            let message = records.findings.unmatched.message.map { "\($0)" }
            #expect(message?.contains(#""nope/price" (there is price)"#) == true, "\(threads)")
            #expect(message?.contains(#""nope/@id" (there is @id)"#) == true, "\(threads)")
        }
    }

    @Test("Each reader throws at the end of the document")
    func readers() async throws {
        let reader = XMLReader(Self.options)
        var errors: [XMLError] = []
        errors.append(try #require(throws: XMLError.self) { try reader.read(string: Self.xml) })
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
            ("skip = \"b/@id\"", .init { $0.skip = ["b/@id", "b/@m:id"] }),
            ("select = \"c\"", .init { $0.select = ["b", "c"] }),
            ("forceList = \"/b\" (there is b)", .init { $0.forceList = ["/b", "*"] }),
            ("forceText = \"c\"", .init { $0.forceText = ["c"] }),
            ("typesByPath = \"@id\"", .init { $0.typesByPath = ["@id": .number, "@m:id": .number] }),
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

    @Test("Attributes that are not built match")
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
        #expect(error.code == .mismatchedTag)
    }

    @Test("Suggested paths of deep elements have their middle left out")
    func deep() throws {
        let names = (1...100).map { "e\($0)" } + ["item"]
        let xml = names.map { "<\($0)>" }.joined() + names.reversed().map { "</\($0)>" }.joined()
        var records = try XMLReader().records(at: "itm", in: .string(xml))
        #expect(try records.next() == nil)
        let expected = (1...20).map { "/e\($0)" }.joined() + "/…" + (81...100).map { "/e\($0)" }.joined() + "/item"
        #expect(records.suggestedPaths == [expected])
    }

    @Test("Similar names differ by two letters, or by case and prefix")
    func similarNames() throws {
        let xml = "<a><entry/><m:Entry/><entries/><entyr/><nt/><eñtry/></a>"
        func suggested(_ path: String) throws -> [String]? {
            var records = try XMLReader().records(at: XMLPath(path), in: .string(xml))
            while try records.next() != nil {}
            return records.suggestedPaths
        }
        #expect(try suggested("ENTRY") == ["/a/entry", "/a/m:Entry"])
        #expect(try suggested("entri") == ["/a/entry", "/a/m:Entry", "/a/entries", "/a/entyr"])
        #expect(try suggested("enxtry") == ["/a/entry", "/a/m:Entry", "/a/entyr", "/a/eñtry"])
        #expect(try suggested("n") == [])
    }

    @Test("The nearest names are suggested first, then those in document order")
    func nearest() throws {
        func suggested(_ path: String, in xml: String) throws -> [String]? {
            var records = try XMLReader().records(at: XMLPath(path), in: .string(xml))
            while try records.next() != nil {}
            return records.suggestedPaths
        }
        let far = (1...9).map { "<entry\($0)/>" }.joined()
        #expect(
            try suggested("entri", in: "<a>\(far)<entrx/><entry/></a>")
                == ["/a/entrx", "/a/entry"] + (1...6).map { "/a/entry\($0)" }
        )
        #expect(
            try suggested("i/@names", in: "<a><i nome='' name='' id=''/><j name='' nam=''/></a>")
                == ["/a/i/@name", "/a/j/@name", "/a/i/@nome", "/a/j/@nam"]
        )
        #expect(try suggested("j/@Name|k/@x", in: "<a><i nam='' name=''/></a>") == ["/a/i/@name"])
        #expect(try suggested("i/@name", in: "<a><i title=''/></a>") == [])
        #expect(try suggested("i/@name", in: "<a><i nam='' name=''/></a>") == nil)
    }
}

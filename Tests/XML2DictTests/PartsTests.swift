// Documents that several threads read in parts, with the same results as one thread.

import TestSupport
import Testing

@testable import XML2Dict
@testable import XML2DictWriting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("Parts")
struct PartsTests {
    /// A document with every construct that a cut could damage.
    private static let varied = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- before -->
        <rss v="1" xmlns:m="urn:m">one <channel>
         <title>T &amp; U</title> two <item n="1">x</item><item n="2"><b>y</b><m:c a='>'/></item>\r
         <!-- <item> --><?php <item> ?><item><![CDATA[<item>]]> <b> z </b></item> thr\u{E9}e ]] <empty/>
         <p xml:space="preserve"> <q> </q> </p><item xmlns="urn:d" n="3"><item>inner</item></item>
        </channel> four <item/>five\r<item m:n="4"></item></rss>
        <?after it?>
        """

    private static let sizes = [1, 7, 64, 4096]

    // MARK: The same as one thread

    @Test("PARALLEL-SAME: A whole document is the same in parts of any size")
    func document() {
        let reading = PartedReading(Self.varied)
        for size in Self.sizes {
            for threads in [2, 3, 5] {
                #expect(
                    reading.inParts(threads: threads, of: size) == reading.alone,
                    "\(threads) threads, \(size) bytes"
                )
            }
        }
    }

    private static let changes: [(String, @Sendable (inout XMLOptions) -> Void)] = [
        ("lines", { $0.keepsLines = true }), ("strip", { $0.namespaces = .strip }),
        ("expand", { $0.namespaces = .expand }), ("no trimming", { $0.trim = .none }),
        ("layout", { $0.trim = .layout }), ("collapse", { $0.trim = .collapse }), ("lists", { $0.forceList = ["*"] }),
        ("comments", { ($0.commentKey, $0.processingInstructionKey) = ("#c", "?") }), ("cdata", { $0.cdataKey = "#d" }),
        ("types", { $0.infersTypes = true }), ("collapsed runs", { ($0.trim, $0.textSeparator) = (.collapse, "\n ") }),
        ("no root", { $0.keepsRoot = false }), ("declaration", { $0.includesXMLDeclaration = true }),
        ("inherited namespaces", { $0.namespaceDeclarations = .inherit }), ("no text", { $0.textKey = nil }),
        ("selected", { $0.select = ["item"] }), ("selected attributes", { $0.select = ["@n"] }),
        ("skipped", { $0.skip = ["item"] }),
        ("separated runs", { $0.textSeparator = "|" }), ("order", { $0.orderKey = "#order" }),
        ("order and lines", { ($0.orderKey, $0.keepsLines) = ("#order", true) }),
        ("origins", { ($0.select, $0.originKey) = (["b"], "origin") }),
        ("ancestors", { ($0.select, $0.ancestorsKey) = (["b"], "in") }),
    ]

    @Test(
        "PARALLEL-SAME: With each option, parts are read and give the same",
        arguments: XMLOptions.Convention.allCases
    )
    func options(convention: XMLOptions.Convention) throws {
        for (name, change) in Self.changes {
            var options = XMLOptions(.init(convention), change)
            if name == "no text" { (options.textOnlyIsString, options.forceText) = (true, []) }
            if options.orderKey != nil || !options.textSeparator.isEmpty || !options.forceList.isEmpty {
                options.elementsAreArrays = false
            }
            if !options.textSeparator.isEmpty { options.orderKey = nil }
            if !options.keepsRoot { options.doctypeKey = nil }
            if options.attributes == .discard, options.namespaceDeclarations == .inherit { options.attributes = .merge }
            let reading = PartedReading(Self.varied, options)
            for size in Self.sizes {
                #expect(reading.inParts(threads: 2, of: size) == reading.alone, "\(name), \(size) bytes")
            }
            #expect(try reading.isReadInParts(of: 64), "\(name)")
        }
    }

    @Test("PARALLEL-SAME: Records are the same in parts", arguments: ["item", "channel/item", "*/@n", "/rss", "b"])
    func records(path: String) {
        for convention in XMLOptions.Convention.allCases {
            let reading = PartedReading(Self.varied, XMLOptions(convention), at: XMLPath(unchecked: path))
            for size in Self.sizes {
                #expect(reading.inParts(threads: 3, of: size) == reading.alone, "\(convention), \(size) bytes")
            }
        }
    }

    @Test("Records are read in parts")
    func recordsInParts() throws {
        #expect(try PartedReading(Self.varied, at: "item").isReadInParts(of: 64))
        #expect(try PartedReading(Self.varied, at: "/rss/channel/item").isReadInParts(of: 1))
    }

    // MARK: Errors

    /// A document of about twenty parts of 64 bytes.
    private static let long =
        "<rss><channel>"
        + (0..<40).map { "\n<item n=\"\($0)\"><b>\u{E9}</b> t</item>" }.joined() + "\n</channel></rss>"

    @Test("PARALLEL-SAME: Broken records are skipped and counted as by one thread")
    func skipping() {
        var reading = PartedReading(Self.long.replacing("n=\"30\"", with: "n=30"), at: "item")
        reading.policy = .skip { _ in }
        let alone = reading.alone
        #expect(alone.contains("1 skipped"))
        #expect(reading.inParts(threads: 2, of: 64) == alone)
    }

    @Test("PARALLEL-SAME: A path that matches nothing has the same suggestions")
    func nothingFound() {
        let reading = PartedReading(Self.long, at: "channel/Item")
        #expect(reading.alone.contains("(the document has item)"))
        #expect(reading.inParts(threads: 2, of: 64) == reading.alone)
    }

    @Test("PARALLEL-SAME: A path that matches in one part only has matched")
    func matchInOnePart() throws {
        var options = XMLOptions()
        options.requiresMatch = true
        options.skip = ["item/@n", "b"]
        var reading = PartedReading(Self.long, options)
        #expect(try reading.isReadInParts(of: 64))
        reading.options.skip.append("c")
        #expect(reading.alone.contains("nothing matches"))
        #expect(reading.inParts(threads: 2, of: 64) == reading.alone)
    }

    @Test("PARALLEL-SAME: A limit is the same error in parts")
    func limits() {
        var options = XMLOptions()
        options.limits[.depth] = 3
        let reading = PartedReading(Self.long, options)
        #expect(reading.alone.contains("limit"))
        #expect(reading.inParts(threads: 2, of: 64) == reading.alone)
    }

    @Test("AMPLIFY-BOUND: Parts keep the bound of the whole document", arguments: [1, 64, 1000])
    func amplification(size: Int) {
        var options = XMLOptions()
        options.namespaces = .expand
        options.limits[.amplification] = 1
        let uri = String(repeating: "u", count: 4000)
        let item = "<p:a/>"
        let xml = "<p:r xmlns:p=\"\(uri)\">" + String(repeating: item, count: 3000) + "</p:r>"
        let reading = PartedReading(xml, options)
        #expect(reading.alone.contains("limit"))
        #expect(reading.inParts(threads: 2, of: size) == reading.alone)
    }

    // MARK: Files that change

    @Test("A file that changes while it is read is an error")
    func changedFile() throws {
        let folder = try TemporaryFolder(["feed.xml": Bytes(Self.long.replacing("</channel>", with: "</broken>"))])
        let path = try #require((folder.path + "/feed.xml").text)
        var records = try PartedReading(Self.long).reader(threads: 2, partSize: 64)
            .records(at: "item", in: .file(path))
        #expect(try records.next()?["n"]?.string == "0")
        try folder.write(Bytes(Self.long), to: "feed.xml")
        var count = 1
        let error = try #require(throws: XMLError.self) {
            while try records.next() as XMLValue? != nil { count += 1 }
        }
        #expect(error.code == .inputOutput)
        #expect(error.words.description.hasSuffix("the file was changed while it was read"))
        #expect(count < 40)
    }

    @Test("A file that becomes shorter is an error of the document", arguments: [0, 100, 1000])
    func shorterFile(count: Int) throws {
        let folder = try TemporaryFolder(["feed.xml": Bytes(Self.long)])
        let path = try #require((folder.path + "/feed.xml").text)
        var records = try PartedReading(Self.long).reader(threads: 2, partSize: 64)
            .records(at: "item", in: .file(path))
        try folder.write(Bytes(Array(Self.long.utf8).prefix(count)), to: "feed.xml")
        #expect(throws: XMLError.self) { while try records.next() as XMLValue? != nil {} }
    }

    // MARK: What one thread reads

    @Test("One thread reads documents that parts cannot read")
    func readByOneThread() throws {
        for xml in [
            "<!DOCTYPE r [<!ENTITY e 'x'>]><r>\(String(repeating: "<a>&e;</a>", count: 99))</r>",
            "<?xml version='1.0' encoding='ISO-8859-1'?><r>\(String(repeating: "<a>x</a>", count: 99))</r>",
            "<r>\(String(repeating: "<a>x</a>", count: 99))</r><r/>",
        ] as [String] {
            let reading = PartedReading(xml)
            #expect(try !reading.isReadInParts(of: 64), "\(xml.prefix(60))")
            #expect(reading.inParts(threads: 2, of: 64) == reading.alone, "\(xml.prefix(60))")
        }
    }

    // MARK: JSON

    /// The JSON that several threads write in small chunks.
    private func json(_ value: XMLValue, _ format: XMLValue.JSONFormat, chunkSize: Int) throws -> String {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        try value.writeJSON(to: fileno(file), format, threads: 3, chunkSize: chunkSize)
        rewind(file)
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("PARALLEL-SAME: JSON is the same in chunks of any size", arguments: XMLOptions.Convention.allCases)
    func json(convention: XMLOptions.Convention) throws {
        var colored = XMLValue.JSONFormat.pretty, sorted = XMLValue.JSONFormat.compact
        colored.isColored = true
        sorted.sortsKeys = true
        for text in [Self.varied, Self.long, "<a/>", "<a>x</a>"] {
            let value = try XMLReader(XMLOptions(convention)).read(.string(text))
            for format in [.pretty, .compact, colored, sorted] {
                for size in [1, 100, 10_000] {
                    #expect(try json(value, format, chunkSize: size) == value.json(format) + "\n", "chunks of \(size)")
                }
            }
        }
    }

    @Test("A full disk ends the writing of several threads")
    func fullDisk() throws {
        let value = try XMLReader().read(.string(Self.long))
        let device = open("/dev/full", O_WRONLY)
        try #require(device >= 0)
        defer { close(device) }
        #expect(throws: XMLError.self) { try value.writeJSON(to: device, .compact, threads: 2, chunkSize: 1) }
    }

    // MARK: The caller

    private struct Item: Decodable, Equatable, Sendable {
        var n: Int
    }

    @Test("Types are decoded in the order of the document")
    func decoding() throws {
        var decoder = XMLDecoder()
        decoder.threads = 3
        decoder.readingThreads.partSize = 64
        var records = try decoder.records(of: Item.self, at: "item", in: .string(Self.long))
        var numbers: [Int] = []
        while let item = try records.next() { numbers.append(item.n) }
        #expect(numbers == Array(0..<40))
        let hasReadInParts = (records.stream.findingsOfParts != nil)
        #expect(hasReadInParts)
    }

    @Test("An undecodable record is an error with its line; the next follows")
    func undecodable() throws {
        var decoder = XMLDecoder()
        decoder.threads = 2
        decoder.readingThreads.partSize = 64
        let xml = Self.long.replacing("n=\"30\"", with: "n=\"x\"")
        var records = try decoder.records(of: Item.self, at: "item", in: .string(xml))
        var numbers: [Int] = [], errors: [String] = []
        while true {
            do {
                guard let item = try records.next() else { break }
                numbers.append(item.n)
            } catch let error as DecodingError {
                errors.append(error.text)
            }
        }
        #expect(numbers == Array(0..<30) + Array(31..<40))
        #expect(errors == ["dataCorrupted n: expected a whole number for Int, found 'x' (line 32)"])
    }

    @Test("No thread remains when the caller takes one record of many")
    func stoppingEarly() throws {
        for _ in 0..<20 {
            var records = try PartedReading(Self.long).reader(threads: 3, partSize: 1)
                .records(at: "item", in: .string(Self.long))
            #expect(try records.next()?["n"]?.string == "0")
        }
    }

    @Test("A value read in parts can be edited, compared and written")
    func editing() throws {
        var value = try #require(try PartedReading(Self.varied).valueOfParts(of: 7))
        var alone = try XMLReader().read(.string(Self.varied))
        #expect(value == alone)
        #expect(value.hashValue == alone.hashValue)
        value["rss"]?["channel"]?["title"] = "new"
        alone["rss"]?["channel"]?["title"] = "new"
        value["rss"]?["channel"]?["item"]?[1] = ["n": ""]
        alone["rss"]?["channel"]?["item"]?[1] = ["n": ""]
        #expect(value.json(.compact) == alone.json(.compact))
        #expect(try XMLWriter().string(from: value) == XMLWriter().string(from: alone))
    }
}

extension PartedReading {
    /// The value that several threads read, or `nil` if one thread must read the document.
    fileprivate func valueOfParts(of partSize: Int) throws -> XMLValue? {
        var stream = try DocumentStream(Plan(options), .bytes(bytes))
        return stream.joinedDocument(reader(threads: 2, partSize: partSize).readingThreads)
    }

    /// Whether parts of a size give the whole result, without another reading by one thread.
    fileprivate func isReadInParts(of partSize: Int) throws -> Bool {
        guard let path else { return try valueOfParts(of: partSize) != nil }
        var records = try reader(threads: 2, partSize: partSize).records(at: path, in: .bytes(bytes), onError: policy)
        while try records.next() as XMLValue? != nil {}
        return records.stream.findingsOfParts != nil
    }
}

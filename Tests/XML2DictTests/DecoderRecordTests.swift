// Typed records.

import Foundation
import Synchronization
import Testing
import XML2Dict

@Suite("Typed records")
struct DecoderRecordTests {
    private struct Item: Decodable, Equatable, Sendable {
        var id: Int
        var text: String?
    }

    private static let xml = """
        <feed>
        <item id="1">a</item>
        <item id="x">b</item>
        <item><id>
        y</id></item>
        <item id="3"/>
        </feed>
        """

    /// All records and errors.
    ///
    /// The loop continues after each error.
    private func everything(_ next: () throws -> Item?) rethrows -> [String] {
        var found: [String] = []
        while true {
            do {
                guard let item = try next() else { return found }
                found.append("\(item.id) \(item.text ?? "-")")
            } catch let error as DecodingError {
                found.append(error.text)
            }
        }
    }

    private static let found = [
        "1 a",
        "dataCorrupted id: expected a whole number for Int, found 'x' (line 3)",
        "dataCorrupted id: expected a whole number for Int, found 'y' (line 4)",
        "3 -",
    ]

    /// A record that keeps a child as a value, or its decoder.
    private struct Kept: Decodable {
        enum CodingKeys: CodingKey { case id }

        let id: XMLValue?
        let decoder: (any Decoder)?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let number = try container.decode(Int.self, forKey: .id)
            id = number.isMultiple(of: 2) ? try container.decode(XMLValue.self, forKey: .id) : nil
            self.decoder = number.isMultiple(of: 3) ? decoder : nil
        }
    }

    @Test("Later records do not change kept values and decoders", arguments: [1, 2])
    func kept(threads: Int) throws {
        let xml = "<feed>" + (0..<100).map { "<item id='\($0)'><b>\($0)</b></item>" }.joined() + "</feed>"
        var decoder = XMLDecoder()
        decoder.readingThreads = ReadingThreads(threads)
        decoder.readingThreads.partSize = 64
        var records = try decoder.records(of: Kept.self, at: "item", in: .string(xml))
        var found: [Kept] = []
        while let record = try records.next() { found.append(record) }
        #expect(found.count == 100)
        for (id, record) in found.enumerated() {
            #expect(record.id?.int == (id.isMultiple(of: 2) ? id : nil))
            #expect(try record.decoder.map { try Item(from: $0).id } == (id.isMultiple(of: 3) ? id : nil))
        }
    }

    @Test("An undecodable record is an error with its line; the next follows")
    func sources() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Self.xml.write(toFile: file, atomically: false, encoding: .utf8)
        let handle = try #require(FileHandle(forReadingAtPath: file))
        defer { try? handle.close() }
        let sources: [(XMLSource, String)] = [
            (.string(Self.xml), "line "), (.file(file), file + ":"), (.fileDescriptor(handle.fileDescriptor), "line "),
        ]
        for (source, place) in sources {
            var records = try XMLDecoder().records(of: Item.self, at: "feed/item", in: source)
            let found = Self.found.map { $0.replacing("(line ", with: "(\(place)") }
            #expect(try everything { try records.next() } == found)
            #expect(try records.next() == nil)
        }
        let named = #expect(throws: DecodingError.self) {
            try XMLDecoder().decode([String: Int].self, from: .file(file))
        }
        #expect((named?.xmlFile, named?.xmlLine) == (file, 2))
        let error = #expect(throws: XMLError.self) {
            _ = try XMLDecoder().records(of: Item.self, at: "item", in: .file("/nonexistent/a.xml"))
        }
        #expect(error?.description == "/nonexistent/a.xml: cannot open: No such file or directory")
    }

    @Test("The policy skip also skips undecodable records")
    func skipped() async throws {
        let expected = [
            "3: mismatch: id: expected a whole number for Int, found 'x' /feed/item",
            "4: mismatch: id: expected a whole number for Int, found 'y' /feed/item",
        ]
        let reports = Mutex<[String]>([])
        let policy = XMLOptions.ErrorPolicy.skip { error in
            reports.withLock { $0.append("\(error.line ?? 0): \(error.code): \(error.message) \(error.path)") }
        }
        func check(_ found: [Item]) {
            #expect(found == [Item(id: 1, text: "a"), Item(id: 3)])
            #expect(reports.withLock(\.self) == expected)
            reports.withLock { $0 = [] }
        }
        for threads in [1, 2] {
            var decoder = XMLDecoder()
            decoder.readingThreads.count = threads
            decoder.readingThreads.partSize = 32
            var records = try decoder.records(of: Item.self, at: "item", in: .string(Self.xml), onError: policy)
            var found: [Item] = []
            while let item = try records.next() { found.append(item) }
            check(found)
        }
        var found: [Item] = []
        for try await item in try XMLDecoder().records(
            of: Item.self,
            at: "item",
            in: chunks(Self.xml, of: 9),
            onError: policy
        ) {
            found.append(item)
        }
        check(found)
        var pushed = try XMLPushRecords(of: Item.self, at: "item", onError: policy)
        try pushed.feed(Self.xml.utf8)
        pushed.finish()
        found = []
        while let item = try pushed.next() { found.append(item) }
        check(found)
    }

    @Test("A main-actor type decodes on the main actor, with any threads")
    @MainActor
    func mainActor() throws {
        @MainActor
        struct Pinned: @MainActor Decodable {
            var thread: Thread

            init(from decoder: any Decoder) throws { thread = Thread.current }
        }
        var decoder = XMLDecoder()
        decoder.readingThreads.count = 2
        decoder.readingThreads.partSize = 32
        let xml = "<r>\(String(repeating: "<i>text of a record</i>", count: 100))</r>"
        var records = try decoder.records(of: Pinned.self, at: "i", in: .string(xml))
        var count = 0
        while let record = try records.next() {
            count += 1
            #expect(record.thread === Thread.current)
        }
        #expect(count == 100)
    }

    @Test("One undecodable record over the limit ends the document")
    func skippedTooMany() throws {
        for threads in [1, 2] {
            var decoder = XMLDecoder()
            decoder.options.limits[.errors] = 1
            decoder.readingThreads.count = threads
            decoder.readingThreads.partSize = 32
            let policy = XMLOptions.ErrorPolicy.skip { _ in }
            var records = try decoder.records(of: Item.self, at: "item", in: .string(Self.xml), onError: policy)
            #expect(try records.next() == Item(id: 1, text: "a"))
            let error = #expect(throws: XMLError.self) { try records.next() }
            #expect((error?.limit, error?.line) == (.errors, 4))
            #expect(try records.next() == nil)
        }
    }

    @Test("A skipped record's error leaves the remedy apart")
    func remedy() throws {
        let skipped = Mutex<[String?]>([])
        var decoder = XMLDecoder()
        decoder.options.limits[.errors] = 1
        let policy = XMLOptions.ErrorPolicy.skip { error in skipped.withLock { $0 += [error.message, error.remedy] } }
        let xml = "<a><i><n>1</n><n>2; 3</n></i><i><n>1</n><n>2</n></i></a>"
        var records = try decoder.records(of: [String: Int].self, at: "i", in: .string(xml), onError: policy)
        let last = #expect(throws: XMLError.self) { try records.next() }
        #expect(
            skipped.withLock(\.self) + [last?.message, last?.remedy] == [
                "n: expected one Int, found 2 of this name", "an array takes them all",
                "n: expected one Int, found 2 of this name (the number of broken records exceeds 1)",
                "an array takes them all; limits[.errors] allows more",
            ]
        )
    }

    @Test("An invalid path is refused; an unmatched path lists the existing ones")
    func paths() throws {
        let error = #expect(throws: XMLError.self) {
            _ = try XMLDecoder().records(of: Item.self, at: XMLPath(unchecked: "a//b"), in: .string(Self.xml))
        }
        let other = #expect(throws: XMLError.self) {
            try XMLDecoder().records(of: Item.self, at: XMLPath(unchecked: "/"), in: chunks(Self.xml, of: 50))
        }
        #expect([error?.code, other?.code] == [.invalidPath, .invalidPath])
        var records = try XMLDecoder().records(of: Item.self, at: "feed/itm", in: .string(Self.xml))
        #expect(try records.next() == nil)
    }

    @Test("A decoder reads and decodes records with its own options")
    func options() async throws {
        struct Price: Decodable, Equatable {
            var itemPrice: Double
            var kind: String
        }
        var decoder = XMLDecoder(.xmltodict)
        decoder.options.namespaces = .strip
        decoder.options.keyStyle = .camel
        let xml = "<a xmlns:n='u'><n:p kind='x'><n:item_price>1.5</n:item_price></n:p></a>"
        var records = try decoder.records(of: Price.self, at: "p", in: .string(xml))
        #expect(try records.next() == Price(itemPrice: 1.5, kind: "x"))
        #expect(try records.next() == nil)
        var pushed = try XMLPushRecords(of: Price.self, at: "p", decoder)
        try pushed.feed(xml.utf8)
        #expect(try pushed.next() == Price(itemPrice: 1.5, kind: "x"))
        var found: [Price] = []
        for try await price in try decoder.records(of: Price.self, at: "p", in: chunks(xml, of: 7)) {
            found.append(price)
        }
        #expect(found == [Price(itemPrice: 1.5, kind: "x")])
    }

    @Test("A document error follows the earlier records and ends the sequence")
    func brokenDocument() throws {
        var records = try XMLDecoder().records(of: Item.self, at: "item", in: .string("<f><item id='1'/>\n<item></f>"))
        #expect(try records.next() == Item(id: 1))
        let error = #expect(throws: XMLError.self) { try records.next() }
        #expect((error?.code, error?.line) == (.malformed, 2))
        #expect(try records.next() == nil)
    }

    @Test("An empty record has the line of its start tag")
    func emptyRecord() throws {
        var records = try XMLDecoder().records(of: Item.self, at: "item", in: .string("<f>\n\n<item/></f>"))
        let error = #expect(throws: DecodingError.self) { try records.next() }
        #expect(
            error?.text == "keyNotFound : there is no attribute or element 'id'; the element has nothing in it (line 3)"
        )
    }

    // MARK: Asynchronous

    /// The bytes of a document in chunks.
    private func chunks(_ xml: String, of size: Int) -> AsyncStream<ArraySlice<UInt8>> {
        let bytes = Array(xml.utf8)
        return AsyncStream { continuation in
            for start in stride(from: 0, to: bytes.count, by: size) {
                continuation.yield(bytes[start..<min(start + size, bytes.count)])
            }
            continuation.finish()
        }
    }

    @Test("Records arrive from chunks of every size")
    func arriving() async throws {
        for size in [1, 7, 1000] {
            let xml = "<feed>" + (0..<100).map { "<item id='\($0)'>t\($0)</item>" }.joined() + "</feed>"
            var items: [Item] = []
            for try await item in try XMLDecoder().records(of: Item.self, at: "feed/item", in: chunks(xml, of: size)) {
                items.append(item)
            }
            #expect(items == (0..<100).map { Item(id: $0, text: "t\($0)") }, "\(size)")
        }
    }

    @Test("An iterator continues after an undecodable record")
    func goingOn() async throws {
        var found: [String] = []
        var records = try XMLDecoder().records(of: Item.self, at: "item", in: chunks(Self.xml, of: 5))
            .makeAsyncIterator()
        while true {
            do {
                guard let item = try await records.next() else { break }
                found.append("\(item.id) \(item.text ?? "-")")
            } catch let error as DecodingError {
                found.append(error.text)
            }
        }
        #expect(found == Self.found)
        #expect(try await records.next() == nil)
    }

    @Test("A loop ends with the error of its record")
    func loop() async throws {
        var items: [Item] = []
        let error = await #expect(throws: DecodingError.self) {
            for try await item in try XMLDecoder().records(of: Item.self, at: "item", in: chunks(Self.xml, of: 50)) {
                items.append(item)
            }
        }
        #expect(items == [Item(id: 1, text: "a")])
        #expect(error?.text == Self.found[1])
    }

    @Test("A task that is cancelled while it waits throws CancellationError")
    func cancellation() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(Array("<a><item id='1'/>".utf8))
        let found = Mutex<[Item]>([])
        let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await item in try XMLDecoder().records(of: Item.self, at: "item", in: stream) {
                found.withLock { $0.append(item) }
                hasStarted.finish()
            }
        }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(found.withLock(\.self) == [Item(id: 1)])
    }

    @Test("Typed records can be handed to another task")
    func sending() async throws {
        let records = try XMLDecoder().records(of: Item.self, at: "item", in: chunks("<a><item id='1'/></a>", of: 9))
        let items = try await Task.detached {
            var items: [Item] = []
            for try await item in records { items.append(item) }
            return items
        }.value
        #expect(items == [Item(id: 1)])
    }
}

// Documents that arrive in chunks: the result is the same for every cut, and arrives as early as possible.

import Testing

@testable import XML2Dict

@Suite("Documents in chunks")
struct PushTests {
    private static let documents = [
        "<a/>",
        "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><a b='1'>é<c>日😀</c>\r\n<d/> x </a>\n",
        "<!DOCTYPE a [<!ENTITY e '<c>1</c>'><!ATTLIST c d CDATA 'x'>]><a>&e;<![CDATA[]]]]>&amp;&#233;<!-- c --><?p i?></a>",
        "<rss><channel><item>1</item><item>2<item>3</item></item></channel></rss>",
    ]

    /// The same document in several encodings.
    private static let inputs: [[UInt8]] =
        documents.map { Array($0.utf8) } + [
            Array("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><a b='é'>日😀</a>".utf16).flatMap {
                [UInt8($0 >> 8), UInt8($0 & 0xFF)]
            },
            Array("<a>日😀</a>".unicodeScalars).flatMap { scalar in
                [0, 8, 16, 24].map { UInt8(scalar.value >> $0 & 0xFF) }
            },
            Array("<?xml version='1.0' encoding='Shift_JIS'?><a>".utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("</a>".utf8),
        ]

    private func read(_ chunks: [ArraySlice<UInt8>]) throws -> String {
        var push = try XMLPushReader()
        for chunk in chunks {
            try push.feed(chunk)
        }
        return try push.finish().json(.compact)
    }

    @Test("CHUNK-INVARIANT: Every cut in two and single bytes give the same value")
    func cuts() throws {
        for input in Self.inputs {
            let whole = try XMLReader().read(.bytes(input)).json(.compact)
            for place in 0...input.count {
                #expect(try read([input[..<place], input[place...]]) == whole, "cut at \(place)")
            }
            #expect(try read(input.indices.map { input[$0...$0] }) == whole, "\(input)")
            #expect(try read([[], input[...], []]) == whole, "\(input)")
        }
    }

    @Test("The error is the same for every cut")
    func errors() throws {
        for xml in [
            "<a><b></a>", "<a>\n &x;</a>", "<a/><b/>", "<a", "", "<a>\u{1}</a>",
            "<?xml version='1.0' encoding='x-no'?><a/>",
        ] as [String] {
            let input = Array(xml.utf8)
            let whole = try #require(throws: XMLError.self, "\(xml)") { try XMLReader().read(.bytes(input)) }
            for place in 0...input.count {
                let error = try #require(throws: XMLError.self, "\(xml)") {
                    try read([input[..<place], input[place...]])
                }
                #expect(
                    (error.code, error.words.description) == (whole.code, whole.words.description),
                    "cut at \(place)"
                )
                #expect(
                    (error.line, error.column, error.byteOffset) == (whole.line, whole.column, whole.byteOffset),
                    "cut at \(place)"
                )
            }
        }
    }

    @Test("The chunk with the error throws it, and so do later chunks")
    func faults() throws {
        var push = try XMLPushReader()
        try push.feed(Array("<a><b>".utf8))
        for _ in 0..<2 {
            do {
                try push.feed(Array("</a>".utf8))
                Issue.record("an error was expected")
            } catch {
                #expect(error.code == .malformed)
            }
        }
        do {
            _ = try push.finish()
            Issue.record("an error was expected")
        } catch {
            #expect(error.code == .malformed)
        }
    }

    @Test("Chunks after the end and a second end are refused")
    func finished() throws {
        var push = try XMLPushReader()
        try push.feed(Array("<a/>".utf8))
        #expect(try push.finish().json(.compact) == #"{"a":{}}"#)
        do {
            try push.feed(Array("<b/>".utf8))
            Issue.record("an error was expected")
        } catch {
            #expect(error.code == .finished)
        }
        do {
            _ = try push.finish()
            Issue.record("an error was expected")
        } catch {
            #expect(error.words.description == "the document was finished before")
        }
    }

    @Test("PROMPT: A record arrives with the byte that completes it")
    func promptness() throws {
        let xml = Array("<a>\n<i n='>'>1</i><i/>  <i><!-- > --><j>2</j></i></a>".utf8)
        var push = try XMLPushRecords(at: "i")
        var arrivals: [String] = []
        var fed = ""
        for byte in xml {
            try push.feed([byte])
            fed.append(Character(Unicode.Scalar(byte)))
            while let record = try push.next() {
                arrivals.append("\(record.json(.compact)) after \(fed.suffix(6))")
            }
        }
        push.finish()
        #expect(try push.next() == nil)
        #expect(
            arrivals == [
                #"{"n":">","text":"1"} after >1</i>"#, #"{} after i><i/>"#, #"{"j":{"text":"2"}} after j></i>"#,
            ]
        )
    }

    @Test("Each of many records arrives at once, after any number of bytes")
    func longStream() throws {
        var push = try XMLPushRecords(at: "i")
        try push.feed(Array("<a>".utf8))
        let record = Array("<i><n>\(String(repeating: "x", count: 1000))</n></i>".utf8)
        for number in 0..<12_000 {
            try push.feed(record)
            guard try push.next() != nil, try push.next() == nil else {
                Issue.record("record \(number) did not come alone with its last byte")
                return
            }
        }
    }

    @Test("Bytes after the end are refused, and earlier records stay")
    func fedLate() throws {
        var push = try XMLPushRecords(at: "i")
        try push.feed(Array("<a><i/></a>".utf8))
        push.finish()
        do {
            try push.feed(Array("<i/>".utf8))
            Issue.record("an error was expected")
        } catch {
            #expect(error.code == .finished)
            #expect(error.words.description == "bytes were fed after the document was finished")
        }
        #expect(try push.next() != nil)
        #expect(try push.next() == nil)
    }

    @Test("Feeding after an error throws that error, for documents and records")
    func fedAfterError() throws {
        var document = try XMLPushReader(), records = try XMLPushRecords(at: "i")
        var errors: [XMLError] = []
        do { try document.feed(Array("<a></b>".utf8)) } catch { errors.append(error) }
        do { try document.feed(Array("<a>".utf8)) } catch { errors.append(error) }
        try records.feed(Array("<a></b>".utf8))
        do { _ = try records.next() } catch { errors.append(error) }
        do { try records.feed(Array("<a>".utf8)) } catch { errors.append(error) }
        #expect(errors.map(\.code) == Array(repeating: .malformed, count: 4))
        #expect(Set(errors).count == 1)
    }

    @Test("CHUNK-INVARIANT: Records are the same for every cut")
    func recordCuts() throws {
        func records(_ chunks: [ArraySlice<UInt8>]) throws -> [String] {
            var push = try XMLPushRecords(at: "*/*")
            var found: [String] = []
            for chunk in chunks {
                try push.feed(chunk)
                while let record = try push.next() {
                    found.append("\(record.origin?.line ?? 0) \(record.json(.compact))")
                }
            }
            push.finish()
            while let record = try push.next() {
                found.append("\(record.origin?.line ?? 0) \(record.json(.compact))")
            }
            return found
        }
        for input in Self.inputs {
            let whole = try records([input[...]])
            for place in 0...input.count {
                #expect(try records([input[..<place], input[place...]]) == whole, "cut at \(place)")
            }
            #expect(try records(input.indices.map { input[$0...$0] }) == whole, "\(input)")
        }
    }

    @Test("A giant tag in small chunks is read")
    func giantTag() throws {
        var push = try XMLPushReader()
        let value = String(repeating: "x>", count: 1_000_000)
        let xml = Array("<a b='\(value)'/>".utf8)
        for start in stride(from: 0, to: xml.count, by: 1000) {
            try push.feed(xml[start..<min(start + 1000, xml.count)])
        }
        #expect(try push.finish()["a"]?["b"]?.string == value)
    }

    @Test(
        "LINEAR-TIME: Chunks of any size cause a proportional amount of repeated parsing",
        arguments: [
            ("<r a='", "'/>"), ("<r><!--", "--></r>"), ("<r><?p ", "?></r>"), ("<r><![CDATA[", "]]></r>"),
            ("<r>", "</r>"),
            ("<!DOCTYPE r [<!--", "-->]><r/>"), ("<!DOCTYPE r SYSTEM '", "'><r/>"),
            ("<?xml version='1.0'?><!-- ", " --><r/>"),
        ],
        [100, 65_535]
    )
    func rescans(token: (before: String, behind: String), size: Int) throws {
        var stream = DocumentStream(try Plan(XMLOptions()))
        let sink = RecordSink.ofValues
        let xml = Array((token.before + String(repeating: "x ", count: 1_000_000) + token.behind).utf8)
        for start in stride(from: 0, to: xml.count, by: size) {
            try stream.feed(xml[start..<min(start + size, xml.count)])
            _ = try stream.drain(into: sink)
            // A budget of 16 times the bytes, the cost of doubling, and an initial megabyte.
            #expect(stream.parser.budget.rescanned <= 18 * (start + size) + 1_048_576)
        }
        stream.finish()
        _ = try stream.drain(into: sink)
        #expect(stream.parser.budget.rescanned <= 18 * xml.count + 1_048_576)
    }

    // MARK: Asynchronous

    /// An asynchronous sequence that counts the chunks taken.
    private actor Chunks {
        private var rest: [[UInt8]]
        private(set) var taken = 0

        init(_ chunks: [String]) {
            rest = chunks.map { Array($0.utf8) }
        }

        func next() -> [UInt8]? {
            guard !rest.isEmpty else { return nil }
            taken += 1
            return rest.removeFirst()
        }

        nonisolated var stream: AsyncThrowingStream<[UInt8], any Error> {
            AsyncThrowingStream { await self.next() }
        }
    }

    @Test("Records of an asynchronous sequence arrive at the pace of the loop")
    func asynchronous() async throws {
        let chunks = Chunks(["<a><i>1</i><i>2</i>", "<i>3", "</i>", "<i>4</i></a>"])
        var taken: [String] = []
        for try await record in try XMLReader().records(at: "a/i", in: chunks.stream) {
            taken.append("\(record["text"]?.string ?? "") \(await chunks.taken)")
        }
        #expect(taken == ["1 1", "2 1", "3 3", "4 4"])
    }

    @Test("A record of single bytes arrives with the byte that completes it")
    func bytes() async throws {
        let bytes = Array("<a><i n='1>'/><i>2</i></a>".utf8)
        let place = Place()
        let stream = AsyncStream<UInt8> { await place.next(of: bytes) }
        var taken: [String] = []
        for try await record in try XMLReader().records(at: "i", in: stream.xmlChunks) {
            taken.append("\(record.json(.compact)) \(await place.number)")
        }
        #expect(taken == [#"{"n":"1>"} 14"#, #"{"text":"2"} 22"#])
    }

    private actor Place {
        private(set) var number = 0

        func next(of bytes: [UInt8]) -> UInt8? {
            guard number < bytes.count else { return nil }
            defer { number += 1 }
            return bytes[number]
        }
    }

    @Test("Leaving the loop asks for no more chunks")
    func leaving() async throws {
        let chunks = Chunks(["<a><i>1</i>", "<i>2</i>", "</a>"])
        for try await record in try XMLReader().records(at: "i", in: chunks.stream) {
            #expect(record["text"]?.string == "1")
            break
        }
        #expect(await chunks.taken == 1)
    }

    @Test("Document errors follow the earlier records; chunk errors reach the caller")
    func asynchronousErrors() async throws {
        var texts: [String] = []
        do {
            for try await record in try XMLReader().records(
                at: "i",
                in: Chunks(["<a><i>1</i><i>2</i>", "</b>"]).stream
            ) {
                texts.append(record["text"]?.string ?? "")
            }
            Issue.record("an error was expected")
        } catch let error as XMLError {
            #expect(error.code == .malformed)
        }
        #expect(texts == ["1", "2"])

        struct Broken: Error {}
        let stream = AsyncThrowingStream<[UInt8], any Error> { throw Broken() }
        await #expect(throws: Broken.self) {
            for try await _ in try XMLReader().records(at: "i", in: stream) {}
        }
        await #expect(throws: XMLError.self) {
            for try await _ in try XMLReader().records(at: XMLPath(unchecked: "a//b"), in: Chunks(["<a/>"]).stream) {}
        }
    }

    @Test("Cancelling the task stops the records")
    func cancellation() async throws {
        let endless = AsyncThrowingStream<[UInt8], any Error> { Array("<i/>".utf8) }
        let task = Task {
            var count = 0
            for try await _ in try XMLReader().records(at: "i", in: XMLStart(endless)) {
                count += 1
            }
            return count
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// A root's start tag, and then endless chunks.
    private struct XMLStart: AsyncSequence, Sendable {
        private let chunks: AsyncThrowingStream<[UInt8], any Error>

        init(_ chunks: AsyncThrowingStream<[UInt8], any Error>) {
            self.chunks = chunks
        }

        func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator()) }

        struct Iterator: AsyncIteratorProtocol {
            var chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator
            var hasStarted = false

            mutating func next() async throws -> [UInt8]? {
                if hasStarted { return try await chunks.next() }
                hasStarted = true
                return Array("<a>".utf8)
            }
        }
    }
}

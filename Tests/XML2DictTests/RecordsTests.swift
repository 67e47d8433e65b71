// Records: their elements, their content, and the time of delivery.

import Foundation
import Testing
import XML2Dict

@Suite("Records")
struct RecordsTests {
    private static let feed = """
        <rss><channel><title>T</title>
          <item id="1">a</item>
          <x><item id="2"/></x>
        </channel>
        <item id="3"><item id="4">in</item></item></rss>
        """

    /// The records of a document, as compact JSON.
    private func records(_ xml: String, at path: String, _ options: XMLOptions = .init()) throws -> [String] {
        var records = try XMLReader(options).records(at: XMLPath(path), in: .bytes(Array(xml.utf8)))
        var found: [String] = []
        while let record = try records.next() {
            found.append(record.json(.compact))
        }
        return found
    }

    @Test("A path finds its elements; nested records belong to the outer one")
    func paths() throws {
        for (path, json) in [
            ("item", [#"{"id":"1","text":"a"}"#, #"{"id":"2"}"#, #"{"id":"3","item":{"id":"4","text":"in"}}"#]),
            ("channel/item", [#"{"id":"1","text":"a"}"#]),
            ("/rss/channel/item", [#"{"id":"1","text":"a"}"#]),
            ("/rss/item", [#"{"id":"3","item":{"id":"4","text":"in"}}"#]),
            ("*/item", [#"{"id":"1","text":"a"}"#, #"{"id":"2"}"#, #"{"id":"3","item":{"id":"4","text":"in"}}"#]),
            ("/*/*/item", [#"{"id":"1","text":"a"}"#, #"{"id":"4","text":"in"}"#]),
            ("item/item", [#"{"id":"4","text":"in"}"#]),
            ("channel/*", [#"{"text":"T"}"#, #"{"id":"1","text":"a"}"#, #"{"item":{"id":"2"}}"#]),
            ("channel", [#"{"title":{"text":"T"},"item":{"id":"1","text":"a"},"x":{"item":{"id":"2"}}}"#]),
            ("/item", []),
            ("/channel", []),
            ("Item", []),
            ("a/b/c/d/e/f", []),
        ] as [(String, [String])] {
            #expect(try records(Self.feed, at: path) == json, "\(path)")
        }
    }

    @Test("The root itself can be a record")
    func root() throws {
        #expect(try records("<a x='1'><b/></a>", at: "/*") == [#"{"x":"1","b":{}}"#])
        #expect(try records("<a/>", at: "a") == ["{}"])
        #expect(try records("<a/>", at: "/a") == ["{}"])
    }

    @Test("Names in paths are the document's own")
    func names() throws {
        let xml = "<a xmlns:m='u'><m:b>1</m:b><b>2</b><é>3</é></a>"
        #expect(try records(xml, at: "m:b") == [#"{"text":"1"}"#])
        #expect(try records(xml, at: "b") == [#"{"text":"2"}"#])
        #expect(try records(xml, at: "a/é") == [#"{"text":"3"}"#])
    }

    @Test("Options apply to records, and empty records are never left out")
    func options() throws {
        var options = XMLOptions()
        options.textOnlyIsString = true
        options.empty = .omit
        #expect(
            try records("<a><i>x</i><i/><i><j/></i><i n='1'>y</i></a>", at: "i", options)
                == [#""x""#, "{}", "{}", #"{"n":"1","text":"y"}"#]
        )
    }

    @Test("A record inherits xml:space, and text outside records is ignored")
    func space() throws {
        let xml = "<a xml:space='preserve'> out <i> in </i> out <b xml:space='default'><i> in </i></b></a>"
        #expect(try records(xml, at: "i") == [#"{"text":" in "}"#, #"{"text":"in"}"#])
    }

    @Test("A record has its line, its column and its path")
    func origin() throws {
        var records = try XMLReader().records(at: "item", in: .bytes(Array(Self.feed.utf8)))
        var origins: [String] = []
        while let record = try records.next() {
            let origin = try #require(record.origin)
            origins.append("\(origin.line):\(origin.column) \(origin.path)")
        }
        #expect(origins == ["2:3 /rss/channel/item", "3:6 /rss/channel/x/item", "5:1 /rss/item"])
        #expect(try XMLReader().read(.string("<a/>")).origin == nil)
    }

    @Test("A child of a record has the record's position")
    func partOrigin() throws {
        var records = try XMLReader().records(at: "i", in: .bytes(Array("<a>\n<i><j/></i></a>".utf8)))
        let record = try #require(try records.next())
        #expect(record["j"]?.origin?.line == 2)
    }

    @Test("A record outlives later records and the sequence")
    func lifetime() throws {
        var kept: [XMLValue] = []
        do {
            let xml = "<a>" + (0..<2000).map { "<i n\($0)='\($0)'>text \($0)</i>" }.joined() + "</a>"
            var records = try XMLReader().records(at: "i", in: .bytes(Array(xml.utf8)))
            while let record = try records.next() {
                kept.append(record)
            }
        }
        #expect(kept.count == 2000)
        for (number, record) in kept.enumerated() {
            #expect(record.json(.compact) == #"{"n\#(number)":"\#(number)","text":"text \#(number)"}"#)
        }
    }

    @Test("An error follows all complete records and ends the sequence")
    func error() throws {
        var records = try XMLReader().records(at: "i", in: .bytes(Array("<a><i>1</i><i>2</i><i>3</a>".utf8)))
        #expect(try records.next()?["text"]?.string == "1")
        #expect(try records.next()?["text"]?.string == "2")
        do {
            _ = try records.next()
            Issue.record("an error was expected")
        } catch {
            #expect(error.code == .malformed)
            #expect(error.path == "/a/i")
            #expect((error.line, error.column) == (1, 26))
        }
        #expect(try records.next() == nil)
    }

    @Test("An error outside of records is thrown")
    func outside() throws {
        for xml in ["<a><i/>", "<a><i/></b>", "<a><i/>&x;</a>", "<a><i/></a><b/>", "<a><i/></a>x"] as [String] {
            var records = try XMLReader().records(at: "i", in: .bytes(Array(xml.utf8)))
            #expect(try records.next() != nil, "\(xml)")
            do {
                _ = try records.next()
                Issue.record("an error was expected")
            } catch {
                #expect(error.line == 1, "\(xml)")
            }
        }
    }

    @Test("The error for an invalid path has its text")
    func badPaths() throws {
        for (path, problem) in [
            ("", "a name is missing"), ("/", "it names no element; the root is /*"),
            ("a//b", "a name is missing between //; * is any name"),
            ("a/", "a name is missing"), ("//a", "a path matches at any depth without // before it"),
            ("@@id", "@id is an attribute, not an element"),
            ("@id/a", "@id is an attribute, not an element"), ("a b", "a name cannot contain ' '"),
            (
                "a[1]",
                "a name cannot contain '[', and only paths for XMLEditor.set and XMLEditor.delete have selectors"
            ),
            ("a*", "a name cannot contain '*'"),
            ("1a", "a name cannot begin with '1'"),
            ("<a>", "a name cannot contain '<'"),
        ] as [(String, String)] {
            do {
                _ = try XMLReader().records(at: XMLPath(path), in: .bytes(Array("<a/>".utf8)))
                Issue.record("an error was expected")
            } catch {
                #expect(error.code == .invalidPath, "\(path)")
                #expect(
                    error.words.description
                        == "'\(path)' is not a path: \(problem); paths look like channel/item, /rss/channel/item or */item",
                    "\(path)"
                )
            }
        }
    }

    @Test("The depth limit counts from the root")
    func depth() throws {
        var options = XMLOptions()
        options.limits[.depth] = 3
        #expect(try records("<a><b><i/></b></a>", at: "i", options) == ["{}"])
        #expect(throws: XMLError.self) { try records("<a><b><i><c/></i></b></a>", at: "i", options) }
    }

    @Test("Records are read from other encodings, entities and files")
    func sources() throws {
        let utf16 = Array("\u{FEFF}<a><i>é</i><i>😀</i></a>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        var records = try XMLReader().records(at: "i", in: .bytes(utf16))
        #expect(try records.next()?["text"]?.string == "é")
        #expect(try records.next()?["text"]?.string == "😀")
        #expect(try records.next() == nil)
        #expect(
            try self.records("<!DOCTYPE a [<!ENTITY e '<i>1</i><i>2</i>'>]><a>&e;<i>3</i>&e;</a>", at: "i")
                == ["1", "2", "3", "1", "2"].map { #"{"text":"\#($0)"}"# }
        )

        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "<a>\(String(repeating: "<i>x</i>", count: 50_000))</a>".write(
            toFile: file,
            atomically: false,
            encoding: .utf8
        )
        var fileRecords = try XMLReader().records(at: "i", in: .file(file))
        var count = 0
        while let record = try fileRecords.next() {
            #expect(record["text"]?.string == "x")
            count += 1
        }
        #expect(count == 50_000)
    }

    @Test("A missing file is an immediate error; other errors name the file")
    func files() throws {
        do {
            _ = try XMLReader().records(at: "i", in: .file("/nonexistent/a.xml"))
            Issue.record("an error was expected")
        } catch {
            #expect(error.description == "/nonexistent/a.xml: cannot open: No such file or directory")
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "<a>".write(toFile: file, atomically: false, encoding: .utf8)
        var records = try XMLReader().records(at: "i", in: .file(file))
        do {
            _ = try records.next()
            Issue.record("an error was expected")
        } catch {
            #expect(error.description == "\(file):1:4: the document ends inside <a>, which was opened at 1:1")
        }
    }

    /// The folder in which Linux shows the open files of the process.
    private static let openFiles = "/proc/self/fd"

    @Test(
        "Leaving the loop closes the file",
        .enabled(if: FileManager.default.fileExists(atPath: openFiles), "no folder shows the open files here")
    )
    func closing() throws {
        let folder = Self.openFiles
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "<a><i/><i/></a>".write(toFile: file, atomically: false, encoding: .utf8)
        func isOpen() throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: folder).contains { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")) == file
            }
        }
        do {
            var records = try XMLReader().records(at: "i", in: .file(file))
            #expect(try records.next() != nil)
            #expect(try isOpen())
        }
        #expect(try !isOpen())
    }
}

/// Regressions that a review found.
@Suite("Records in unusual documents")
struct RecordRegressionTests {
    private static let document = """
        <!DOCTYPE r [<!ENTITY e "<i>1</i><i>2</i>"><!ENTITY f "<i>5</i>">]>
        <r>&e;<i a="3"><b>kept</b></i><i>4</i><x>&f;</x><i/>&f;</r>
        """
    private static let json = [
        #"/r/i {"text":"1"}"#, #"/r/i {"text":"2"}"#, #"/r/i {"a":"3","b":{"text":"kept"}}"#, #"/r/i {"text":"4"}"#,
        #"/r/x/i {"text":"5"}"#, "/r/i {}", #"/r/i {"text":"5"}"#,
    ]

    private func line(_ record: XMLValue) -> String {
        "\(record.origin?.path ?? "") \(record.json(.compact))"
    }

    @Test("Records at an entity's end do not disturb the following text")
    func entityEnds() throws {
        var records = try XMLReader().records(at: "i", in: .bytes(Array(Self.document.utf8)))
        var found: [String] = []
        while let record = try records.next() {
            found.append(line(record))
        }
        #expect(found == Self.json)
    }

    @Test("Records are the same in chunks of every size")
    func entityEndsInChunks() throws {
        for size in [1, 2, 3, 7, 50] as [Int] {
            let bytes = Array(Self.document.utf8)
            var push = try XMLPushRecords(at: "i")
            var found: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                try push.feed(bytes[start..<min(start + size, bytes.count)])
                while let record = try push.next() {
                    found.append(line(record))
                }
            }
            push.finish()
            while let record = try push.next() {
                found.append(line(record))
            }
            #expect(found == Self.json, "\(size)")
        }
    }

    /// Nested entities that contain records.
    private static let nested = "<!DOCTYPE a [<!ENTITY e '<r>1</r><r>2</r>'><!ENTITY f '&e;&e;'>]>"

    @Test("Records from nested entities arrive before a later error")
    func nestedEntities() throws {
        for (body, texts, code) in [
            ("&f;", "1212", nil), ("&f;<r>9</r>", "12129", nil), ("&f;&e;", "121212", nil),
            ("&e;&e;&e;", "121212", nil),
            ("&e;&undefined;", "12", .entity), ("&e;</b>", "12", .malformed),
            ("&f;&e;<", "121212", .malformed),
        ] as [(String, String, XMLError.Code?)] {
            let bytes = Array("\(Self.nested)<a>\(body)</a>".utf8)
            for size in [1, 5, bytes.count] {
                var push = try XMLPushRecords(at: "r")
                var found = ""
                var failure: XMLError?
                do throws(XMLError) {
                    for start in stride(from: 0, to: bytes.count, by: size) {
                        try push.feed(bytes[start..<min(start + size, bytes.count)])
                        while let record = try push.next() {
                            found += record["text"]?.string ?? "?"
                        }
                    }
                    push.finish()
                    while let record = try push.next() {
                        found += record["text"]?.string ?? "?"
                    }
                } catch {
                    failure = error
                }
                #expect(found == texts, "chunks of \(size)")
                #expect(failure?.code == code, "chunks of \(size)")
            }
        }
    }

    @Test("Chunks that end by cancellation do not end the document")
    func cancelledChunks() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(Array("<a><i/>".utf8))
        let task = Task {
            for try await _ in try XMLReader().records(at: "i", in: stream) {}
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Chunks whose iterator is a value: a copy of it would deliver chunks again.
    private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
        var rest: [String]

        func makeAsyncIterator() -> Chunks { self }

        mutating func next() async -> [UInt8]? {
            rest.isEmpty ? nil : Array(rest.removeFirst().utf8)
        }
    }

    @Test("Copies of an asynchronous iterator take turns at one document")
    func copiedIterator() async throws {
        let chunks = Chunks(rest: ["<a><i>1</i>", "<i>2</i>", "<i>3</i>", "<i>4</i><i>5</i>", "</a>"])
        var one = try XMLReader(.xmltodict).records(at: "i", in: chunks).makeAsyncIterator()
        var other = one
        var found: [String?] = []
        for _ in 0..<3 {
            found.append(try await one.next()?.text)
            found.append(try await other.next()?.text)
        }
        #expect(found == ["1", "2", "3", "4", "5", nil])
        #expect(try await one.next() == nil)
    }

    @MainActor
    @Test("Copies of an asynchronous iterator can wait for one chunk")
    func waitingCopies() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let iterator = try XMLReader(.xmltodict).records(at: "i", in: stream).makeAsyncIterator()
        let tasks = (0..<3).map { _ in
            Task { @MainActor in
                var copy = iterator
                return try await copy.next(isolation: MainActor.shared)?.text
            }
        }
        // All of them begin to wait before the first chunk arrives.
        for _ in 0..<10 { await Task.yield() }
        for chunk in ["<a><i>1</i>", "<i>2</i>", "</a>"] { continuation.yield(Array(chunk.utf8)) }
        continuation.finish()
        var found: Set<String?> = []
        for task in tasks { found.insert(try await task.value) }
        #expect(found == ["1", "2", nil])
    }

    @Test("A string is Unicode, whatever encoding its declaration names")
    func string() throws {
        let xml = "<?xml version='1.0' encoding='ISO-8859-1'?><r><i>é</i></r>"
        var records = try XMLReader().records(at: "i", in: .string(xml))
        let value = try records.next()
        #expect(value?.text == "é")
        var decoded = try XMLDecoder().records(of: String.self, at: "i", in: .string(xml))
        let text = try decoded.next()
        #expect(text == "é")
    }

    @Test("Paths of deep records in entities are reported without their middle")
    func deepRecords() throws {
        let names = (0..<60).map { "n\($0)" }
        let xml =
            "<!DOCTYPE n0 [<!ENTITY e '<i/><i/><j><i/></j>'>]>" + names.map { "<\($0)>" }.joined() + "&e;"
            + names.reversed().map { "</\($0)>" }.joined()
        var records = try XMLReader().records(at: "i", in: .string(xml))
        var paths: [String] = []
        while let record = try records.next() { paths.append(record.origin?.path ?? "") }
        let path = (0..<20).map { "/n\($0)" }.joined() + "/…" + (40..<60).map { "/n\($0)" }.joined()
        let inner = (0..<20).map { "/n\($0)" }.joined() + "/…" + (41..<60).map { "/n\($0)" }.joined()
        #expect(paths == [path + "/i", path + "/i", inner + "/j/i"])
    }
}

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import Synchronization
    import Testing
    import XML2Dict
    import XML2DictFoundation

    extension URLReadingTests {
        /// Bytes that wait because their reader is slow, or has stopped without releasing its iterator.
        ///
        /// On Apple's systems the transfer pauses instead.
        @Suite("Waiting bytes")
        struct Waiting {
            /// A server that sends entries without end, and signals when the client has closed the connection.
            ///
            /// It pauses between them, because URLSession cancels a transfer when its socket has no bytes.
            private func withEndlessServer(_ body: (URL, Signal) async throws -> Void) async throws {
                let isClosed = Signal()
                try await HTTPServer.with { connection in
                    defer { isClosed.set() }
                    try connection.sendHeader()
                    try connection.send("<feed>")
                    while true {
                        try connection.send(String(repeating: "<entry>1</entry>", count: 4_000))
                        usleep(500)
                    }
                } _: { server in
                    try await body(server.url(), isClosed)
                }
            }

            @Test("A reader that stops ends the transfer at the limit", arguments: [4 << 20, 80 << 20])
            func stoppedReader(limit: Int) async throws {
                try await withEndlessServer { url, isClosed in
                    var chunks = XMLURLChunks.url(url, waitingLimit: limit).makeAsyncIterator()
                    let first = try #require(try await chunks.next())
                    #expect(String(decoding: first.prefix(6), as: UTF8.self) == "<feed>")
                    #expect(isClosed.wait())

                    let fileSize = try temporaryFileSize()
                    #expect(fileSize > 0)
                    #expect(fileSize <= limit)

                    // The bytes that waited arrive in order, and after them the error.
                    var (count, position) = (0, first.count)
                    let text = Array("<entry>1</entry>".utf8)
                    let error = try #require(
                        await #expect(throws: URLError.self) {
                            while let chunk = try await chunks.next() {
                                #expect(chunk.first == text[(position - "<feed>".utf8.count) % text.count])
                                count += chunk.count
                                position += chunk.count
                            }
                        }
                    )
                    #expect(count <= limit)
                    #expect(count > 0)
                    #expect(error.code == .dataLengthExceedsMaximum)
                    #expect(error.failingURL == url)
                    #expect(
                        error.localizedDescription
                            == """
                            more than \(limit) bytes of the answer wait to be read: the reader is slower than the \
                            server, or has stopped reading; raise waitingLimit or read faster
                            """
                    )
                    #expect(try temporaryFileSize() == 0)
                    #expect(try await chunks.next() == nil)
                }
            }

            @Test("Records that arrived before the limit are delivered")
            func records() async throws {
                try await withEndlessServer { url, isClosed in
                    let chunks = XMLURLChunks.request(URLRequest(url: url), waitingLimit: 1 << 20)
                    var records = try XMLReader().records(at: "feed/entry", in: chunks).makeAsyncIterator()
                    _ = try await records.next()
                    #expect(isClosed.wait())
                    var count = 1
                    let error = await #expect(throws: URLError.self) {
                        while try await records.next() != nil { count += 1 }
                    }
                    #expect(error?.code == .dataLengthExceedsMaximum)
                    #expect(count > 1)
                }
            }

            @Test("Releasing the iterator after the limit frees the files")
            func release() async throws {
                try await withEndlessServer { url, isClosed in
                    var chunks = Optional(XMLURLChunks.url(url, waitingLimit: 1 << 20).makeAsyncIterator())
                    _ = try await chunks?.next()
                    #expect(isClosed.wait())
                    #expect(try temporaryFileSize() > 0)
                    chunks = nil
                    #expect(try temporaryFileSize() == 0)
                }
            }

            @Test("A tiny or negative limit leaves short documents alone", arguments: [Int.min, -1, 0, 1, 1_000])
            func tinyLimit(limit: Int) async throws {
                let body = "<a>" + String(repeating: "x", count: 100_000) + "</a>"
                try await HTTPServer.with { connection in
                    try connection.answer("200 OK", body)
                } _: { server in
                    var bytes = Data()
                    for try await chunk in XMLURLChunks.url(try server.url(), waitingLimit: limit) { bytes += chunk }
                    #expect(bytes == Data(body.utf8))
                }
            }

            @Test("A reader that keeps up reads more than the limit")
            func longDocument() async throws {
                let step = Signal()
                let piece = String(repeating: "x", count: 100_000)
                try await HTTPServer.with { connection in
                    try connection.sendHeader()
                    for _ in 0..<20 {
                        try connection.send(piece)
                        _ = step.wait()
                    }
                } _: { server in
                    var (count, sent) = (0, 0)
                    for try await chunk in XMLURLChunks.url(try server.url(), waitingLimit: 1 << 18) {
                        count += chunk.count
                        if count - sent >= piece.utf8.count {
                            sent += piece.utf8.count
                            step.set()
                        }
                    }
                    #expect(count == 2_000_000)
                }
            }

            /// The size of all temporary files that the library has open.
            private func temporaryFileSize() throws -> Int {
                let folder = "/proc/self/fd"
                return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { size, name in
                    let link = "\(folder)/\(name)"
                    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
                        path.contains("/xml2dict-"), let file = FileHandle(forReadingAtPath: link)
                    else { return size }
                    return size + Int(try file.seekToEnd())
                }
            }
        }
    }
#endif

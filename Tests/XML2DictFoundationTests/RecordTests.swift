import Foundation
import Synchronization
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Records")
    struct Records {
        @Test("A record arrives while the server still sends")
        func arrival() async throws {
            let hasFirst = Signal()
            try await HTTPServer.with { connection in
                try connection.sendChunkedHeader()
                try connection.sendChunk("<feed><entry>1</entry>")
                guard hasFirst.wait() else { return }
                try connection.sendChunk("<entry>2</entry></feed>")
                try connection.sendChunk("")
            } _: { server in
                var records = try XMLReader().records(at: "feed/entry", in: .url(try server.url())).makeAsyncIterator()
                #expect(try await records.next()?.json(.compact) == #"{"text":"1"}"#)
                hasFirst.set()
                #expect(try await records.next()?.json(.compact) == #"{"text":"2"}"#)
                #expect(try await records.next() == nil)
                #expect(try await records.next() == nil)
            }
        }

        @Test("A request's records arrive, and each loop sends the request again")
        func requests() async throws {
            let count = Mutex(0)
            try await HTTPServer.with { connection in
                #expect(connection.method == "POST")
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                try connection.answer("200 OK", "<feed><entry>\(number)</entry><entry/></feed>")
            } _: { server in
                var request = URLRequest(url: try server.url())
                request.httpMethod = "POST"
                let records = try XMLReader().records(at: "feed/entry", in: .request(request))
                #expect(count.withLock { $0 } == 0)
                for number in ["1", "2"] {
                    var values: [String] = []
                    for try await record in records { values.append(record.json(.compact)) }
                    #expect(values == ["{\"text\":\"\(number)\"}", "{}"])
                }
            }
        }

        @Test("Complete records arrive before the error of a broken connection")
        func beforeError() async throws {
            try await HTTPServer.with { connection in
                try connection.sendHeader("200 OK", "Content-Length: 1000")
                try connection.send("<feed><entry>1</entry><entry>2</entry><entry>3</en")
            } _: { server in
                var texts: [String?] = []
                let error = await #expect(throws: URLError.self) {
                    for try await record in try XMLReader().records(at: "feed/entry", in: .url(try server.url())) {
                        texts.append(record["text"]?.string)
                    }
                }
                #expect(texts == ["1", "2"])
                #expect(error?.code == .networkConnectionLost)
            }
        }

        @Test("Records before an error in the document are delivered first")
        func beforeFault() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<feed><entry>1</entry></fed>")
            } _: { server in
                var records = try XMLReader().records(at: "feed/entry", in: .url(try server.url())).makeAsyncIterator()
                #expect(try await records.next()?.json(.compact) == #"{"text":"1"}"#)
                let error = await #expect(throws: XMLError.self) { try await records.next() }
                #expect(error?.code == .malformed)
                #expect(try await records.next() == nil)
            }
        }

        @Test("A slow reader may take longer than the timeout")
        func behind() async throws {
            let recordCount = 2_000
            let record = "<entry>" + String(repeating: "x", count: 32_000) + "</entry>"
            let requests = Mutex(0)
            try await HTTPServer.with { connection in
                requests.withLock { $0 += 1 }
                try connection.sendHeader("200 OK", "Content-Length: \(13 + recordCount * record.utf8.count)")
                try connection.send("<feed>")
                for _ in 0..<recordCount { try connection.send(record) }
                try connection.send("</feed>")
            } _: { server in
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForRequest = 1
                let feed = try XMLReader().records(
                    at: "feed/entry",
                    in: .url(try server.url(), configuration: configuration)
                )
                var records = feed.makeAsyncIterator()
                #expect(try await records.next()?["text"]?.string?.utf8.count == 32_000)
                try await Task.sleep(for: .seconds(2))
                var count = 1
                while let record = try await records.next() {
                    guard record["text"]?.string?.utf8.count == 32_000 else { break }
                    count += 1
                }
                #expect(count == recordCount)
                #expect(requests.withLock { $0 } == 1)
            }
        }
    }
}

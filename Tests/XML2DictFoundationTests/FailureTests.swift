import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Failures")
    struct Failures {
        @Test(
            "An unsuccessful status is an error with the server's page",
            arguments: [
                (404, "404 Not Found", "not found"), (500, "500 Internal Server Error", "internal server error"),
                (403, "403 Forbidden", "forbidden"), (503, "503 Slow Down", "service unavailable"),
                (401, "401 Unauthorized", "unauthorized"), (304, "304 Not Modified", "not modified"),
            ]
        )
        func status(code: Int, line: String, words: String) async throws {
            try await HTTPServer.with { connection in
                try connection.answer(line, code == 304 ? "" : "<fault>\(code)</fault>")
            } _: { server in
                let url = try server.url("/a%20b.xml?x=1")
                let error = try #require(
                    await #expect(throws: XMLHTTPError.self) { try await XMLReader().read(.url(url)) }
                )
                #expect(error.statusCode == code)
                #expect(error.url == url)
                #expect(error.body == Data(code == 304 ? "".utf8 : "<fault>\(code)</fault>".utf8))
                let text = "the server answered \(code) (\(words)) for http://127.0.0.1:\(server.port)/a%20b.xml?x=1"
                #expect("\(error)" == text)
                #expect(error.localizedDescription == text)
            }
        }

        @Test("A status is thrown when the first record is asked for")
        func statusOfRecords() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("404 Not Found", "<feed><entry/></feed>")
            } _: { server in
                var records = try XMLReader().records(at: "feed/entry", in: .url(try server.url())).makeAsyncIterator()
                await #expect(throws: XMLHTTPError.self) { try await records.next() }
                #expect(try await records.next() == nil)
            }
        }

        @Test("Of an error's page, no more than 64 KiB are read")
        func endlessPage() async throws {
            let isClosed = Signal()
            try await HTTPServer.with { connection in
                defer { isClosed.set() }
                try connection.sendHeader("500 Internal Server Error")
                while true { try connection.send(String(repeating: "x", count: 10_000)) }
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: XMLHTTPError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.statusCode == 500)
                #expect(error?.body == Data(repeating: UInt8(ascii: "x"), count: 65_536))
                #expect(isClosed.wait())
            }
        }

        @Test("A refusal for want of a password is an error")
        func authentication() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("401 Unauthorized", "no", fields: "WWW-Authenticate: Basic realm=\"x\"")
            } _: { server in
                let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
                let error = await #expect(throws: XMLHTTPError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.statusCode == 401)
            }
        }

        @Test("An error's words hold no password")
        func password() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("404 Not Found", "")
            } _: { server in
                let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(server.port)/"))
                let error = try #require(
                    await #expect(throws: XMLHTTPError.self) { try await XMLReader().read(.url(url)) }
                )
                #expect("\(error)" == "the server answered 404 (not found) for http://127.0.0.1:\(server.port)/")
            }
        }

        @Test("A redirect without end is an error")
        func redirectLoop() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("302 Found", "", fields: "Location: \(connection.path)")
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .httpTooManyRedirects)
            }
        }

        @Test("A redirect without a usable target is an error with its status")
        func redirectNowhere() async throws {
            try await HTTPServer.with { connection in
                let location = connection.path == "/ftp" ? "Location: ftp://127.0.0.1/a.xml" : "X-Nothing: 1"
                try connection.answer("302 Found", "<a/>", fields: location)
            } _: { server in
                for path in ["/none", "/ftp"] {
                    let url = try server.url(path)
                    let error = await #expect(throws: XMLHTTPError.self) { try await XMLReader().read(.url(url)) }
                    #expect(error?.statusCode == 302)
                }
            }
        }

        @Test(
            "A connection that breaks off never looks like a whole document",
            arguments: [
                ("Content-Length: 100", "<a><b>1</b>"),
                ("Content-Length: 100", "<a/>"),
                ("Content-Length: 100", ""),
                ("Transfer-Encoding: chunked", "4\r\n<a/>\r\n"),
                ("Transfer-Encoding: chunked", "64\r\n<a/>"),
            ]
        )
        func brokenOff(field: String, body: String) async throws {
            try await HTTPServer.with { connection in
                try connection.sendHeader("200 OK", field)
                try connection.send(body)
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .networkConnectionLost)
                let bytes = "the connection ended after \(body.utf8.count) of 100 bytes"
                if field == "Content-Length: 100" { #expect(error?.localizedDescription == bytes) }
            }
        }

        @Test("A broken connection without a length is a document error")
        func brokenOffWithoutLength() async throws {
            try await HTTPServer.with { connection in
                try connection.sendHeader()
                try connection.send("<a><b>1</b>")
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: XMLReaderError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .unexpectedEnd)
            }
        }

        @Test("A reset connection is an error")
        func reset() async throws {
            try await HTTPServer.with { connection in
                try connection.sendHeader("200 OK", "Content-Length: 100")
                try connection.send("<a>")
                connection.reset()
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .networkConnectionLost)
            }
        }

        @Test("HTTP's length cuts off a longer document")
        func tooLong() async throws {
            try await HTTPServer.with { connection in
                try connection.sendHeader("200 OK", "Content-Length: 6")
                try connection.send("<a><b/></a>")
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: XMLReaderError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .unexpectedEnd)
                #expect(error?.path == "/a")
            }
        }

        @Test("An empty answer has no document")
        func empty() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "")
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: XMLReaderError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .noElement)
            }
        }

        @Test(
            "A missing or invalid answer from the server is an error",
            arguments: ["", "nonsense\r\n\r\n"]
        )
        func noAnswer(answer: String) async throws {
            try await HTTPServer.with { connection in
                try connection.send(answer)
            } _: { server in
                let url = try server.url()
                await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
            }
        }

        @Test("A server that refuses connections is an error")
        func refused() async throws {
            let url = try await HTTPServer.with { _ in
            } _: { server in
                try server.url()
            }
            let error = await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
            #expect(error?.code == .cannotConnectToHost)
        }

        @Test("A silent server is an error after the configuration's timeout")
        func silence() async throws {
            try await HTTPServer.with { connection in
                connection.keepSilent()
            } _: { server in
                let url = try server.url()
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForRequest = 1
                let error = await #expect(throws: URLError.self) {
                    try await XMLReader().read(.url(url, configuration: configuration))
                }
                #expect(error?.code == .timedOut)
            }
        }

        @Test("A server that stops half-way is an error after the request's timeout")
        func fallsSilent() async throws {
            try await HTTPServer.with { connection in
                try connection.sendChunkedHeader()
                try connection.sendChunk("<feed><entry>1</entry>")
                connection.keepSilent()
            } _: { server in
                var request = URLRequest(url: try server.url())
                request.timeoutInterval = 1
                var records = try XMLReader().records(at: "feed/entry", in: .request(request)).makeAsyncIterator()
                #expect(try await records.next()?.json(.compact) == #"{"text":"1"}"#)
                let error = await #expect(throws: URLError.self) { try await records.next() }
                #expect(error?.code == .timedOut)
            }
        }

        @Test(
            "What cannot be read is told",
            arguments: [
                ("ftp://127.0.0.1/a.xml", "“ftp” addresses cannot be read: only http, https and file can"),
                ("data:text/xml,<a/>", "“data” addresses cannot be read: only http, https and file can"),
                ("feed.xml", "“feed.xml” is not a whole address: only http, https and file can be read"),
            ]
        )
        func unsupported(address: String, words: String) async throws {
            let url = try #require(URL(string: address))
            let error = try #require(await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) })
            #expect(error.code == .unsupportedURL)
            #expect(error.localizedDescription == words)
            #expect(error.failingURL == url)
        }

        @Test("A web address without a host is an error")
        func noHost() async throws {
            let url = try #require(URL(string: "http:///feed.xml"))
            await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
        }

        @Test("Invalid gzip data is an error")
        func brokenGzip() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<a>not packed</a>", fields: "Content-Encoding: gzip")
            } _: { server in
                let url = try server.url()
                let error = await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) }
                #expect(error?.code == .cannotDecodeContentData)
            }
        }

        @Test("A timeout of less than a second is not none at all")
        func shortTimeout() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<a/>")
            } _: { server in
                var request = URLRequest(url: try server.url())
                request.timeoutInterval = 0.9
                #expect(try await XMLReader().read(.request(request))["a"] != nil)
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForRequest = 0.9
                let document = try await XMLReader().read(.url(server.url(), configuration: configuration))
                #expect(document["a"] != nil)
            }
        }

        @Test("A timeout without end is none", arguments: [TimeInterval.infinity, 1e19, .greatestFiniteMagnitude])
        func endlessTimeout(seconds: TimeInterval) async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<a/>")
            } _: { server in
                var request = URLRequest(url: try server.url())
                request.timeoutInterval = seconds
                #expect(try await XMLReader().read(.request(request))["a"] != nil)
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForRequest = seconds
                let document = try await XMLReader().read(.url(server.url(), configuration: configuration))
                #expect(document["a"] != nil)
            }
        }

        @Test("A file that is missing, or is a folder, is an error")
        func missingFile() async throws {
            let folder = FileManager.default.temporaryDirectory
            let missing = folder.appendingPathComponent("\(UUID()).xml")
            let error = await #expect(throws: CocoaError.self) { try await XMLReader().read(.url(missing)) }
            #expect(error?.code == .fileReadNoSuchFile)
            #if os(Linux)
                #expect(error?.localizedDescription == "“\(missing.path)” cannot be read: No such file or directory")
            #endif
            await #expect(throws: CocoaError.self) { try await XMLReader().read(.url(folder)) }
        }
    }
}

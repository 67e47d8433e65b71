import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Errors of transfers")
    struct Failures {
        @Test("An unsuccessful status is an error with the server's page")
        func status() async throws {
            let answers = [
                (404, "404 Not Found"), (500, "500 Internal Server Error"), (403, "403 Forbidden"),
                (503, "503 Slow Down"), (401, "401 Unauthorized"), (304, "304 Not Modified"),
            ]
            for (code, line) in answers {
                let page = code == 304 ? "" : "<fault>\(code)</fault>"
                let error = try await HTTPServer.failure(XMLHTTPError.self, "/a%20b.xml?x=1") { connection in
                    try connection.answer(line, page)
                }
                let url = try #require(error.url?.absoluteString)
                #expect(url.contains(/^http:\/\/127\.0\.0\.1:[0-9]+\/a%20b\.xml\?x=1$/), "\(code)")
                #expect(error.statusCode == code)
                #expect(error.body == Data(page.utf8), "\(code)")
                #expect("\(error)" == "the server answered \(code) for \(url)")
                #expect(error.localizedDescription == "\(error)")
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

        @Test("At most 64 KiB of an error page are read")
        func endlessPage() async throws {
            let isClosed = Signal()
            let error = try await HTTPServer.failure(XMLHTTPError.self) { connection in
                defer { isClosed.set() }
                try connection.sendHeader("500 Internal Server Error")
                while true { try connection.send(String(repeating: "x", count: 10_000)) }
            }
            #expect(error.statusCode == 500)
            #expect(error.body == Data(repeating: UInt8(ascii: "x"), count: 65_536))
            #expect(isClosed.wait())
        }

        @Test("A missing password is an error")
        func authentication() async throws {
            let error = try await HTTPServer.failure(XMLHTTPError.self) { connection in
                try connection.answer("401 Unauthorized", "no", fields: "WWW-Authenticate: Basic realm=\"x\"")
            }
            #expect(error.statusCode == 401)
        }

        @Test("No error message shows a password")
        func password() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("404 Not Found", "")
            } _: { server in
                let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(server.port)/"))
                let error = try #require(
                    await #expect(throws: XMLHTTPError.self) { try await XMLReader().read(.url(url)) }
                )
                #expect("\(error)" == "the server answered 404 for http://127.0.0.1:\(server.port)/")
            }
        }

        @Test("A redirect without end is an error")
        func redirectLoop() async throws {
            let error = try await HTTPServer.failure(URLError.self) { connection in
                try connection.answer("302 Found", "", fields: "Location: \(connection.path)")
            }
            #expect(error.code == .httpTooManyRedirects)
        }

        @Test("A redirect without a usable target is an error with its status")
        func redirectNowhere() async throws {
            for field in ["X-Nothing: 1", "Location: ftp://127.0.0.1/a.xml"] {
                let error = try await HTTPServer.failure(XMLHTTPError.self) { connection in
                    try connection.answer("302 Found", "<a/>", fields: field)
                }
                #expect(error.statusCode == 302, "\(field)")
            }
        }

        @Test("A broken connection never yields a complete document")
        func brokenOff() async throws {
            let (length, chunked) = ("Content-Length: 100", "Transfer-Encoding: chunked")
            let answers = [
                (length, "<a><b>1</b>"), (length, "<a/>"), (length, ""),
                (chunked, "4\r\n<a/>\r\n"), (chunked, "64\r\n<a/>"),
            ]
            for (field, body) in answers {
                let error = try await HTTPServer.failure(URLError.self) { connection in
                    try connection.sendHeader("200 OK", field)
                    try connection.send(body)
                }
                #expect(error.code == .networkConnectionLost, "\(field): \(body)")
                let words = "the response is incomplete: \(body.utf8.count) of 100 bytes arrived"
                #expect(field == chunked || error.localizedDescription == words)
            }
            let reset = try await HTTPServer.failure(URLError.self) { connection in
                try connection.sendHeader("200 OK", length)
                try connection.send("<a>")
                connection.reset()
            }
            #expect(reset.code == .networkConnectionLost)
        }

        @Test("A response with a truncated document is a document error")
        func brokenDocument() async throws {
            let answers: [(fields: [String], body: String, code: XMLError.Code, path: String)] = [
                ([], "<a><b>1</b>", .unexpectedEnd, "/a"), ([], "", .unexpectedEnd, ""),
                // HTTP's length cuts off a longer document.
                (["Content-Length: 6"], "<a><b/></a>", .unexpectedEnd, "/a"),
            ]
            for (fields, body, code, path) in answers {
                let error = try await HTTPServer.failure(XMLError.self) { connection in
                    try connection.sendHeader("200 OK", fields)
                    try connection.send(body)
                }
                #expect((error.code, error.path) == (code, path), "\(body)")
            }
        }

        @Test("A missing or invalid response is an error")
        func noAnswer() async throws {
            for answer in ["", "nonsense\r\n\r\n"] {
                _ = try await HTTPServer.failure(URLError.self) { connection in try connection.send(answer) }
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

        @Test("A server that stops midway is an error after the request's timeout")
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

        @Test("The error for an unsupported URL names it")
        func unsupported() async throws {
            let addresses = [
                "ftp://127.0.0.1/a.xml", "data:text/xml,%3Ca/%3E", "feed.xml",
            ]
            for address in addresses {
                let url = try #require(URL(string: address))
                let error = try #require(await #expect(throws: URLError.self) { try await XMLReader().read(.url(url)) })
                #expect(error.code == .unsupportedURL)
                #expect(error.localizedDescription == "“\(address)” cannot be read: only http, https and file can")
            }
            let noHost = try #require(URL(string: "http:///feed.xml"))
            await #expect(throws: URLError.self) { try await XMLReader().read(.url(noHost)) }
        }

        @Test("Invalid gzip data is an error")
        func brokenGzip() async throws {
            let error = try await HTTPServer.failure(URLError.self) { connection in
                try connection.answer("200 OK", "<a>not packed</a>", fields: "Content-Encoding: gzip")
            }
            #expect(error.code == .cannotDecodeContentData)
        }

        @Test("Timeouts may be fractions of a second, or infinite")
        func timeouts() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<a/>")
            } _: { server in
                for seconds in [0.9, .infinity, 1e19, .greatestFiniteMagnitude] {
                    var request = URLRequest(url: try server.url())
                    request.timeoutInterval = seconds
                    #expect(try await XMLReader().read(.request(request))["a"] != nil, "\(seconds)")
                    let configuration = URLSessionConfiguration.ephemeral
                    configuration.timeoutIntervalForRequest = seconds
                    let document = try await XMLReader().read(.url(server.url(), configuration: configuration))
                    #expect(document["a"] != nil, "\(seconds)")
                }
            }
        }

        @Test("A file that is missing, or is a folder, is an error")
        func missingFile() async throws {
            let folder = FileManager.default.temporaryDirectory
            let missing = folder.appendingPathComponent("\(UUID()).xml")
            let error = await #expect(throws: CocoaError.self) { try await XMLReader().read(.url(missing)) }
            #expect(error?.code == .fileReadNoSuchFile)
            #if os(Linux)
                let words =
                    "“\(missing.path)” cannot be read: The operation could not be completed. The file doesn’t exist."
                #expect(error?.localizedDescription == words)
            #endif
            await #expect(throws: CocoaError.self) { try await XMLReader().read(.url(folder)) }
        }
    }
}

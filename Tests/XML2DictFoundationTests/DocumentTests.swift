import Foundation
import Synchronization
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Documents")
    struct Documents {
        @Test("A document is read from a URL, even with an uppercase scheme")
        func whole() async throws {
            try await HTTPServer.with { connection in
                #expect(connection.method == "GET")
                #expect(connection.path == "/menu.xml?day=1")
                try connection.answer("200 OK", "<menu><name id='1'>Cake</name></menu>")
            } _: { server in
                for scheme in ["http", "HTTP"] {
                    let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(server.port)/menu.xml?day=1"))
                    let menu = try await XMLReader().read(.url(url))
                    #expect(menu.json(.compact) == #"{"menu":{"name":{"id":"1","text":"Cake"}}}"#)
                }
            }
        }

        @Test("A document may arrive byte by byte")
        func slowChunks() async throws {
            let json = try await HTTPServer.json { connection in
                try connection.sendChunkedHeader()
                for byte in "<menu><name>Cake é 😀</name></menu>".utf8 { try connection.sendChunk([byte]) }
                try connection.sendChunk("")
            }
            #expect(json == #"{"menu":{"name":{"text":"Cake é 😀"}}}"#)
        }

        @Test("A document may end with the connection, without a length")
        func endsWithConnection() async throws {
            let json = try await HTTPServer.json { connection in
                try connection.sendHeader()
                try connection.send("<a/>")
            }
            #expect(json == #"{"a":{}}"#)
        }

        @Test("A request is sent with its method, its headers and its body")
        func post() async throws {
            let envelope = "<Envelope><Body/></Envelope>"
            try await HTTPServer.with { connection in
                #expect(connection.method == "POST")
                #expect(connection.headers["soapaction"] == "Lookup")
                #expect(connection.headers["content-type"] == "text/xml")
                try connection.answer("200 OK", "<answer>\(connection.body.count)</answer>")
            } _: { server in
                var request = URLRequest(url: try server.url())
                request.httpMethod = "POST"
                request.httpBody = Data(envelope.utf8)
                request.setValue("Lookup", forHTTPHeaderField: "SOAPAction")
                request.setValue("text/xml", forHTTPHeaderField: "Content-Type")
                let answer = try await XMLReader().read(.request(request))
                #expect(answer.json(.compact) == #"{"answer":{"text":"28"}}"#)
            }
        }

        @Test("A configuration adds its headers")
        func configuration() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<agent>\(connection.headers["user-agent"] ?? "")</agent>")
            } _: { server in
                let configuration = URLSessionConfiguration.ephemeral
                configuration.httpAdditionalHeaders = ["User-Agent": "reader"]
                let chunks = XMLURLChunks.url(try server.url(), configuration: configuration)
                configuration.httpAdditionalHeaders = ["User-Agent": "another"]
                var push = try XMLPushReader()
                for try await chunk in chunks { try push.feed(chunk) }
                let document = try push.finish()
                #expect(document.json(.compact) == #"{"agent":{"text":"reader"}}"#)
            }
        }

        @Test("A document packed with gzip is unpacked")
        func gzip() async throws {
            let packed: [UInt8] = [
                0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xB3, 0x49, 0xB4, 0x4B, 0xAF, 0xCA,
                0x2C, 0x50, 0x38, 0xBC, 0xD2, 0x46, 0x3F, 0xD1, 0x0E, 0x00, 0xF2, 0xD3, 0x6C, 0xAB, 0x0E, 0x00,
                0x00, 0x00,
            ]
            let json = try await HTTPServer.json { connection in
                #expect(connection.headers["accept-encoding"]?.contains("gzip") == true)
                try connection.sendHeader("200 OK", "Content-Encoding: gzip", "Content-Length: \(packed.count)")
                try connection.send(packed)
            }
            #expect(json == #"{"a":{"text":"gzip é"}}"#)
        }

        @Test("Redirects are followed")
        func redirect() async throws {
            for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"] {
                let json = try await HTTPServer.json("/old.xml") { connection in
                    if connection.path == "/new.xml" {
                        try connection.answer("200 OK", "<a>new</a>")
                    } else {
                        try connection.answer(status, "<html>moved</html>", fields: "Location: /new.xml")
                    }
                }
                #expect(json == #"{"a":{"text":"new"}}"#, "\(status)")
            }
        }

        @Test("The document's encoding declaration overrides the HTTP header")
        func encoding() async throws {
            let body = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
            let json = try await HTTPServer.json { connection in
                let fields = ["Content-Type: text/xml; charset=utf-8", "Content-Length: \(body.count)"]
                try connection.sendHeader("200 OK", fields[0], fields[1])
                try connection.send(body)
            }
            #expect(json == #"{"a":{"text":"é"}}"#)
        }

        @Test("A file URL is read")
        func file() async throws {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("menu \(UUID()) é.xml")
            let items = String(repeating: "<item>x</item>", count: 20_000)
            try Data("<menu>\(items)</menu>".utf8).write(to: url)
            defer { try? FileManager.default.removeItem(at: url) }
            let menu = try await XMLReader().read(.url(url))
            #expect(menu["menu"]?.list("item").count == 20_000)
            var count = 0
            for try await item in try XMLReader().records(at: "menu/item", in: .url(url)) {
                #expect(item.json(.compact) == #"{"text":"x"}"#)
                count += 1
            }
            #expect(count == 20_000)
        }
    }
}

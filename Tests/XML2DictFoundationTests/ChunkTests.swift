import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Chunks of a URL")
    struct Chunks {
        @Test("A generic parameter accepts the short form of the chunks")
        func implicitMembers() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("200 OK", "<\(connection.method)/>")
            } _: { server in
                let url = try server.url()
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                #expect(try await text(of: .url(url)) == "<GET/>")
                #expect(try await text(of: .request(request)) == "<POST/>")
                var records = try XMLReader().records(at: "/GET", in: .url(url)).makeAsyncIterator()
                #expect(try await records.next()?.json(.compact) == "{}")
            }
        }

        private func text<Chunks: AsyncSequence>(of chunks: Chunks) async throws -> String
        where Chunks.Element: Collection<UInt8> {
            var bytes: [UInt8] = []
            for try await chunk in chunks { bytes += chunk }
            return String(decoding: bytes, as: UTF8.self)
        }

        @Test("A document arrives with each accepted status")
        func acceptedStatus() async throws {
            let fault = "<Envelope><Body><Fault><faultstring>No such quake</faultstring></Fault></Body></Envelope>"
            try await HTTPServer.with { connection in
                let field = connection.path == "/401" ? "WWW-Authenticate: Basic realm=x" : "X-Nothing: 1"
                try connection.answer(connection.path.dropFirst() + " Status", fault, fields: field)
            } _: { server in
                for status in [200, 401, 500] {
                    let request = URLRequest(url: try server.url("/\(status)"))
                    #expect(try await text(of: .request(request, accepting: [200, 401, 500])) == fault)
                }
                let url = try server.url("/500")
                var answers = try XMLReader().records(at: "Envelope/Body/*", in: .url(url, accepting: [500]))
                    .makeAsyncIterator()
                let answer = try await answers.next()
                #expect(answer?.json(.compact) == #"{"faultstring":{"text":"No such quake"}}"#)
            }
        }

        @Test("Each other status is an error")
        func otherStatus() async throws {
            let page = String(repeating: "x", count: 70_000)
            try await HTTPServer.with { connection in
                try connection.answer(connection.path.dropFirst() + " Status", connection.path == "/204" ? "" : page)
            } _: { server in
                for status in [200, 204, 404, 503] {
                    let url = try server.url("/\(status)")
                    let error = await #expect(throws: XMLHTTPError.self) {
                        _ = try await text(of: .url(url, accepting: [201, 500]))
                    }
                    let body = Data((status == 204 ? "" : page).utf8.prefix(65_536))
                    #expect(error == XMLHTTPError(statusCode: status, url: url, body: body))
                }
            }
        }

        @Test("A response without a body is an error")
        func noBody() async throws {
            try await HTTPServer.with { connection in
                let isHead = connection.path == "/head"
                try connection.sendHeader(isHead ? "200 OK" : "204 No Content", ["Content-Length: 100"])
            } _: { server in
                #expect(try await text(of: .url(server.url("/204"))) == "")
                var request = URLRequest(url: try server.url("/head"))
                request.httpMethod = "HEAD"
                #expect(try await text(of: .request(request)) == "")
            }
        }

        @Test("Errors can be made for tests")
        func errors() {
            let error = XMLHTTPError(statusCode: 404)
            #expect(error.statusCode == 404)
            #expect(error.url == nil)
            #expect(error.body == Data())
            #expect("\(error)" == "the server answered 404")
            let url = URL(string: "http://me:secret@example.org/a//b@c.xml")
            #expect(
                "\(XMLHTTPError(statusCode: 500, url: url))"
                    == "the server answered 500 for http://example.org/a//b@c.xml"
            )
            #expect("\(XMLError(.invalidValue, message: "no value", remedy: "give one"))" == "no value; give one")
        }
    }
}

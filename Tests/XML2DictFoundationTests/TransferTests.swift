import Foundation
import Testing

@testable import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Transfers")
    struct Transfers {
        @Test("A session and its delegate are freed after the transfer", arguments: ["/whole", "/broken", "/endless"])
        func freed(path: String) async throws {
            try await HTTPServer.with { connection in
                switch connection.path {
                case "/whole": try connection.answer("200 OK", "<a/>")
                case "/broken":
                    try connection.sendHeader("200 OK", "Content-Length: 100")
                    try connection.send("<a/>")
                default:
                    try connection.sendHeader()
                    while true { try connection.send("<a/>") }
                }
            } _: { server in
                weak var receiver: ResponseReceiver?
                do {
                    let request = URLRequest(url: try server.url(path))
                    let transfer = URLTransfer(request, .ephemeral, accepting: [200])
                    receiver = transfer.receiver
                    #expect(receiver != nil)
                    // The endless one is let go after its first chunk.
                    repeat {} while try await transfer.next(isolation: nil) != nil && path != "/endless"
                } catch {
                    #expect(path == "/broken")
                }
                // The session frees its delegate soon after, on its own thread.
                for _ in 0..<200 where receiver != nil { try await Task.sleep(for: .milliseconds(50)) }
                #expect(receiver == nil)
            }
        }
    }
}

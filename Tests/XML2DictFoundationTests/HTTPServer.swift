import Foundation
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A server on 127.0.0.1 for one test: it accepts connections on a free port and answers each, on a thread of its own, as the
/// test's script says.
///
/// A script sends bytes as they are, so it can break the protocol in any way. When it returns, the connection is closed; each
/// connection has one request.
final class HTTPServer: Sendable {
    typealias Script = @Sendable (HTTPConnection) throws -> Void

    let port: UInt16
    private let listener: Int32
    private let script: Script
    private let state = NSCondition()
    nonisolated(unsafe) private var connections: [Int32: HTTPConnection] = [:]
    nonisolated(unsafe) private var isAccepting = true
    nonisolated(unsafe) private var isStopping = false

    private init(_ script: @escaping Script) throws {
        (listener, port) = try Socket.listening()
        self.script = script
        let server = Unowned(self)
        Thread.detachNewThread { server.value.accept() }
    }

    /// Runs a server while the body runs, and stops it before returning: open connections are broken, all threads have ended.
    static func with<Result>(
        _ script: @escaping Script,
        _ body: (HTTPServer) async throws -> Result
    ) async throws -> Result {
        let server = try HTTPServer(script)
        defer { server.stop() }
        return try await body(server)
    }

    /// The document at a URL of a server, as JSON.
    static func json(_ path: String = "/feed.xml", _ script: @escaping Script) async throws -> String {
        try await with(script) { server in
            try await XMLReader().read(.url(server.url(path))).json(.compact)
        }
    }

    /// The error of reading the document at a URL of a server.
    static func failure<Failure: Error>(
        _ type: Failure.Type,
        _ path: String = "/feed.xml",
        _ script: @escaping Script
    ) async throws -> Failure {
        try #require(await #expect(throws: type) { try await json(path, script) })
    }

    /// A URL at this server.
    func url(_ path: String = "/feed.xml") throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw SocketError("no URL: \(path)") }
        return url
    }

    private func accept() {
        while let socket = Socket.accepted(from: listener) {
            state.lock()
            let connection = HTTPConnection(socket)
            connections[socket] = connection
            let isStopping = isStopping
            state.unlock()
            if isStopping { connection.breakOff() }
            let server = Unowned(self)
            Thread.detachNewThread { server.value.serve(connection) }
        }
        state.lock()
        isAccepting = false
        state.broadcast()
        state.unlock()
    }

    private func serve(_ connection: HTTPConnection) {
        do {
            try connection.receiveRequest()
            try script(connection)
        } catch {
            // The client has closed the connection, or the test is over. The test itself checks the result.
        }
        state.lock()
        connections[connection.socket] = nil
        connection.close()
        state.broadcast()
        state.unlock()
    }

    private func stop() {
        state.lock()
        isStopping = true
        for connection in connections.values { connection.breakOff() }
        Socket.wake(listener)
        while isAccepting || !connections.isEmpty { state.wait() }
        state.unlock()
        Socket.close(listener)
    }

    /// Lets a thread use the server, which outlives all its threads because `stop` waits for them.
    private struct Unowned: @unchecked Sendable {
        unowned let value: HTTPServer

        init(_ value: HTTPServer) {
            self.value = value
        }
    }
}

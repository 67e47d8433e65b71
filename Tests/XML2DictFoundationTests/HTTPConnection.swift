import Foundation

/// A connection of the test server: its request, and ways to answer it.
///
/// Only the thread of the connection uses it, except for `breakOff`.
final class HTTPConnection: @unchecked Sendable {
    let socket: Int32
    private(set) var method = ""
    private(set) var path = ""
    private(set) var headers: [String: String] = [:]
    private(set) var body = Data()
    private var received = Data()

    init(_ socket: Int32) {
        self.socket = socket
    }

    /// Reads the request: its header, and as much of a body as that promises.
    func receiveRequest() throws {
        let end = Data("\r\n\r\n".utf8)
        while received.range(of: end) == nil { try receiveMore() }
        guard let headerEnd = received.range(of: end) else { return }
        let lines = String(decoding: received[..<headerEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count == 3 else { throw SocketError("no request line") }
        (method, path) = (words[0], words[1])
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        received = Data(received[headerEnd.upperBound...])
        if headers["expect"] == "100-continue" { try send("HTTP/1.1 100 Continue\r\n\r\n") }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while received.count < length { try receiveMore() }
        body = received.prefix(length)
    }

    private func receiveMore() throws {
        let bytes = try Socket.receive(from: socket)
        guard !bytes.isEmpty else { throw SocketError("the client closed the connection") }
        received.append(contentsOf: bytes)
    }

    func send(_ bytes: some Collection<UInt8>) throws {
        try Socket.send(Array(bytes), to: socket)
    }

    func send(_ text: String) throws {
        try send(text.utf8)
    }

    /// Sends the beginning of a response.
    ///
    /// Header fields end with `\r\n` each.
    func sendHeader(_ status: String = "200 OK", _ fields: String...) throws {
        try sendHeader(status, fields)
    }

    /// Sends the beginning of a response.
    ///
    /// See the variadic function.
    func sendHeader(_ status: String, _ fields: [String]) throws {
        try send("HTTP/1.1 \(status)\r\n" + fields.map { $0 + "\r\n" }.joined() + "Connection: close\r\n\r\n")
    }

    /// Sends a whole response with its true length.
    func answer(_ status: String = "200 OK", _ body: String, fields: String = "") throws {
        try sendHeader(status, "Content-Length: \(body.utf8.count)" + (fields.isEmpty ? "" : "\r\n" + fields))
        try send(body)
    }

    /// Sends the beginning of a response with chunked encoding.
    func sendChunkedHeader() throws {
        try sendHeader("200 OK", "Content-Type: application/xml", "Transfer-Encoding: chunked")
    }

    /// Sends one of HTTP's chunks.
    ///
    /// An empty chunk ends the response.
    func sendChunk(_ bytes: some Collection<UInt8>) throws {
        try send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
    }

    /// Sends text as one of HTTP's chunks.
    func sendChunk(_ text: String) throws {
        try sendChunk(text.utf8)
    }

    /// Waits until the client has closed the connection.
    ///
    /// - Returns: Whether it did so, within 20 seconds.
    func waitForClose() -> Bool {
        Socket.waitForClose(of: socket, seconds: 20)
    }

    /// Sends nothing until the client closes the connection or the server stops.
    func keepSilent() {
        _ = Socket.waitForClose(of: socket, seconds: 60)
    }

    /// Closes so that the client sees a reset connection rather than an end.
    func reset() {
        Socket.resetOnClose(socket)
    }

    /// Ends the connection from another thread; the thread of the connection closes it.
    func breakOff() {
        Socket.shutDown(socket)
    }

    func close() {
        Socket.close(socket)
    }
}

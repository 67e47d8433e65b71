import Foundation
import Synchronization
import Testing

@testable import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Transfers")
    struct Transfers {
        @Test("A session and its delegate are freed after the transfer")
        func freed() async throws {
            for path in ["/whole", "/broken", "/endless"] {
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
                        let (sent, next) = ResponseReceiver.answer(to: .url(try server.url(path)))
                        receiver = sent
                        #expect(receiver != nil, "\(path)")
                        // The endless transfer is released after its first chunk.
                        repeat {} while try await next() != nil && path != "/endless"
                    } catch {
                        #expect(path == "/broken", "\(path)")
                    }
                    // The session frees its delegate soon after, on its own thread.
                    for _ in 0..<200 where receiver != nil { try await Task.sleep(for: .milliseconds(50)) }
                    #expect(receiver == nil, "\(path)")
                }
            }
        }

        #if canImport(FoundationNetworking)
            private static let megabyte = String(repeating: "x", count: 1_000_000)

            @Test("Releasing the iterator frees the file")
            func release() async throws {
                let isClosed = Signal()
                try await HTTPServer.with { connection in
                    try connection.sendHeader()
                    try connection.send(Self.megabyte)
                    if connection.waitForClose() { isClosed.set() }
                } _: { server in
                    var chunks = Optional(XMLURLChunks.url(try server.url()).makeAsyncIterator())
                    _ = try await chunks?.next()
                    for _ in 0..<2_000 {
                        guard try URLReadingTests.overflowFiles() == [] else { break }
                        try await Task.sleep(for: .milliseconds(10))
                    }
                    #expect(try URLReadingTests.overflowFiles().count == 1)
                    chunks = nil
                    #expect(try URLReadingTests.overflowFiles() == [])
                    #expect(isClosed.wait())
                }
            }

            @Test("Chunks in memory arrive before the error of the buffer file")
            func missingFolder() async throws {
                let (isReady, isClosed) = (Signal(), Signal())
                try await HTTPServer.with { connection in
                    try connection.sendHeader()
                    _ = isReady.wait()
                    try connection.send(Self.megabyte)
                    if connection.waitForClose() { isClosed.set() }
                } _: { server in
                    let (receiver, next) = ResponseReceiver.answer(to: .url(try server.url()))
                    receiver.buffer.folder = URL(fileURLWithPath: "/nonexistent")
                    // This takes the lock, so that the thread of the session sees the folder.
                    receiver.buffer.unlessEnded {}
                    isReady.set()
                    #expect(isClosed.wait())
                    var count = 0
                    let error = await #expect(throws: CocoaError.self) {
                        while let chunk = try await next() { count += chunk.count }
                    }
                    #expect(count > 0)
                    #expect(count < 1_000_000)
                    let cause = "The operation could not be completed. No such file or directory"
                    #expect(
                        error?.localizedDescription
                            == "the unread bytes cannot be written to a temporary file: \(cause)"
                    )
                }
            }
        #endif

        #if os(Linux)
            @Test("A slow reader of a long response takes little memory")
            func memoryOfSlowReader() async {
                // A separate process, because other tests of this process use memory at the same time.
                await #expect(processExitsWith: .success) {
                    let record = "<entry>" + String(repeating: "x", count: 65_521) + "</entry>"
                    try await HTTPServer.with { connection in
                        try connection.sendHeader()
                        for _ in 0..<(connection.path == "/long" ? 640 : 1) { try connection.send(record) }
                    } _: { server in
                        var peaks: [Int] = []
                        for path in ["/short", "/long"] {
                            var (byteCount, sleepCount) = (0, 0)
                            for try await chunk in XMLURLChunks.url(try server.url(path)) {
                                byteCount += chunk.count
                                while sleepCount < byteCount / 65_536 {
                                    try await Task.sleep(for: .milliseconds(5))
                                    sleepCount += 1
                                }
                            }
                            #expect(byteCount == (path == "/long" ? 640 : 1) * record.utf8.count)
                            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                            let peak = try #require(status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/)?.output.1)
                            peaks.append(try #require(Int(peak)) * 1_024)
                        }
                        #expect(peaks[1] - peaks[0] <= 8 << 20, "\(peaks)")
                    }
                }
            }
        #endif
    }
}

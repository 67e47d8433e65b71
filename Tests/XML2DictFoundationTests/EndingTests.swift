import Foundation
import Synchronization
import Testing
import XML2Dict
import XML2DictFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLReadingTests {
    @Suite("Ends of transfers")
    struct Endings {
        /// A server that sends one record, waits until the client closes the connection, and sets a signal.
        private func withPatientServer(
            _ body: (URL, Signal) async throws -> Void
        ) async throws {
            let isClosed = Signal()
            try await HTTPServer.with { connection in
                try connection.sendChunkedHeader()
                try connection.sendChunk("<feed><entry>1</entry>")
                if connection.waitForClose() { isClosed.set() }
            } _: { server in
                try await body(server.url(), isClosed)
            }
        }

        @Test("Cancelling the task ends the transfer")
        func cancellation() async throws {
            try await withPatientServer { url, isClosed in
                let (firsts, first) = AsyncStream.makeStream(of: XMLValue.self)
                let task = Task {
                    for try await record in try XMLReader().records(at: "feed/entry", in: .url(url)) {
                        first.yield(record)
                    }
                }
                for await record in firsts {
                    #expect(record.json(.compact) == #"{"text":"1"}"#)
                    break
                }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(isClosed.wait())
            }
        }

        @Test("Cancelling a task that reads a whole document ends the transfer")
        func cancellationOfDocument() async throws {
            let isAsked = Signal()
            let isClosed = Signal()
            try await HTTPServer.with { connection in
                isAsked.set()
                if connection.waitForClose() { isClosed.set() }
            } _: { server in
                let url = try server.url()
                let task = Task { try await XMLReader().read(.url(url)) }
                #expect(isAsked.wait())
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(isClosed.wait())
            }
        }

        @Test("A cancelled task sends no request")
        func cancelledBefore() async throws {
            let isAsked = Mutex(false)
            try await HTTPServer.with { connection in
                isAsked.withLock { $0 = true }
                try connection.answer("200 OK", "<a/>")
            } _: { server in
                let url = try server.url()
                let task = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await XMLReader().read(.url(url))
                }
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(isAsked.withLock { $0 } == false)
            }
        }

        @Test("Chunks end with an error where their task is cancelled")
        func cancelledBetweenChunks() async throws {
            let file = FileManager.default.temporaryDirectory.appending(path: "xml2dict-\(UUID())")
            try Data("<a/>".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let task = Task {
                var chunks = XMLURLChunks.url(file).makeAsyncIterator()
                let first = try await chunks.next()
                withUnsafeCurrentTask { $0?.cancel() }
                return (first, try await chunks.next())
            }
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }

        @Test("Leaving the loop ends the transfer")
        func leaving() async throws {
            try await withPatientServer { url, isClosed in
                for try await record in try XMLReader().records(at: "feed/entry", in: .url(url)) {
                    #expect(record.json(.compact) == #"{"text":"1"}"#)
                    break
                }
                #expect(isClosed.wait())
            }
        }

        @Test("An error in the document ends the transfer")
        func fault() async throws {
            let isClosed = Signal()
            let error = try await HTTPServer.failure(XMLError.self) { connection in
                try connection.sendChunkedHeader()
                try connection.sendChunk("<a></b>")
                if connection.waitForClose() { isClosed.set() }
            }
            #expect(error.code == .malformed)
            #expect(isClosed.wait())
        }

        @Test("Leaving the loop ends a transfer with buffered chunks")
        func leavingAhead() async throws {
            let isClosed = Signal()
            try await HTTPServer.with { connection in
                defer { isClosed.set() }
                try connection.sendHeader()
                try connection.send("<feed>")
                while true { try connection.send(String(repeating: "<entry>1</entry>", count: 1_000)) }
            } _: { server in
                for try await _ in try XMLReader().records(at: "feed/entry", in: .url(try server.url())) {
                    try await Task.sleep(for: .milliseconds(300))
                    break
                }
                #expect(isClosed.wait())
            }
        }

        @Test("A task can be cancelled during a redirect loop")
        func cancellationInRedirects() async throws {
            try await HTTPServer.with { connection in
                try connection.answer("302 Found", "", fields: "Location: \(connection.path)")
            } _: { server in
                let url = try server.url()
                for milliseconds in 0..<40 {
                    let task = Task { try await XMLReader().read(.url(url)) }
                    try await Task.sleep(for: .milliseconds(milliseconds / 2))
                    task.cancel()
                    await #expect(throws: (any Error).self) { try await task.value }
                }
            }
        }

        #if os(Linux)
            @Test("Sequential and concurrent requests leave no descriptors open")
            func descriptors() async throws {
                try await HTTPServer.with { connection in
                    if connection.path == "/broken" {
                        try connection.sendHeader("200 OK", "Content-Length: 1000")
                        try connection.send("<feed><entry/>")
                    } else {
                        try connection.answer("200 OK", "<feed><entry/><entry/></feed>")
                    }
                } _: { server in
                    let (whole, broken) = (try server.url("/whole"), try server.url("/broken"))
                    _ = try await XMLReader().read(.url(whole))
                    let before = try openDescriptors()
                    for number in 0..<100 {
                        switch number % 3 {
                        case 0: _ = try await XMLReader().read(.url(whole))
                        case 1: await #expect(throws: URLError.self) { try await XMLReader().read(.url(broken)) }
                        default: for try await _ in try XMLReader().records(at: "feed/entry", in: .url(whole)) { break }
                        }
                    }
                    try await withThrowingTaskGroup(of: XMLValue.self) { group in
                        for _ in 0..<60 { group.addTask { try await XMLReader().read(.url(whole)) } }
                        for try await value in group { #expect(value.json(.compact) == #"{"feed":{"entry":[{},{}]}}"#) }
                    }
                    // Sessions close their sockets soon after, on their own threads; other suites may have some files open.
                    var after = try openDescriptors()
                    for _ in 0..<100 where after > before + 10 {
                        try await Task.sleep(for: .milliseconds(100))
                        after = try openDescriptors()
                    }
                    #expect(after <= before + 10)
                }
            }

            private func openDescriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
        #endif

        @Test("A slow reader delays no other reader")
        func manyBehind() async throws {
            let recordCount = 60
            let record = "<entry>" + String(repeating: "x", count: 32_000) + "</entry>"
            try await HTTPServer.with { connection in
                try connection.sendHeader()
                try connection.send("<feed>")
                for _ in 0..<recordCount { try connection.send(record) }
                try connection.send("</feed>")
            } _: { server in
                let url = try server.url()
                let gate = Gate(count: 24)
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<24 {
                        group.addTask {
                            var records = try XMLReader().records(at: "feed/entry", in: .url(url)).makeAsyncIterator()
                            var count = try await records.next() == nil ? 0 : 1
                            await gate.pass()
                            while try await records.next() != nil { count += 1 }
                            return count
                        }
                    }
                    for try await count in group { #expect(count == recordCount) }
                }
            }
        }
    }
}

import Foundation

/// An open file of the test process, which this object closes.
///
/// A child inherits it only if a test passes it on.
package final class Descriptor: Sendable {
    package let number: Int32

    /// - Parameter number: A file that no other code closes.
    init(owning number: Int32) {
        self.number = number
    }

    /// Opens a file, whose name may contain any bytes.
    package init(opening name: Bytes, _ flags: Int32) throws {
        number = name.withCString { open($0, flags | O_CLOEXEC, 0o666) }
        guard number >= 0 else { throw SystemFailure("open \(name)") }
    }

    deinit {
        close(number)
    }

    package static func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        // Without this flag from the start, a child of another test could inherit the pipe and keep it open.
        #if canImport(Darwin)
            guard Foundation.pipe(&numbers) == 0 else { throw SystemFailure("pipe") }
            for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        #else
            guard HiddenFunctions.pipe2(&numbers, O_CLOEXEC) == 0 else { throw SystemFailure("pipe2") }
        #endif
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Makes reads and writes return at once when they would wait.
    package func makeNonblocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Whether a write would succeed without waiting.
    package var isReadyToWrite: Bool {
        var place = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&place, 1, 0) != 0
    }

    /// Reads the available bytes, at most 64 KiB.
    ///
    /// - Returns: No bytes at the end. On Linux the end of a terminal is an error, when no process has its other side
    ///   open.
    package func readSome() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(number, &buffer, buffer.count)
            if count >= 0 { return Array(buffer[..<count]) }
            if errno == EIO { return [] }
            guard errno == EINTR else { throw SystemFailure("read") }
        }
    }

    /// Reads to the end.
    package func readAll() throws -> Bytes {
        var all: [UInt8] = []
        while true {
            let chunk = try readSome()
            if chunk.isEmpty { return Bytes(all) }
            all += chunk
        }
    }

    /// Writes as many bytes as possible.
    ///
    /// - Returns: The number of bytes, or `nil` when no process reads any more.
    func writeSome(_ bytes: ArraySlice<UInt8>) throws -> Int? {
        while true {
            let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            case EPIPE: return nil
            default: throw SystemFailure("write")
            }
        }
    }

    package func writeAll(_ bytes: Bytes) throws {
        var rest = bytes.values[...]
        while !rest.isEmpty, let count = try writeSome(rest) {
            rest = rest.dropFirst(count)
        }
    }
}

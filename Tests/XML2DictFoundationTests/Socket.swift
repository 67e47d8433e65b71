#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The error of a socket call or of the test server.
struct SocketError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The few socket calls of the test server.
enum Socket {
    /// A socket that listens on a free port of 127.0.0.1.
    static func listening() throws -> (socket: Int32, port: UInt16) {
        #if canImport(Glibc)
            let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let number = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard number >= 0 else { throw SocketError("socket: \(errno)") }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, length) == 0 && listen(number, 128) == 0 && getsockname(number, $0, &length) == 0
            }
        }
        guard isListening else {
            close(number)
            throw SocketError("listen: \(errno)")
        }
        return (number, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection, or `nil` when there are no more.
    static func accepted(from listener: Int32) -> Int32? {
        var number = accept(listener, nil, nil)
        while number < 0, errno == EINTR || errno == ECONNABORTED { number = accept(listener, nil, nil) }
        return number < 0 ? nil : number
    }

    static func receive(from number: Int32) throws -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let result = recv(number, buffer.baseAddress, buffer.count, 0)
            failure = result < 0 ? errno : 0
            count = max(result, 0)
        }
        guard failure == 0 else { throw SocketError("recv: \(failure)") }
        return bytes
    }

    /// Sends all bytes.
    static func send(_ bytes: [UInt8], to number: Int32) throws {
        #if canImport(Darwin)
            let flags: Int32 = 0
            var isOn: Int32 = 1
            setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(number, $0, flags) }
            guard count > 0 else { throw SocketError("send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    private static func sendBytes(_ number: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
        #if canImport(Glibc)
            Glibc.send(number, bytes.baseAddress, bytes.count, flags)
        #elseif canImport(Musl)
            Musl.send(number, bytes.baseAddress, bytes.count, flags)
        #else
            Darwin.send(number, bytes.baseAddress, bytes.count, flags)
        #endif
    }

    /// Waits until the other side has closed or reset the connection.
    static func waitForClose(of number: Int32, seconds: Int32) -> Bool {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, seconds * 1000) > 0 else { return false }
        return (try? receive(from: number))?.isEmpty ?? true
    }

    static func shutDown(_ number: Int32) {
        shutdown(number, Int32(SHUT_RDWR))
    }

    /// Makes the coming `close` send a reset.
    static func resetOnClose(_ number: Int32) {
        var choice = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &choice, socklen_t(MemoryLayout<linger>.size))
    }

    /// Makes a blocked `accept` return that it has no more.
    static func wake(_ listener: Int32) {
        shutDown(listener)
    }

    static func close(_ number: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(number)
        #elseif canImport(Musl)
            _ = Musl.close(number)
        #else
            _ = Darwin.close(number)
        #endif
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file with methods that call read(2) and write(2) again after a signal, and that write all bytes.
package struct FileDescriptor: ~Copyable {
    package let rawValue: Int32
    private let isOwned: Bool

    /// Opens a file for reading, and with `waits`, waits until another program opens a FIFO for writing.
    ///
    /// - Throws: The `SystemError` of open(2).
    package init(reading path: UnsafePointer<CChar>, waits: Bool = true) throws(SystemError) {
        var descriptor: Int32
        repeat {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK | O_NOCTTY))
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw .current }
        rawValue = descriptor
        isOwned = true
    }

    /// Creates a descriptor of a file that the caller opens and closes.
    package init(borrowing descriptor: Int32) {
        rawValue = descriptor
        isOwned = false
    }

    deinit {
        if isOwned { close(rawValue) }
    }

    /// Throws the error of a read or write, unless the caller may repeat the call, such as after a signal.
    ///
    /// Another program that shares the file may have made the file non-blocking. Then the method waits for the file.
    private borrowing func waitIfTemporary(for event: Int32) throws(SystemError) {
        switch errno {
        case EINTR: return
        case EAGAIN, EWOULDBLOCK:
            var question = pollfd(fd: rawValue, events: Int16(event), revents: 0)
            _ = poll(&question, 1, -1)
        default: throw .current
        }
    }

    package static var currentFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    package static func isPlainFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    package var isPlainFile: Bool { byteCount != nil }

    package func isReady(within milliseconds: Int32) -> Bool {
        var question = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, milliseconds) != 0
    }

    package var byteCount: Int? { version?.size }

    /// The size of a plain file and the time of its last change, which differ after a write.
    struct Version: Equatable {
        let size, seconds, nanoseconds: Int
    }

    var version: Version? {
        var status = stat()
        guard fstat(rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Version(size: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }

    var offset: Int? {
        let offset = lseek(rawValue, 0, SEEK_CUR)
        return offset >= 0 ? Int(offset) : nil
    }

    func goToEnd() {
        _ = lseek(rawValue, 0, SEEK_END)
    }

    /// Reads bytes, from the current offset or from an offset in a plain file, and returns their number, 0 at the end.
    package borrowing func read(
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int? = nil
    ) throws(SystemError) -> Int {
        while true {
            let count =
                offset.map { pread(rawValue, buffer.baseAddress, buffer.count, off_t($0)) }
                ?? systemRead(rawValue, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            try waitIfTemporary(for: POLLIN)
        }
    }

    /// Reads all bytes to the end, or returns `nil` for more than `limit` bytes.
    package borrowing func contents(limit: Int) throws(SystemError) -> [UInt8]? {
        let size = 64 * 1024
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        var contents: [UInt8] = []
        while true {
            let count = try read(into: buffer)
            guard count > 0 else { return contents }
            guard count <= limit - contents.count else { return nil }
            contents += buffer[..<count]
        }
    }

    package borrowing func contents() throws(SystemError) -> [UInt8] {
        try contents(limit: .max) ?? []
    }

    package borrowing func write(_ text: String) throws(SystemError) {
        var text = text
        var problem: SystemError?
        text.withUTF8 { bytes in
            do throws(SystemError) { try write(UnsafeRawBufferPointer(bytes)) } catch { problem = error }
        }
        if let problem { throw problem }
    }

    package borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = systemWrite(rawValue, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                try waitIfTemporary(for: POLLOUT)
            }
        }
    }
}

// Inside `FileDescriptor`, the methods `read` and `write` hide these functions of the C library.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

@usableFromInline package struct SystemError: Error {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static var current: SystemError { SystemError(number: errno) }

    package var isDirectory: Bool { number == EISDIR }

    package var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is written from its start, with every result of the system checked.
struct OutputFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    init(path: String) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        self.path = path
        if descriptor < 0 {
            throw .system(action: "open", path: path, code: errno)
        }
    }

    borrowing func write(_ text: TextBuffer) throws(Failure) {
        var start = 0
        while start < text.count {
            let written = writeOnce(text, from: start)
            if written > 0 {
                start += written
            } else if errno != EINTR {
                throw .system(action: "write", path: path, code: errno)
            }
        }
    }

    /// Closing can report a write that failed late, for example on a full disk of another machine.
    consuming func close() throws(Failure) {
        if closeDescriptor(descriptor) != 0 {
            throw .system(action: "close", path: path, code: errno)
        }
    }

    private borrowing func writeOnce(_ text: TextBuffer, from start: Int) -> Int {
        text.bytes.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
            return writeBytes(descriptor, rest.baseAddress, rest.count)
        }
    }
}

// Inside the type the names `write` and `close` mean its own methods.

private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

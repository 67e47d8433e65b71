#if canImport(FoundationNetworking)
    import Foundation
    import XML2Dict

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A queue of bytes in a temporary file, for what a server sends faster than it is read.
    ///
    ///     0           readOffset            writeOffset     capacity
    ///     |  was read  |  waits to be read   |               |
    ///
    /// The file has no name, so it is gone when it is closed, however the process ends. When it is full and read, it is let go as a
    /// whole, which gives its space back. It is used by one thread at a time.
    final class OverflowFile {
        /// How many bytes are written before the file is full.
        static let capacity = 64 << 20

        private let descriptor: Int32
        private var readOffset = 0
        private var writeOffset = 0

        /// A new, empty file in the folder for temporary files.
        ///
        /// - Throws: When it cannot be made.
        init() throws {
            let folder = FileManager.default.temporaryDirectory.path
            var path = Array("\(folder)/xml2dict-XXXXXX".utf8CString)
            descriptor = mkstemp(&path)
            guard descriptor >= 0 else { throw Self.failure }
            unlink(path)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// Whether all that was written has been read.
        var isEmpty: Bool { readOffset == writeOffset }

        /// Whether it takes no more.
        var isFull: Bool { writeOffset >= Self.capacity }

        /// Adds bytes at the end.
        ///
        /// - Throws: When there is no space for them.
        func append(_ bytes: Data) throws {
            var rest = bytes
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(writeOffset)) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.failure }
                writeOffset += count
                rest = rest.dropFirst(count)
            }
        }

        /// Takes bytes from the beginning.
        ///
        /// - Parameter count: How many at most.
        /// - Returns: At least one, unless the file is empty.
        /// - Throws: When they cannot be read.
        func read(upToCount count: Int) throws -> Data {
            var bytes = Data(count: min(count, writeOffset - readOffset))
            var result = -1
            repeat {
                result = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(readOffset)) }
            } while result < 0 && errno == EINTR
            guard result > 0 || bytes.isEmpty else { throw Self.failure }
            readOffset += result
            return bytes.prefix(result)
        }

        private static var failure: CocoaError {
            let error = SystemError.current
            let description =
                "what the server sends faster than it is read cannot be kept in a temporary file: \(error.text)"
            let code: CocoaError.Code = error.number == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown
            return CocoaError(code, userInfo: [NSLocalizedDescriptionKey: description])
        }
    }
#endif

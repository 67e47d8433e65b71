#if canImport(FoundationNetworking)
    import Foundation
    import XML2Dict

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A queue of bytes in a temporary file, for chunks that arrive faster than the task reads them.
    ///
    ///     0           readOffset            writeOffset     capacity
    ///     |  was read  |  waits to be read   |               |
    ///
    /// The file has no name, so the system removes it when it is closed, even if the process crashes. A file that is
    /// full and completely read is closed as a whole, which frees its space. Only one thread uses it at a time.
    final class OverflowFile {
        /// The number of bytes that make the file full.
        static let capacity = 64 << 20

        private let descriptor: Int32
        private var readOffset = 0
        private var writeOffset = 0

        /// Creates an empty file in the folder for temporary files.
        ///
        /// - Throws: `CocoaError` when the system cannot create it.
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

        /// Whether all written bytes have been read.
        var isEmpty: Bool { readOffset == writeOffset }

        /// Whether the file takes no more bytes.
        var isFull: Bool { writeOffset >= Self.capacity }

        /// Adds bytes at the end.
        ///
        /// - Throws: `CocoaError` when there is no space.
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
        /// - Parameter count: The most bytes to take.
        /// - Returns: At least one byte, unless the file is empty.
        /// - Throws: `CocoaError` when the file cannot be read.
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

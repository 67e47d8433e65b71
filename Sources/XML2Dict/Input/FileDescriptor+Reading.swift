/// Files as sources of XML: errors of the system become errors of the reader.
extension FileDescriptor {
    static func opening(_ path: String) throws(XMLReaderError) -> FileDescriptor {
        guard !path.utf8.contains(0) else {
            throw XMLReaderError(.cannotOpen, "cannot open: the path contains a null character, which no file name has")
        }
        do throws(SystemError) {
            return try FileDescriptor(reading: path)
        } catch {
            throw XMLReaderError(.cannotOpen, "cannot open: \(error.text)")
        }
    }

    /// Fills a buffer with the bytes that are ready.
    ///
    /// - Parameters:
    ///   - buffer: The buffer.
    ///   - place: The place in a plain file from which they come; `nil` for the place of the open file.
    /// - Returns: The number of bytes: 0 at the end.
    /// - Throws: An `XMLReaderError` with the code `cannotOpen` or `readFailed`.
    borrowing func fill(
        _ buffer: UnsafeMutableRawBufferPointer,
        at place: Int? = nil
    ) throws(XMLReaderError) -> Int {
        do throws(SystemError) {
            return try read(into: buffer, at: place)
        } catch {
            let code: XMLReaderError.Code = error.isDirectory ? .cannotOpen : .readFailed
            throw XMLReaderError(code, "cannot read: \(error.text)")
        }
    }
}

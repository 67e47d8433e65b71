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

    borrowing func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int {
        do throws(SystemError) {
            return try read(into: buffer)
        } catch {
            let code: XMLReaderError.Code = error.isDirectory ? .cannotOpen : .readFailed
            throw XMLReaderError(code, "cannot read: \(error.text)")
        }
    }
}

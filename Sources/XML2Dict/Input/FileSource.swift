final class FileSource: InputSource {
    private let file: FileDescriptor
    private let watcher: (any InputWatcher)?
    private var firstBytes: ArraySlice<UInt8>
    private var count = 0
    /// The version of the file at the first call of `reopened`.
    private var version: FileDescriptor.Version?

    init(_ file: consuming FileDescriptor, after firstBytes: [UInt8] = [], _ watcher: (any InputWatcher)? = nil) {
        self.firstBytes = firstBytes[...]
        self.watcher = watcher
        self.file = file
    }

    func isReady(within milliseconds: Int32) -> Bool {
        milliseconds > 0 ? file.isReady(within: milliseconds) : neverWaits
    }

    private(set) lazy var neverWaits = file.isPlainFile

    func reopened() -> (any InputSource)? {
        guard let version = file.version, let offset = file.offset else { return nil }
        self.version = self.version ?? version
        return FileRangeSource(self, at: offset, after: firstBytes)
    }

    var byteCount: Int? { file.byteCount }

    func source(at offset: Int, count: Int) -> any InputSource { FileRangeSource(self, at: offset, count: count) }

    var hasChanged: Bool { version != nil && file.version != version }

    func skipAll() {
        firstBytes = []
        file.goToEnd()
        watcher?.hasReachedEnd()
    }

    /// Fills a buffer from an offset of the file, without moving the offset of the open file.
    fileprivate func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(XMLError) -> Int {
        try file.fill(buffer, at: offset)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLError) -> Int {
        if !firstBytes.isEmpty { return fillWithFirstBytes(buffer) }
        if let watcher, !neverWaits, !file.isReady(within: 0), !watcher.willWait() { return 0 }
        let filled = try file.fill(buffer)
        if filled == 0 { watcher?.hasReachedEnd() }
        count += filled
        watcher?.hasRead(count)
        return filled
    }

    private func fillWithFirstBytes(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled = buffer.takePrefix(of: &firstBytes)
        count += filled
        return filled
    }
}

/// A source that reads a plain file from an offset, without moving the offset of the open file.
private final class FileRangeSource: InputSource {
    private let file: FileSource
    private var offset: Int
    private var firstBytes: ArraySlice<UInt8>
    private var count: Int
    let neverWaits = true

    init(_ file: FileSource, at offset: Int, count: Int = .max, after firstBytes: ArraySlice<UInt8> = []) {
        self.file = file
        self.offset = offset
        self.count = count
        self.firstBytes = firstBytes
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLError) -> Int {
        if !firstBytes.isEmpty { return buffer.takePrefix(of: &firstBytes) }
        guard count > 0 else { return 0 }
        let filled = try file.fill(UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)), at: offset)
        offset += filled
        count -= filled
        return filled
    }
}

extension FileDescriptor {
    static func opening(_ path: String) throws(XMLError) -> FileDescriptor {
        guard !path.utf8.contains(0) else {
            throw XMLError(.cannotOpen, "cannot open: the path contains a null character, which no file name has")
        }
        do throws(SystemError) {
            return try FileDescriptor(reading: path)
        } catch {
            throw XMLError(.cannotOpen, "cannot open: \(error.text)")
        }
    }

    /// Reads the bytes that are ready into a buffer, from `offset` of a plain file, or from the open file's offset.
    ///
    /// - Returns: The number of bytes, which is 0 at the end.
    /// - Throws: An `XMLError` with the code `cannotOpen` or `inputOutput`.
    borrowing func fill(
        _ buffer: UnsafeMutableRawBufferPointer,
        at offset: Int? = nil
    ) throws(XMLError) -> Int {
        do throws(SystemError) {
            return try read(into: buffer, at: offset)
        } catch {
            let code: XMLError.Code = error.isDirectory ? .cannotOpen : .inputOutput
            throw XMLError(code, "cannot read: \(error.text)")
        }
    }
}

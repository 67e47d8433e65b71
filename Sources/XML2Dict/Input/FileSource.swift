/// An open file as a source.
final class FileSource: InputSource {
    private let file: FileDescriptor
    private let watcher: (any InputWatcher)?
    private let isPlainFile: Bool
    private var count = 0

    /// A file, which is closed with this object if it owns it.
    init(_ file: consuming FileDescriptor, _ watcher: (any InputWatcher)? = nil) {
        self.watcher = watcher
        isPlainFile = watcher != nil && file.isPlainFile
        self.file = file
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int {
        // There is nothing to wait for in a plain file.
        if let watcher, !isPlainFile, !file.isReadyToRead, !watcher.willWait() { return 0 }
        let filled = try file.fill(buffer)
        if filled == 0 { watcher?.hasReachedEnd() }
        count += filled
        watcher?.hasRead(count)
        return filled
    }
}

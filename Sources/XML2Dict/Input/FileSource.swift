/// An open file as a source.
final class FileSource: InputSource {
    private let file: FileDescriptor
    private let watcher: (any InputWatcher)?
    /// Whether a watcher need not be asked before a read, which never waits in a plain file.
    private let isPlainFile: Bool
    /// The number of bytes that have been read.
    private var count = 0

    /// - Parameters:
    ///   - file: The file, which is closed with this object if the descriptor owns it.
    ///   - watcher: The object that hears about progress.
    init(_ file: consuming FileDescriptor, _ watcher: (any InputWatcher)? = nil) {
        self.watcher = watcher
        isPlainFile = watcher != nil && file.isPlainFile
        self.file = file
    }

    /// A writer to a pipe gets a second for the rest of a line, or for the end of the pipe.
    var isReady: Bool { file.isReadyToRead(within: 1_000) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int {
        if let watcher, !isPlainFile, !file.isReadyToRead(), !watcher.willWait() { return 0 }
        let filled = try file.fill(buffer)
        if filled == 0 { watcher?.hasReachedEnd() }
        count += filled
        watcher?.hasRead(count)
        return filled
    }
}

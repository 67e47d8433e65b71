/// Where the bytes of a stream come from.
protocol InputSource: AnyObject {
    /// Fills a buffer as far as that can be done: 0 at the end of a file, or when nothing is waiting.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int

    /// How many bytes have come from here.
    var count: Int { get }
}

/// Is told how the reading of a file goes.
package protocol InputWatcher: AnyObject {
    /// The next read will have to wait for bytes to come.
    func willWait()

    /// So many bytes have been read in all.
    func hasRead(_ count: Int)
}

/// An open file as a source.
final class FileSource: InputSource {
    private let file: FileDescriptor
    private let watcher: (any InputWatcher)?
    private let isPlainFile: Bool
    private(set) var count = 0

    /// A file, which is closed with this object if it owns it.
    init(_ file: consuming FileDescriptor, _ watcher: (any InputWatcher)? = nil) {
        self.watcher = watcher
        isPlainFile = watcher != nil && file.isPlainFile
        self.file = file
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int {
        // There is nothing to wait for in a plain file.
        if let watcher, !isPlainFile, !file.isReadyToRead { watcher.willWait() }
        let filled = try file.fill(buffer)
        count += filled
        watcher?.hasRead(count)
        return filled
    }
}

/// Bytes in memory as a source: chunks that somebody hands over.
final class MemorySource: InputSource {
    /// What was handed over, from `start` on.
    private var chunk: [UInt8]
    private var start = 0
    private(set) var count = 0

    init(_ bytes: [UInt8] = []) {
        chunk = bytes
    }

    /// How many bytes have been handed over and not been used.
    var waiting: Int { chunk.count - start }

    /// Hands over more bytes.
    func append(_ bytes: some Sequence<UInt8>) {
        if start == chunk.count {
            chunk.removeAll(keepingCapacity: true)
            start = 0
        }
        chunk.append(contentsOf: bytes)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled = min(buffer.count, waiting)
        chunk.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + filled]))
        }
        start += filled
        count += filled
        return filled
    }
}

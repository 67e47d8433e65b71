import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An input: a file, standard input, or a document from the network.
struct InputFile: ~Copyable {
    private let file: FileDescriptor
    private let fetch: CurlProcess?

    /// The file descriptor, open for reading.
    var fileDescriptor: Int32 { file.number }

    /// Standard input.
    init() {
        self.init(FileDescriptor(borrowing: STDIN_FILENO))
    }

    /// Opens a file by its name, whose bytes are used unchanged, or a document by its address; `-` is standard input.
    init(_ name: Argument) throws(SystemError) {
        if name.text == "-" {
            self.init()
        } else if CurlProcess.isAddress(name) {
            let fetch = try CurlProcess(name)
            self.init(FileDescriptor(borrowing: fetch.fileDescriptor), fetch)
        } else {
            self.init(try FileDescriptor(reading: name.bytes))
        }
    }

    private init(_ file: consuming FileDescriptor, _ fetch: CurlProcess? = nil) {
        self.file = file
        self.fetch = fetch
    }

    /// The number of bytes of a regular file; `nil` otherwise.
    var size: Int? {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The reason why a document from the network is incomplete, after its last byte; `nil` when it is complete.
    func failure() -> String? {
        fetch?.finish()
    }
}

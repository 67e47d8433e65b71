import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is read: a file, standard input, or a document from the network.
struct InputFile: ~Copyable {
    private let file: FileDescriptor
    private let fetch: CurlProcess?

    /// Open for reading.
    var fileDescriptor: Int32 { file.number }

    /// Standard input.
    init() {
        self.init(FileDescriptor(borrowing: STDIN_FILENO))
    }

    /// A file by its name, used as the bytes it is, or a document by its address; `-` is standard input.
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

    /// How many bytes are in it, when that is known.
    var size: Int? {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// After the last byte: what kept the document from coming whole, in words; `nil` for all but documents from the network.
    func failure() -> String? {
        fetch?.finish()
    }
}

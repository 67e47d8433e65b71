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
    /// Open for reading.
    let fileDescriptor: Int32
    private let isOwned: Bool
    private let fetch: Fetch?

    /// Standard input.
    init() {
        self.init(STDIN_FILENO, isOwned: false)
    }

    /// A file by its name, used as the bytes it is, or a document by its address; `-` is standard input.
    init(_ name: Argument) throws(SystemError) {
        if name.text == "-" {
            self.init()
            return
        }
        if Fetch.isAddress(name) {
            let fetch = try Fetch(name)
            self.init(fetch.fileDescriptor, isOwned: false, fetch)
            return
        }
        var descriptor: Int32
        repeat {
            descriptor = open(name.bytes, O_RDONLY | O_CLOEXEC)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw .current }
        self.init(descriptor, isOwned: true)
    }

    private init(_ fileDescriptor: Int32, isOwned: Bool, _ fetch: Fetch? = nil) {
        self.fileDescriptor = fileDescriptor
        self.isOwned = isOwned
        self.fetch = fetch
    }

    deinit {
        if isOwned { close(fileDescriptor) }
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

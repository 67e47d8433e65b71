import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is read: a file, or standard input.
struct InputFile: ~Copyable {
    /// Open for reading.
    let fileDescriptor: Int32
    private let isOwned: Bool

    /// Standard input.
    init() {
        self.init(STDIN_FILENO, isOwned: false)
    }

    /// A file by its name, used as the bytes it is; `-` is standard input.
    init(_ name: Argument) throws(SystemError) {
        guard name.text != "-" else {
            self.init()
            return
        }
        var descriptor: Int32
        repeat {
            descriptor = open(name.bytes, O_RDONLY | O_CLOEXEC)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw .current }
        self.init(descriptor, isOwned: true)
    }

    private init(_ fileDescriptor: Int32, isOwned: Bool) {
        self.fileDescriptor = fileDescriptor
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(fileDescriptor) }
    }
}

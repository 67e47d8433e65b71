import XML2Dict

/// The destination of the JSON: standard output, or the file of `--output`.
///
/// A new file replaces a regular file at the end: the target is the old file or the complete new one, even after a
/// power cut or a kill. The command writes in place to an open descriptor, a device and a FIFO (`OutputTarget`).
///
/// Names are the bytes that the shell passed: they need not be UTF-8.
struct OutputFile: ~Copyable {
    /// The file descriptor, open for writing.
    let fileDescriptor: Int32
    /// Its name in messages.
    let name: String
    /// The file that replaces the target; `nil` when the command writes in place.
    private var replacement: ReplacementFile?
    private var isClosed = false

    /// Whether it takes the place of a file with its name.
    var replacesFile: Bool { replacement != nil }

    /// Standard output.
    init() {
        fileDescriptor = STDOUT_FILENO
        name = "<stdout>"
    }

    /// A file, or standard output for `-`.
    init(_ target: Argument) throws(SystemError) {
        guard target.text != "-" else {
            self.init()
            return
        }
        switch try OutputTarget(target) {
        case .file(let path, let old):
            let replacement = try ReplacementFile(for: path, replacing: old)
            self.init(replacement.fileDescriptor, target, replacement)
        case .descriptor(let number):
            self.init(try Self.duplicate(number), target)
        case .inPlace(let flags):
            let descriptor = open(target.bytes, flags | O_CLOEXEC)
            guard descriptor >= 0 else { throw .current }
            self.init(descriptor, target)
        }
    }

    private init(_ fileDescriptor: Int32, _ target: Argument, _ replacement: ReplacementFile? = nil) {
        self.fileDescriptor = fileDescriptor
        self.replacement = replacement
        name = target.shown
    }

    deinit {
        guard !isClosed, fileDescriptor != STDOUT_FILENO else { return }
        close(fileDescriptor)
        TemporaryFileCleanup.remove()
    }

    /// A descriptor of the same open file: it has the same position, so nothing before or after the output is lost.
    private static func duplicate(_ number: Int32) throws(SystemError) -> Int32 {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0 else { throw .current }
        guard flags & O_ACCMODE != O_RDONLY else { throw SystemError(number: EBADF) }
        let descriptor = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard descriptor >= 0 else { throw .current }
        return descriptor
    }

    /// Replaces the target with the written content.
    mutating func commit() throws(SystemError) {
        isClosed = true
        guard var file = replacement else {
            // The system may report a failed write only now.
            guard close(fileDescriptor) == 0 else { throw .current }
            return
        }
        do throws(SystemError) {
            try file.close()
            try file.replaceTarget()
        } catch {
            TemporaryFileCleanup.remove()
            throw error
        }
    }
}

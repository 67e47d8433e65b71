import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the JSON goes: standard output, or the file of `--output`.
///
/// A file is written beside its target under a temporary name and renamed at the end, so that the target is the old file
/// or the new one, whatever happens: also when the command is killed, which leaves the temporary file, and when the power
/// fails. A target that is not a plain file, such as `/dev/null` or a pipe, is written to as it is.
///
/// Names are kept as the bytes that the shell gave: they need not be UTF-8.
struct OutputFile: ~Copyable {
    /// Open for writing.
    let fileDescriptor: Int32
    /// What it is called in messages.
    let name: String
    /// The C strings to rename from and to; `nil` when there is nothing to rename.
    private let renaming: (from: [CChar], to: [CChar])?
    private var isClosed = false

    /// Standard output.
    init() {
        self.init(STDOUT_FILENO, "<stdout>", renaming: nil)
    }

    /// A file, or standard output for `-`.
    init(_ target: Argument) throws(SystemError) {
        guard target.text != "-" else {
            self.init()
            return
        }
        var status = stat()
        let exists = stat(target.bytes, &status) == 0
        guard target.bytes.pointee != 0 else { throw SystemError(number: ENOENT) }
        guard exists || errno == ENOENT else { throw .current }
        if exists, status.st_mode & S_IFMT != S_IFREG {
            let descriptor = open(target.bytes, O_WRONLY | O_TRUNC | O_CLOEXEC)
            guard descriptor >= 0 else { throw .current }
            self.init(descriptor, target.shown, renaming: nil)
            return
        }
        guard !exists || access(target.bytes, W_OK) == 0 else { throw .current }
        let path = Self.withoutLinks(target)
        var temporary = Self.folder(of: path) + Self.characters(of: ".xml2dict-XXXXXX") + [0]
        TemporaryFileCleanup.prepare()
        let descriptor = mkstemp(&temporary)
        guard descriptor >= 0 else { throw .current }
        TemporaryFileCleanup.remember(temporary)
        // mkstemp(3) lets only the owner read; a new file gets the usual rights, and one that is replaced keeps its owner, where
        // that can be, and its rights.
        if exists { _ = fchown(descriptor, status.st_uid, status.st_gid) }
        fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~Self.fileModeMask)
        self.init(descriptor, target.shown, renaming: (temporary, path + [0]))
    }

    private init(_ fileDescriptor: Int32, _ name: String, renaming: (from: [CChar], to: [CChar])?) {
        self.fileDescriptor = fileDescriptor
        self.renaming = renaming
        self.name = name
    }

    deinit {
        guard !isClosed, fileDescriptor != STDOUT_FILENO else { return }
        close(fileDescriptor)
        TemporaryFileCleanup.remove()
    }

    /// Makes what was written the target's content.
    mutating func commit() throws(SystemError) {
        isClosed = true
        do throws(SystemError) {
            try finishWriting()
            if let renaming, rename(renaming.from, renaming.to) != 0 { throw .current }
            TemporaryFileCleanup.forget()
        } catch {
            TemporaryFileCleanup.remove()
            throw error
        }
    }

    /// Closes the file; one that is to be renamed is on the disk then.
    ///
    /// Otherwise a power cut could leave the target's name with an empty file or a part: some file systems write the new name before
    /// the content. That the name itself is on the disk is not waited for: until then, the target is the old file.
    private func finishWriting() throws(SystemError) {
        let isSynchronized = renaming == nil || Self.synchronize(fileDescriptor)
        let problem = SystemError.current
        // The system may tell only now that it could not write.
        guard close(fileDescriptor) == 0 else { throw .current }
        guard isSynchronized else { throw problem }
    }

    /// Waits until a file is on the disk; where the system cannot do that, there is nothing to wait for.
    private static func synchronize(_ fileDescriptor: Int32) -> Bool {
        while fsync(fileDescriptor) != 0 {
            switch errno {
            case EINTR: continue
            case EINVAL, ENOSYS, ENOTSUP, EROFS: return true
            default: return false
            }
        }
        return true
    }

    // MARK: Names

    /// The file that a name leads to, so that a link stays a link, also one whose file is not there yet.
    private static func withoutLinks(_ target: Argument) -> [CChar] {
        var path = characters(of: target.bytes)
        // As many links as the system follows.
        for _ in 0..<40 {
            var link = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path + [0], &link, link.count)
            guard count > 0 else { break }
            let isAbsolute = link[0] == CChar(UInt8(ascii: "/"))
            path = (isAbsolute ? [] : folder(of: path)) + link[..<count]
        }
        return path
    }

    private static func characters(of string: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: string, count: byteCount(of: string)))
    }

    /// Everything up to the last slash.
    private static func folder(of path: [CChar]) -> [CChar] {
        guard let slash = path.lastIndex(of: CChar(UInt8(ascii: "/"))) else { return [] }
        return Array(path[...slash])
    }

    /// The rights that new files do not get.
    ///
    /// It can only be read by setting it.
    private static var fileModeMask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }
}

import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The destination of the JSON: standard output, or the file of `--output`.
///
/// The command writes a temporary file next to the target and renames it at the end. The target is therefore the old
/// file or the complete new one, even after a power cut or a kill; a kill leaves the temporary file. The command writes
/// directly to a target that is not a regular file, such as `/dev/null` or a pipe.
///
/// Names are the bytes that the shell passed: they need not be UTF-8.
struct OutputFile: ~Copyable {
    /// The file descriptor, open for writing.
    let fileDescriptor: Int32
    /// Its name in messages.
    let name: String
    /// The old and the new name as C strings; `nil` when the file is not renamed.
    private let renaming: (from: [CChar], to: [CChar])?
    private var isClosed = false

    /// Whether it takes the place of a file with its name.
    var replacesFile: Bool { renaming != nil }

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
        // mkstemp(3) lets only the owner read. A new file gets the usual permissions. A replaced file keeps its
        // permissions, and its owner if the system allows that.
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

    /// Replaces the target with the written content.
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

    /// Closes the file; if it will be renamed, the system has stored it on the disk by then.
    ///
    /// Otherwise a power cut could leave an empty or partial file under the target's name: some file systems store the
    /// new name before the content. The command does not wait until the name is on the disk: until then, the target is
    /// the old file.
    private func finishWriting() throws(SystemError) {
        let isSynchronized = renaming == nil || Self.synchronize(fileDescriptor)
        let problem = SystemError.current
        // The system may report a failed write only now.
        guard close(fileDescriptor) == 0 else { throw .current }
        guard isSynchronized else { throw problem }
    }

    /// Waits until a file is on the disk; on systems without this call there is nothing to wait for.
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

    /// The file that a name resolves to, so that a link stays a link, even a dangling one.
    private static func withoutLinks(_ target: Argument) -> [CChar] {
        var path = characters(of: target.bytes)
        // The system follows as many links.
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

    /// The path up to and including the last slash.
    private static func folder(of path: [CChar]) -> [CChar] {
        guard let slash = path.lastIndex(of: CChar(UInt8(ascii: "/"))) else { return [] }
        return Array(path[...slash])
    }

    /// The permissions that new files do not get (umask(2)).
    ///
    /// A process can read the mask only by setting it.
    private static var fileModeMask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }
}

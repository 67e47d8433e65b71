import XML2Dict

/// The destination of the output: standard output, or the file of `--output`.
///
/// A new file replaces a regular file when the output is complete. Even after a power cut or a kill, the name leads to
/// the old file or the complete new file. The command writes to a device, FIFO or descriptor directly (`OutputTarget`).
///
///     open(O_TMPFILE) ── write ── fsync ── linkat(".xml2dict-3w5e11264sgsf") ── close ── rename(to the target)
///     open(".xml2dict-3w5e11264sgsf") ── write ── fsync ── close ── rename(to the target)
///
/// Most file systems of Linux can make a file without a name, which disappears with the process. No system call gives
/// such a file the name of an existing file, so the command first gives the file a temporary name. On other systems,
/// the file has the temporary name from the start, and a kill leaves the file behind.
struct OutputFile: ~Copyable {
    private(set) var fileDescriptor: Int32
    let name: String
    private var replacement: (temporary: [CChar], target: [CChar])?
    private var isUnnamed = false

    /// The output that gets a copy of the temporary file of `holdBack` at `commit`, or `nil` without `holdBack`.
    private var target: Int32?

    var replacesFile: Bool { replacement != nil }

    // At the end of the process, the system closes a file that is not committed.
    deinit { TemporaryFileCleanup.remove() }

    /// Closes the file, and renames a new file to the name of the output.
    ///
    /// Some file systems store the new name before the content, and a power cut would then leave an empty or partial
    /// file. The command therefore first waits until the content is on the disk. The command does not wait for the new
    /// name, because the old file remains until the new name is on the disk.
    func commit() throws(SystemError) {
        if let (temporary, _) = replacement {
            try Self.synchronize(fileDescriptor)
            if isUnnamed {
                TemporaryFileCleanup.remember(temporary)
                try succeed(linkat(AT_FDCWD, Self.path(of: fileDescriptor), AT_FDCWD, temporary, AT_SYMLINK_FOLLOW))
            }
        }
        if let target {
            try Self.copy(fileDescriptor, to: target)
            try succeed(close(target))
        }
        // Some file systems report a failed write only when the file is closed.
        try succeed(close(fileDescriptor))
        if let (temporary, target) = replacement { try succeed(rename(temporary, target)) }
    }

    func discard() { close(fileDescriptor) }

    private static func copy(_ source: Int32, to target: Int32) throws(SystemError) {
        try succeed(lseek(source, 0, SEEK_SET) < 0 ? -1 : 0)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try FileDescriptor(borrowing: source).read(into: buffer)
            guard count > 0 else { return }
            try FileDescriptor(borrowing: target).write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private static func synchronize(_ fileDescriptor: Int32) throws(SystemError) {
        while fsync(fileDescriptor) != 0 {
            switch errno {
            case EINTR: continue
            case EINVAL, ENOSYS, ENOTSUP, EROFS: return
            default: throw .current
            }
        }
    }
}

extension OutputFile {
    /// - Throws: A `SystemError` when the file cannot be made, or when the user may not write to the old file.
    init(_ argument: Argument?) throws(SystemError) {
        guard let argument, argument.text != "-" else {
            self.init(fileDescriptor: STDOUT_FILENO, name: "<stdout>")
            return
        }
        let name = argument.shown
        switch try OutputTarget(argument) {
        case .file(let path, let old):
            TemporaryFileCleanup.prepare()
            let folder = OutputTarget.folder(of: path)
            // With 64 random bits, no other file has this name.
            let ending = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let temporary = folder + OutputTarget.characters(of: ".xml2dict-" + ending) + [0]
            var descriptor = Self.openUnnamed(in: folder)
            let isUnnamed = descriptor >= 0
            if !isUnnamed {
                TemporaryFileCleanup.remember(temporary)
                descriptor = try succeed(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
            }
            Self.setPermissions(of: descriptor, from: old)
            let paths = (temporary, path + [0])
            self.init(fileDescriptor: descriptor, name: name, replacement: paths, isUnnamed: isUnnamed)
        case .descriptor(let shared):
            guard try succeed(fcntl(shared, F_GETFL)) & O_ACCMODE != O_RDONLY else { throw SystemError(number: EBADF) }
            // The copy shares the file position with other programs, so the output does not overwrite their output.
            let copy = try succeed(fcntl(shared, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
            self.init(fileDescriptor: copy, name: name)
        case .inPlace(let flags):
            self.init(fileDescriptor: try succeed(open(argument.bytes, flags | O_CLOEXEC)), name: name)
        }
    }

    /// The folder for the temporary file that `holdBack` makes.
    static var folderOfWaiting: String { environmentVariable("TMPDIR") ?? "/tmp" }

    /// Directs the content to a temporary file until `commit`, unless the content already goes to a new file.
    mutating func holdBack() throws(SystemError) {
        guard replacement == nil else { return }
        var path = OutputTarget.characters(of: Self.folderOfWaiting + "/.xml2dict-XXXXXX") + [0]
        let waiting = try succeed(mkstemp(&path))
        unlink(path)
        target = fileDescriptor
        fileDescriptor = waiting
    }

    /// Returns -1 if the file system has no files without a name, or if no `/proc` exists to name the file later.
    private static func openUnnamed(in folder: [CChar]) -> Int32 {
        #if canImport(Darwin)
            return -1
        #else
            #if canImport(Musl)
                let flags = O_TMPFILE | O_WRONLY | O_CLOEXEC
            #else
                let flags = __O_TMPFILE | O_WRONLY | O_CLOEXEC
            #endif
            let descriptor = open(folder + OutputTarget.characters(of: ".") + [0], flags, 0o600)
            if descriptor < 0 || access(path(of: descriptor), F_OK) == 0 { return descriptor }
            close(descriptor)
            return -1
        #endif
    }

    /// The path of an open file of this process, valid only in the calling thread.
    private static func path(of fileDescriptor: Int32) -> String { "/proc/thread-self/fd/\(fileDescriptor)" }

    /// Copies the permissions of the old file, and if the system allows this, the owner and the group.
    ///
    /// Without the old owner, the new file gets no set-id bits, because these bits would lend rights of another user.
    private static func setPermissions(of fileDescriptor: Int32, from old: stat?) {
        guard let old else {
            // A process can read its umask only by setting it.
            let mask = umask(0)
            umask(mask)
            fchmod(fileDescriptor, 0o666 & ~mask)
            return
        }
        let hasOwner = fchown(fileDescriptor, old.st_uid, old.st_gid) == 0
        if !hasOwner { _ = fchown(fileDescriptor, uid_t.max, old.st_gid) }
        fchmod(fileDescriptor, old.st_mode & (hasOwner ? 0o7777 : 0o1777))
    }
}

/// Removes the temporary file when a signal or a lack of memory ends the command.
///
/// The handler calls only functions that are safe in a signal handler and need no memory. Afterwards, the signal has
/// its default effect.
enum TemporaryFileCleanup {
    /// The temporary name as a C string, which is never freed, because a handler in another thread may still read it.
    nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?

    private static let signals = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGABRT,
        SIGILL, SIGTRAP,
    ]

    /// Installs the handlers, before the file exists.
    ///
    /// Signals that the process ignores, for example under nohup(1), stay ignored.
    static func prepare() {
        for id in signals {
            let previous = signal(id, SIG_IGN)
            if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
            signal(id) { received in
                TemporaryFileCleanup.remove()
                signal(received, SIG_DFL)
                raise(received)
            }
        }
    }

    /// Registers a temporary name before the file gets the name, so that a handler never misses the file.
    static func remember(_ path: [CChar]) {
        name = strdup(path)
    }

    /// Removes the file, unless `commit` has renamed the file.
    static func remove() {
        if let name { unlink(name) }
    }
}

/// The kind of file that the name of an output leads to.
///
///     feed.json          .file        a regular file with that name, or a name that is free
///     /dev/stdout        .descriptor  an open file of this process, whose position other programs share
///     /dev/null, a FIFO  .inPlace     opened and written directly
///     /proc/123/fd/1     .inPlace     an open file of another process
///
/// A new file can replace only a file that has a name. A link below `/proc` may lead to a file without a name. The text
/// of such a link is, for example, `pipe:[123]` or `NAME (deleted)`. Names are bytes, and need not be UTF-8.
enum OutputTarget {
    /// `path` is not a link and does not end in a null byte, and `old` is `nil` for a new file.
    case file(path: [CChar], old: stat?)
    case descriptor(Int32)
    /// The flags of open(2).
    case inPlace(flags: Int32)

    /// Follows links to a file, which need not exist, so that the output replaces the file and not a link.
    ///
    /// - Throws: A `SystemError` when the system cannot follow the name, or when the user may not write to the file.
    init(_ target: Argument) throws(SystemError) {
        guard target.bytes.pointee != 0 else { throw SystemError(number: ENOENT) }
        var status = stat()
        let exists = stat(target.bytes, &status) == 0
        guard exists || errno == ENOENT else { throw .current }
        let isRegular = !exists || status.st_mode & S_IFMT == S_IFREG
        // The file position of another process is unknown, so the command appends the output.
        self = .inPlace(flags: isRegular ? O_WRONLY | O_APPEND : O_WRONLY)
        let folders: [String] = ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"]
        let descriptors = folders.map { Self.canonicalPath($0) }
        var path = Self.characters(of: target.bytes)
        // The system also follows at most 40 links.
        for _ in 0..<40 {
            let folder = Self.folder(of: path)
            if let real = Self.canonicalPath(folder + Self.characters(of: ".") + [0]) {
                if descriptors.contains(real), let descriptor = Self.openFile(path[folder.count...]) {
                    self = .descriptor(descriptor)
                    return
                }
                if real.starts(with: Self.characters(of: "/proc/")) { return }
            }
            var link = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path + [0], &link, link.count)
            guard count > 0 else { break }
            let isAbsolute = link[0] == CChar(UInt8(ascii: "/"))
            path = (isAbsolute ? [] : folder) + link[..<count]
        }
        guard isRegular, !exists || Self.isFile(status, at: path) else { return }
        guard !exists || access(target.bytes, W_OK) == 0 else { throw .current }
        self = .file(path: path, old: exists ? status : nil)
    }

    private static func isFile(_ status: stat, at path: [CChar]) -> Bool {
        var named = stat()
        return lstat(path + [0], &named) == 0 && named.st_dev == status.st_dev && named.st_ino == status.st_ino
    }

    static func folder(of path: [CChar]) -> [CChar] {
        guard let slash = path.lastIndex(of: CChar(UInt8(ascii: "/"))) else { return [] }
        return Array(path[...slash])
    }

    static func characters(of string: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: string, count: byteCount(of: string)))
    }

    private static func canonicalPath(_ path: UnsafePointer<CChar>) -> [CChar]? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return characters(of: real)
    }

    private static func openFile(_ digits: ArraySlice<CChar>) -> Int32? {
        let text = String(decoding: digits.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Int32(text).flatMap { $0 >= 0 && String($0) == text ? $0 : nil }
    }
}

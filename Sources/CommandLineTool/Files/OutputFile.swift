import XML2Dict

/// The destination of the output: standard output, or the file of `--output`.
///
/// A new file replaces a regular file at the end: the target is the old file or the complete new one, even after a
/// power cut or a kill. The command writes in place to an open descriptor, a device and a FIFO (`OutputTarget`).
///
///     open(O_TMPFILE) ── write ── fsync ── linkat(".xml2dict-3w5e11264sgsf") ── close ── rename(to the target)
///     open(".xml2dict-3w5e11264sgsf") ── write ── fsync ── close ── rename(to the target)
///
/// On Linux, most file systems can make a file without a name, which disappears with the process however that ends. No
/// call replaces a name by such a file at once, so it gets a temporary name just before. Elsewhere it has that name
/// from the start, and a kill leaves it behind.
struct OutputFile: ~Copyable {
    /// The file descriptor, open for writing.
    let fileDescriptor: Int32
    /// Its name in messages.
    let name: String
    /// The paths of a new file, as C strings; `nil` when the command writes in place.
    private var replacement: (temporary: [CChar], target: [CChar])?
    /// Whether the new file has no name yet.
    private var isUnnamed = false

    /// Whether it takes the place of a file with its name.
    var replacesFile: Bool { replacement != nil }

    // The end of the process closes a file that is not committed.
    deinit { TemporaryFileCleanup.remove() }

    /// Closes the file, which then replaces the target.
    ///
    /// The command waits until the content is on the disk: a power cut could otherwise leave an empty or partial file
    /// under the target's name, because some file systems store the new name before the content. It does not wait for
    /// the name: until that is on the disk, the target is the old file.
    func commit() throws(SystemError) {
        if let (temporary, _) = replacement {
            try Self.synchronize(fileDescriptor)
            if isUnnamed {
                TemporaryFileCleanup.remember(temporary)
                try succeed(linkat(AT_FDCWD, Self.path(of: fileDescriptor), AT_FDCWD, temporary, AT_SYMLINK_FOLLOW))
            }
        }
        // The system may report a failed write only now.
        try succeed(close(fileDescriptor))
        if let (temporary, target) = replacement { try succeed(rename(temporary, target)) }
    }

    /// Waits until a file is on the disk; on systems without this call there is nothing to wait for.
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
    /// A file; `nil` and `-` are standard output.
    ///
    /// - Throws: A `SystemError` when the file cannot be made, or when the user may not write to the old one.
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
            // By its 64 random bits, no other file has this name.
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
        case .descriptor(let number):
            guard try succeed(fcntl(number, F_GETFL)) & O_ACCMODE != O_RDONLY else { throw SystemError(number: EBADF) }
            // It has the same position, so nothing before or after the output is lost.
            let copy = try succeed(fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
            self.init(fileDescriptor: copy, name: name)
        case .inPlace(let flags):
            self.init(fileDescriptor: try succeed(open(argument.bytes, flags | O_CLOEXEC)), name: name)
        }
    }

    /// A file without a name; -1 where the file system has none, and where the command could not name it later.
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

    /// The path by which the system names an open file of this process, as the thread that calls this sees it.
    private static func path(of fileDescriptor: Int32) -> String { "/proc/thread-self/fd/\(fileDescriptor)" }

    /// Gives the new file the usual permissions; or those of the old one, with its owner and group if the system allows
    /// that.
    ///
    /// Bits that lend the rights of a file's owner or group (set-id) are not for another owner or group.
    private static func setPermissions(of fileDescriptor: Int32, from old: stat?) {
        guard let old else {
            // A process can read the mask of permissions that new files do not get only by setting it.
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

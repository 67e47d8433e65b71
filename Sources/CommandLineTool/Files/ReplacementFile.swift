import XML2Dict

/// A new file that takes the place of another one when it is complete.
///
///     open(O_TMPFILE) ── write ── fsync ── linkat(".xml2dict-a1B2c3") ── close ── rename(to the target)
///     mkstemp(".xml2dict-a1B2c3") ── write ── fsync ── close ── rename(to the target)
///
/// On Linux, most file systems can make a file without a name, which disappears with the process however that ends. No
/// call replaces a name by such a file at once, so it gets a temporary name just before. Elsewhere it has that name
/// from the start, and a kill leaves it behind.
struct ReplacementFile {
    /// The file, open for writing.
    let fileDescriptor: Int32
    /// The path of the target, as a C string.
    private let target: [CChar]
    /// The temporary name, as a C string; `nil` while the file has none.
    private var name: [CChar]?

    /// Makes an empty file in the folder of its target.
    ///
    /// - Parameters:
    ///   - path: The path of the target, without links at its end, and without a null byte.
    ///   - old: The file at that path, if there is one.
    /// - Throws: A `SystemError` when the folder takes no new file.
    init(for path: [CChar], replacing old: stat?) throws(SystemError) {
        target = path + [0]
        let folder = OutputTarget.folder(of: path)
        TemporaryFileCleanup.prepare()
        if let unnamed = Self.openUnnamed(in: folder) {
            fileDescriptor = unnamed
        } else {
            var template = folder + OutputTarget.characters(of: Self.prefix + "XXXXXX") + [0]
            var descriptor: Int32 = -1
            let isMade = TemporaryFileCleanup.remember {
                descriptor = mkstemp(&template)
                return descriptor >= 0 ? template : nil
            }
            guard isMade else { throw .current }
            // A program that decompresses an input must not inherit it.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            fileDescriptor = descriptor
            name = template
        }
        Self.setPermissions(of: fileDescriptor, from: old)
    }

    /// Stores the content on the disk and closes the file, which then has a temporary name.
    ///
    /// Without that, a power cut could leave an empty or partial file under the target's name: some file systems store
    /// the new name before the content.
    mutating func close() throws(SystemError) {
        let isSynchronized = Self.synchronize(fileDescriptor)
        let problem = SystemError.current
        if isSynchronized, name == nil { name = Self.nameFile(fileDescriptor, beside: target) }
        let namingProblem = SystemError.current
        // The system may report a failed write only now.
        guard closeFile(fileDescriptor) == 0 else { throw .current }
        guard isSynchronized else { throw problem }
        guard name != nil else { throw namingProblem }
    }

    /// Gives the closed file the name of its target.
    ///
    /// The command does not wait until the name is on the disk: until then, the target is the old file.
    func replaceTarget() throws(SystemError) {
        if let name, rename(name, target) != 0 { throw .current }
        TemporaryFileCleanup.forget()
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

    private static let prefix = ".xml2dict-"

    /// A file without a name; `nil` where the file system has none, and where the command could not name it later.
    private static func openUnnamed(in folder: [CChar]) -> Int32? {
        #if canImport(Darwin)
            return nil
        #else
            #if canImport(Musl)
                let flags = O_TMPFILE | O_WRONLY | O_CLOEXEC
            #else
                let flags = __O_TMPFILE | O_WRONLY | O_CLOEXEC
            #endif
            let descriptor = open(folder + OutputTarget.characters(of: ".") + [0], flags, 0o600)
            guard descriptor >= 0 else { return nil }
            if access(path(of: descriptor), F_OK) == 0 { return descriptor }
            _ = closeFile(descriptor)
            return nil
        #endif
    }

    /// Gives a file a temporary name in the folder of its target.
    ///
    /// - Returns: The name as a C string, or `nil` with `errno`.
    private static func nameFile(_ fileDescriptor: Int32, beside target: [CChar]) -> [CChar]? {
        let source = path(of: fileDescriptor)
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        // Another file can have a name by chance, but not a hundred times.
        for _ in 0..<100 {
            let ending = String((0..<6).compactMap { _ in letters.randomElement() })
            let name = OutputTarget.folder(of: target) + OutputTarget.characters(of: prefix + ending) + [0]
            let isMade = TemporaryFileCleanup.remember {
                linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 ? name : nil
            }
            if isMade { return name }
            if errno != EEXIST { return nil }
        }
        return nil
    }

    /// The path by which the system names an open file of this process, as the thread that calls this sees it.
    private static func path(of fileDescriptor: Int32) -> String { "/proc/thread-self/fd/\(fileDescriptor)" }

    // MARK: Permissions

    /// Gives the new file the usual permissions; or those of the old one, with its owner and group if the system allows
    /// that.
    ///
    /// Bits that lend the rights of a file's owner or group (set-id) are not for another owner or group.
    private static func setPermissions(of fileDescriptor: Int32, from old: stat?) {
        guard let old else {
            fchmod(fileDescriptor, 0o666 & ~fileModeMask)
            return
        }
        if fchown(fileDescriptor, old.st_uid, old.st_gid) != 0 { _ = fchown(fileDescriptor, uid_t.max, old.st_gid) }
        var new = stat()
        let isSameOwner = fstat(fileDescriptor, &new) == 0 && new.st_uid == old.st_uid && new.st_gid == old.st_gid
        fchmod(fileDescriptor, old.st_mode & (isSameOwner ? 0o7777 : 0o1777))
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

// The method of the file hides the function of the same name.
private func closeFile(_ fileDescriptor: Int32) -> Int32 {
    close(fileDescriptor)
}

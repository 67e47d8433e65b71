import XML2Dict

/// The file to which the name of an output leads.
///
///     feed.json          .file        a regular file with that name, or a name that is free
///     /dev/stdout        .descriptor  an open file of this process, with the position that it shares with others
///     /dev/null, a FIFO  .inPlace     written as it is
///     /proc/123/fd/1     .inPlace     an open file of another process
///
/// A new file can replace another one only under a name. A link below `/proc` leads to a file that may have none: its
/// text can be that of a pipe, or `NAME (deleted)`. Names are the bytes that the shell passed: they need not be UTF-8.
enum OutputTarget {
    /// A path without links at its end, as a C string without its null byte; and the file there, if it exists.
    case file(path: [CChar], old: stat?)
    case descriptor(Int32)
    /// The flags of open(2).
    case inPlace(flags: Int32)

    /// Follows links to a name, so that a link stays a link, even a dangling one; or to an open file.
    ///
    /// - Throws: A `SystemError` when the system cannot follow the name, or when the user may not write to the file.
    init(_ target: Argument) throws(SystemError) {
        guard target.bytes.pointee != 0 else { throw SystemError(number: ENOENT) }
        var status = stat()
        let exists = stat(target.bytes, &status) == 0
        guard exists || errno == ENOENT else { throw .current }
        let isRegular = !exists || status.st_mode & S_IFMT == S_IFREG
        // The position of another process is unknown, so the output follows the content.
        self = .inPlace(flags: isRegular ? O_WRONLY | O_APPEND : O_WRONLY)
        let folders: [String] = ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"]
        let descriptors = folders.map { Self.canonicalPath($0) }
        var path = Self.characters(of: target.bytes)
        // The system follows as many links.
        for _ in 0..<40 {
            let folder = Self.folder(of: path)
            if let real = Self.canonicalPath(folder + Self.characters(of: ".") + [0]) {
                if descriptors.contains(real), let number = Self.number(path[folder.count...]) {
                    self = .descriptor(number)
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

    /// Whether a path names this file itself.
    private static func isFile(_ status: stat, at path: [CChar]) -> Bool {
        var named = stat()
        return lstat(path + [0], &named) == 0 && named.st_dev == status.st_dev && named.st_ino == status.st_ino
    }

    // MARK: Paths

    /// The path up to and including the last slash.
    static func folder(of path: [CChar]) -> [CChar] {
        guard let slash = path.lastIndex(of: CChar(UInt8(ascii: "/"))) else { return [] }
        return Array(path[...slash])
    }

    static func characters(of string: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: string, count: byteCount(of: string)))
    }

    /// The path without links; `nil` when nothing is there.
    private static func canonicalPath(_ path: UnsafePointer<CChar>) -> [CChar]? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return characters(of: real)
    }

    /// The number of a descriptor, as the system writes it.
    private static func number(_ digits: ArraySlice<CChar>) -> Int32? {
        let text = String(decoding: digits.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Int32(text).flatMap { String($0) == text ? $0 : nil }
    }
}

import XML2Dict

/// The file to which the name of an output leads.
///
///     feed.json          .file        a regular file with that name, or a name that is free
///     /dev/stdout        .descriptor  an open file of this process, with the position that it shares with others
///     /dev/null, a FIFO  .inPlace     written as it is
///     /proc/123/fd/1     .inPlace     an open file of another process
///
/// A new file can replace another one only under a name. A link below `/proc` leads to a file that may have none: its
/// text can be that of a pipe, or `NAME (deleted)`.
enum OutputTarget {
    /// A path without links at its end, as a C string without its null byte; and the file there, if it exists.
    case file(path: [CChar], old: stat?)
    case descriptor(Int32)
    /// The flags of open(2).
    case inPlace(flags: Int32)

    /// Follows a name.
    ///
    /// - Throws: A `SystemError` when the system cannot follow it, or when the user may not write to the file.
    init(_ target: Argument) throws(SystemError) {
        guard target.bytes.pointee != 0 else { throw SystemError(number: ENOENT) }
        let place = Self.followLinks(from: target)
        if case .descriptor(let number) = place {
            self = .descriptor(number)
            return
        }
        var status = stat()
        let exists = stat(target.bytes, &status) == 0
        guard exists || errno == ENOENT else { throw .current }
        let isRegular = !exists || status.st_mode & S_IFMT == S_IFREG
        guard isRegular, case .name(let path) = place, !exists || Self.isFile(status, at: path) else {
            // The position of another process is unknown, so the output follows the content.
            self = .inPlace(flags: isRegular ? O_WRONLY | O_APPEND : O_WRONLY)
            return
        }
        guard !exists || access(target.bytes, W_OK) == 0 else { throw .current }
        self = .file(path: path, old: exists ? status : nil)
    }

    /// The end of a chain of links.
    private enum Place {
        case name([CChar])
        case descriptor(Int32)
        case openFile
    }

    /// Follows links to a name, so that a link stays a link, even a dangling one; or to an open file.
    private static func followLinks(from target: Argument) -> Place {
        let descriptors = ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].compactMap { (folder: String) in
            canonicalPath(folder)
        }
        let processes = characters(of: "/proc/")
        var path = characters(of: target.bytes)
        // The system follows as many links.
        for _ in 0..<40 {
            let folder = folder(of: path)
            if let real = canonicalPath(folder + characters(of: ".") + [0]) {
                if descriptors.contains(real), let number = number(path[folder.count...]) { return .descriptor(number) }
                if real.starts(with: processes) { return .openFile }
            }
            var link = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path + [0], &link, link.count)
            guard count > 0 else { break }
            let isAbsolute = link[0] == CChar(UInt8(ascii: "/"))
            path = (isAbsolute ? [] : folder) + link[..<count]
        }
        return .name(path)
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
        guard let number = Int32(text), number >= 0, String(number) == text else { return nil }
        return number
    }
}

package import Foundation

/// A folder for one test, which removes itself with its content when the test releases it.
///
/// Its file names are bytes.
///
/// Tests run the command in this folder and give it names without a folder. So messages are the same everywhere, and
/// the folder exists as long as the command runs.
package final class TemporaryFolder: Sendable {
    package let path: Bytes

    package init() throws {
        var name = FileManager.default.temporaryDirectory.appendingPathComponent("xml2dict-XXXXXX").path
            .utf8.map { CChar(bitPattern: $0) }
        name.append(0)
        guard mkdtemp(&name) != nil else { throw SystemFailure("mkdtemp") }
        path = Bytes(name.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Makes a new folder with files.
    package convenience init(_ files: [Bytes: Bytes]) throws {
        try self.init()
        for (name, content) in files { try write(content, to: name) }
    }

    deinit {
        Self.remove(path)
    }

    /// Whether file names may contain any bytes here.
    ///
    /// On macOS they must be UTF-8.
    package static let takesAnyName: Bool = (try? TemporaryFolder(["\u{1}": ""]).write("", to: Bytes([0xFF]))) != nil

    // MARK: Files

    package func write(_ content: Bytes, to name: Bytes) throws {
        try Descriptor(opening: path(of: name), O_WRONLY | O_CREAT | O_TRUNC).writeAll(content)
    }

    package func content(of name: Bytes) throws -> Bytes {
        try Descriptor(opening: path(of: name), O_RDONLY).readAll()
    }

    package func makeFolder(_ name: Bytes) throws {
        try check("mkdir", path(of: name).withCString { mkdir($0, 0o777) })
    }

    package func makeFIFO(_ name: Bytes) throws {
        try check("mkfifo", path(of: name).withCString { mkfifo($0, 0o666) })
    }

    package func makeLink(_ name: Bytes, to target: Bytes) throws {
        try check("symlink", target.withCString { target in path(of: name).withCString { symlink(target, $0) } })
    }

    /// The name of a device such as `/dev/null`, for a test in which the command writes to it.
    ///
    /// For root it is a separate device in this folder, because a defective command could replace that of the machine.
    /// Other users may not replace that device.
    ///
    /// - Parameters:
    ///   - name: Its name below `/dev`.
    ///   - minor: Its number among the memory devices of Linux.
    /// - Returns: A name that the command can open in this folder.
    /// - Throws: `SystemFailure` when root may not make devices here.
    package func device(_ name: Bytes, minor: dev_t) throws -> Bytes {
        guard geteuid() == 0 else { return "/dev/" + name }
        let number: dev_t = 1 << 8 | minor
        try check("mknod", path(of: name).withCString { mknod($0, S_IFCHR | 0o666, number) })
        return name
    }

    /// Whether `device` works here.
    package static let hasDevices: Bool = geteuid() != 0 || (try? TemporaryFolder().device("null", minor: 3)) != nil

    package func setMode(_ mode: mode_t, of name: Bytes) throws {
        try check("chmod", path(of: name).withCString { chmod($0, mode) })
    }

    package func setOwner(_ owner: uid_t, of name: Bytes) throws {
        try check("chown", path(of: name).withCString { chown($0, owner, owner) })
    }

    package func removeFile(_ name: Bytes) throws {
        try check("unlink", path(of: name).withCString { unlink($0) })
    }

    /// Opens one of the files, which may be a FIFO.
    package func open(_ name: Bytes, _ flags: Int32) throws -> Descriptor {
        try Descriptor(opening: path(of: name), flags)
    }

    // MARK: Content

    /// The names of all files, sorted.
    package var names: [Bytes] {
        Self.names(in: path).sorted { $0.values.lexicographicallyPrecedes($1.values) }
    }

    /// The permission bits of a file.
    package func mode(of name: Bytes) throws -> mode_t {
        try information(name).st_mode & 0o7777
    }

    /// The type of a file; a link is not followed.
    package func kind(of name: Bytes) throws -> mode_t {
        try information(name).st_mode & S_IFMT
    }

    private func information(_ name: Bytes) throws -> stat {
        var information = stat()
        try check("lstat", path(of: name).withCString { lstat($0, &information) })
        return information
    }

    /// The path of a name in this folder; an absolute name stays.
    package func path(of name: Bytes) -> Bytes {
        name.values.first == UInt8(ascii: "/") ? name : path + "/" + name
    }

    private func check(_ call: String, _ result: Int32) throws {
        guard result == 0 else { throw SystemFailure(call) }
    }

    private static func names(in path: Bytes) -> [Bytes] {
        guard let folder = path.withCString({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [Bytes] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Bytes($0.prefix { $0 != 0 }) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func remove(_ path: Bytes) {
        // unlink(2) removes all but folders, also a link to a folder.
        if path.withCString({ unlink($0) }) == 0 { return }
        for name in names(in: path) { remove(path + "/" + name) }
        _ = path.withCString { rmdir($0) }
    }
}

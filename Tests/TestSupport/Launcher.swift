import Foundation

/// A program that runs the command, in its own place or as a child of its own, and ends as the command does.
package struct Launcher: Sendable {
    /// Its place, and its own words in front of the command's.
    let words: [Bytes]

    /// The shell, which does something first.
    package static func shell(_ script: Bytes) -> Launcher {
        Launcher(words: ["/bin/sh", "-c", script + "\nexec \"$@\"", "sh"])
    }

    /// strace(1), with options of its own.
    package static func strace(_ options: [Bytes]) throws -> Launcher {
        guard let strace = InstalledProgram.strace else { throw SystemFailure("looking for strace", ENOENT) }
        return Launcher(words: [strace] + options)
    }

    /// strace(1), which tampers with system calls.
    ///
    /// - Parameters:
    ///   - fault: Which calls, and what becomes of them, such as `write:error=ENOSPC:when=2`.
    ///   - file: A file by its full name, when only its calls are meant.
    /// - Returns: The launcher.
    /// - Throws: A `SystemFailure` when there is no strace.
    package static func fault(_ fault: Bytes, on file: Bytes? = nil) throws -> Launcher {
        try strace(["-qq", "-o", "/dev/null", "-e", "inject=" + fault] + (file.map { ["-P", $0] } ?? []))
    }

    // MARK: A disk of its own

    /// A disk of 64 KiB on a folder, which nobody else sees and which goes with the command.
    ///
    /// - Parameters:
    ///   - folder: A folder in the working folder.
    ///   - report: What the shell does there when the command has ended.
    /// - Returns: The launcher.
    /// - Throws: A `SystemFailure` when there is no unshare(1).
    package static func smallDisk(on folder: Bytes, _ report: Bytes) throws -> Launcher {
        guard let unshare = InstalledProgram.unshare else { throw SystemFailure("looking for unshare", ENOENT) }
        let script: Bytes = """
            mount -t tmpfs -o size=64k tmpfs "$0" || exit 1
            printf old > "$0/out"
            status=0
            "$@" || status=$?
            cd "$0"

            """
        let words: [Bytes] = [unshare, "--map-root-user", "--mount", "/bin/sh", "-c"]
        return Launcher(words: words + [script + report + "\nexit $status", folder])
    }

    /// Whether there can be such a disk: containers often forbid it.
    package static let hasSmallDisk: Bool = {
        guard let folder = try? TemporaryFolder(["a.xml": "<a/>"]) else { return false }
        guard (try? folder.makeFolder("disk")) != nil else { return false }
        return (try? BuiltCommand.run("a.xml", in: folder, under: .smallDisk(on: "disk", ":")).ending) == .exited(0)
    }()
}

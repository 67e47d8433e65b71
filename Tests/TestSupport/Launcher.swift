import Foundation

/// A program that runs the command, in its own process or in a child, and ends like the command.
package struct Launcher: Sendable {
    /// Its path, and its words before those of the command.
    let words: [Bytes]

    /// The shell, which first runs a script.
    package static func shell(_ script: Bytes) -> Launcher {
        Launcher(words: ["/bin/sh", "-c", script + "\nexec \"$@\"", "sh"])
    }

    /// strace(1) with options.
    package static func strace(_ options: [Bytes]) throws -> Launcher {
        guard let strace = InstalledProgram.strace else { throw SystemFailure("looking for strace", ENOENT) }
        return Launcher(words: [strace] + options)
    }

    /// strace(1), which tampers with system calls.
    ///
    /// - Parameters:
    ///   - faults: The calls and the fault, such as `write:error=ENOSPC:when=2`.
    ///   - file: The absolute name of a file, to tamper only with its calls.
    /// - Returns: The launcher.
    /// - Throws: `SystemFailure` when strace is not installed.
    package static func fault(_ faults: Bytes..., on file: Bytes? = nil) throws -> Launcher {
        let injections = faults.flatMap { ["-e", "inject=" + $0] }
        return try strace(["-qq", "-o", "/dev/null"] + injections + (file.map { ["-P", $0] } ?? []))
    }

    // MARK: A disk of its own

    /// A disk of 64 KiB mounted on a folder; no other process sees it, and it disappears with the command.
    ///
    /// - Parameters:
    ///   - folder: A folder in the working folder.
    ///   - report: A script that the shell runs there after the command.
    /// - Returns: The launcher.
    /// - Throws: `SystemFailure` when unshare(1) is not installed.
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

    /// Whether the system allows such a disk: containers often forbid it.
    package static let hasSmallDisk: Bool = {
        guard let folder = try? TemporaryFolder(["a.xml": "<a/>"]) else { return false }
        guard (try? folder.makeFolder("disk")) != nil else { return false }
        return (try? BuiltCommand.run("a.xml", in: folder, under: .smallDisk(on: "disk", ":")).ending) == .exited(0)
    }()
}

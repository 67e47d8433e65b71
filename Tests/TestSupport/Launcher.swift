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
}

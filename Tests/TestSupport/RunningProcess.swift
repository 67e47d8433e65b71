import Foundation

/// A running program.
///
/// When a test releases this object, a program that still runs is killed.
package final class RunningProcess {
    private let process: pid_t
    private var conversation: Conversation
    /// The working folder, which removes itself when it is released.
    ///
    /// The program must end first.
    private let folder: TemporaryFolder?
    private var hasEnded = false

    init(_ process: pid_t, _ conversation: Conversation, in folder: TemporaryFolder?) {
        self.process = process
        self.conversation = conversation
        self.folder = folder
    }

    deinit {
        guard !hasEnded else { return }
        kill(process, SIGKILL)
        _ = try? wait()
    }

    package func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// The content of its open regular files, as Linux shows it, also of those without a name.
    package var openFiles: [Bytes] {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            var status = stat()
            let path = folder + "/" + name
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return try? Descriptor(opening: Bytes(path), O_RDONLY).readAll()
        }
    }

    /// Writes the input, collects the output, and waits for the end.
    ///
    /// Call it once.
    ///
    /// - Returns: The output and the ending: SIGKILL when the program hangs or writes endlessly.
    package func finish() throws -> CommandResult {
        let isDone = try conversation.run()
        if !isDone { kill(process, SIGKILL) }
        return CommandResult(
            output: conversation.output.collected,
            errors: conversation.errors.collected,
            ending: try wait()
        )
    }

    private func wait() throws -> CommandResult.Ending {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemFailure("waitpid") }
        }
        hasEnded = true
        // The macros of wait(2), which Swift does not import.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}

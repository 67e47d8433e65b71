import Foundation

/// A program that runs.
///
/// If nobody waits for its end, it is killed.
package final class RunningProcess {
    private let process: pid_t
    private var conversation: Conversation
    /// The folder removes itself when nobody needs it any more: not before the program has ended.
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

    /// Sends it a signal.
    package func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// Writes its input, collects what it writes, and waits for its end.
    ///
    /// To be called once.
    ///
    /// - Returns: What it wrote, and how it ended: by SIGKILL when it hung or did not come to an end.
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
        // What the macros of wait(2) do, which Swift does not import.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}

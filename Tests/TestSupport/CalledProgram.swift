import Dispatch
import Foundation
import XML2Dict

/// A program that is a function of the tests: it runs in a thread with its own working folder and its own descriptors.
///
///     the tests      0 1 2 3 4 …   their folder
///     the thread     0 1 2         the folder of the run          unshare(CLONE_FS | CLONE_FILES)
///
/// Threads and children of the program inherit what its thread has, and the other tests notice nothing. Where the system
/// has no such threads, or a container forbids them, tests start a process instead.
package struct CalledProgram: Sendable {
    package typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private let main: @Sendable (Int32, Words) -> Int32

    /// - Parameter main: Takes the number of words, and the words, of which the first is a name; returns the status.
    package init(_ main: @escaping @Sendable (Int32, Words) -> Int32) {
        self.main = main
    }

    /// Whether the system has threads with their own folder and descriptors.
    package static let isPossible: Bool = (try? CalledProgram { _, _ in 7 }.run([], in: nil))?.ending == .exited(7)

    /// Whether a program hangs; it keeps its thread, and no other can run.
    package static var hangs: Bool { lock.withLock { isBlocked } }

    /// Runs the program and waits for its end; call it where `isPossible`, and while none `hangs`.
    ///
    /// - Throws: `SystemFailure` when the program cannot be run, or hangs.
    package func run(
        _ arguments: [Bytes],
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder?
    ) throws -> CommandResult {
        ignoreBrokenPipes
        // Programs have global variables, so they run one after the other.
        Self.lock.lock()
        defer { Self.lock.unlock() }
        guard !Self.isBlocked else { throw SystemFailure("a program before hangs, so not run: \(arguments)", EBUSY) }
        let dispositions = SignalDispositions()
        defer { dispositions.restore() }
        var files = try ProgramFiles(input, output, errors, in: folder)
        let state = State(["xml2dict"] + arguments, files.changes)
        files.changes = []
        let thread = try WorkerThread { [main] in state.run(main) }
        // The program waits before it begins: a FIFO opens when its other side does.
        var isDone = state.hasBegun.wait(timeout: .now() + .seconds(Int(Patience.seconds))) == .success
        if isDone {
            // The thread has its own descriptors, and a pipe ends when no thread can write to it.
            state.changes = []
            isDone = try files.conversation.run()
        }
        guard isDone else {
            Self.isBlocked = true
            // The object would wait for the end of the thread.
            _ = Unmanaged.passRetained(thread)
            throw SystemFailure("the program hangs: \(arguments)", ETIMEDOUT)
        }
        thread.join()
        if let failure = state.failure { throw failure }
        let (output, errors) = (files.conversation.output.collected, files.conversation.errors.collected)
        return CommandResult(output: output, errors: errors, ending: .exited(state.status))
    }

    private static let lock = NSLock()
    /// Accessed under the lock.
    nonisolated(unsafe) private static var isBlocked = false

    /// The state that the thread of the program shares with that of the test.
    ///
    /// The semaphore and the end of the thread order their accesses.
    private final class State: @unchecked Sendable {
        var changes: [ProgramFiles.Change]
        let hasBegun = DispatchSemaphore(value: 0)
        private(set) var failure: SystemFailure?
        private(set) var status: Int32 = 0
        private let words: CStringArray

        init(_ words: [Bytes], _ changes: [ProgramFiles.Change]) {
            self.words = CStringArray(words)
            self.changes = changes
        }

        /// Runs the program in the thread that calls this.
        func run(_ main: (Int32, Words) -> Int32) {
            do throws(SystemFailure) {
                defer { hasBegun.signal() }
                try separate()
            } catch {
                failure = error
                return
            }
            // The program may reorder its words.
            var words = words.pointers
            words.withUnsafeMutableBufferPointer { words in
                guard let start = words.baseAddress else { return }
                status = main(Int32(words.count - 1), start)
            }
            // Its pipes end here, although the thread takes a moment to end.
            HiddenFunctions.closeDescriptors(from: 0)
        }

        /// Gives the thread its own folder and descriptors, with no others than the program gets.
        private func separate() throws(SystemFailure) {
            guard HiddenFunctions.separateThread() == 0 else { throw SystemFailure("unshare") }
            // This thread blocks signals. A program and its children start without blocked signals.
            var none = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, nil)
            for change in changes where !change.isMade() { throw SystemFailure("\(change)") }
            guard HiddenFunctions.closeDescriptors(from: STDERR_FILENO + 1) == 0 else {
                throw SystemFailure("close_range")
            }
        }
    }
}

extension ProgramFiles.Change {
    /// Makes the change in the thread that calls this.
    fileprivate func isMade() -> Bool {
        switch self {
        case .folder(let path): return path.withCString { chdir($0) } == 0
        case .closed(let number):
            close(number)
            return true
        case .opened(let number, let name, let flags):
            let opened = name.withCString { open($0, flags) }
            return opened >= 0 && dup2(opened, number) == number
        case .handedOver(let number, let descriptor): return dup2(descriptor.number, number) == number
        }
    }
}

/// The signal actions of this process, to restore them after a program.
private struct SignalDispositions {
    private var actions: [Int32: sigaction] = [:]

    init() {
        for number in Int32(1)..<32 {
            var action = sigaction()
            if sigaction(number, nil, &action) == 0 { actions[number] = action }
        }
    }

    func restore() {
        for (number, action) in actions {
            var action = action
            sigaction(number, &action, nil)
        }
    }
}

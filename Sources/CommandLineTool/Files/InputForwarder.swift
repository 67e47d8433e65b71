import XML2Dict

/// A thread that passes an input to a program, first the bytes that the command has already read, and then the rest.
///
///     pipe ─▶ first bytes ─▶ the command      which program decompresses it?
///       └───▶ thread ─▶ pipe ─▶ program ─▶ pipe ─▶ the command
///
/// If the input is a regular file, the program reads the file without this thread. The command cannot put bytes back
/// into a pipe, so the thread passes all bytes of the pipe. With one thread, command and program could deadlock.
final class InputForwarder: @unchecked Sendable {
    private let source: Int32
    private let target: Int32
    private let firstBytes: [UInt8]
    /// The result, set when the thread ends: whether the program took all of the input, or the error of a read.
    private var ending = Result<Bool, SystemError>.success(false)
    private let monitor = Monitor()
    private var passedCount = 0
    /// The thread retains this object until the thread ends.
    private var thread: WorkerThread?

    /// Starts the thread, which at its end closes `target`, the pipe to the program, and leaves `source` open.
    init(from source: Int32, to target: Int32, after firstBytes: [UInt8]) throws(SystemError) {
        self.source = source
        self.target = target
        self.firstBytes = firstBytes
        do throws(SystemError) {
            thread = try WorkerThread { [self] in run() }
        } catch {
            close(target)
            throw error
        }
    }

    var count: Int { monitor.locked { passedCount } }

    /// Waits for the thread, which ends soon after the program.
    ///
    /// - Returns: Whether the program took all of the input.
    /// - Throws: The `SystemError` of a failed read.
    func finish() throws(SystemError) -> Bool {
        thread?.join()
        thread = nil
        return try ending.get()
    }

    private func run() {
        ending = Result { () throws(SystemError) in try copy() }
        close(target)
    }

    /// - Returns: `false` if the program ends before the thread has passed all of the input.
    private func copy() throws(SystemError) -> Bool {
        let input = FileDescriptor(borrowing: source)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        guard firstBytes.withUnsafeBytes(pass) else { return false }
        while isProgramReading() {
            let length = try input.read(into: buffer)
            guard length > 0 else { return true }
            guard pass(UnsafeRawBufferPointer(rebasing: buffer[..<length])) else { return false }
        }
        return false
    }

    private func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(SystemError) {
            try FileDescriptor(borrowing: target).write(bytes)
            monitor.locked { passedCount += bytes.count }
            return true
        } catch {
            return false
        }
    }

    /// Waits for bytes, the end of the input, or the end of the program.
    private func isProgramReading() -> Bool {
        var files = [pollfd(fd: source, events: Int16(POLLIN), revents: 0), pollfd(fd: target, events: 0, revents: 0)]
        while poll(&files, 2, -1) < 0 {
            guard errno == EINTR || errno == EAGAIN else { return true }
        }
        return files[1].revents == 0
    }
}

import Foundation

/// The tests' side of the pipes to a child: writes its input and collects its output, whichever is possible first.
///
/// One loop of poll(2) does both, because a pipe holds 64 KiB. A child that waits until its output is read reads no
/// input, and a child whose output is not read before the wait for its end never ends.
struct Conversation {
    /// A pipe or terminal that the child writes to, and the bytes collected from it.
    struct Source {
        fileprivate var descriptor: Descriptor?
        private(set) var collected = Bytes("")

        /// - Parameter descriptor: The reading end; `nil` to collect nothing.
        init(_ descriptor: Descriptor?) {
            self.descriptor = descriptor
        }

        fileprivate mutating func readSome() throws {
            guard let chunk = try descriptor?.readSome() else { return }
            if chunk.isEmpty { descriptor = nil }
            collected.values += chunk
        }
    }

    var output = Source(nil)
    var errors = Source(nil)
    private var input: Descriptor?
    private var unwritten: ArraySlice<UInt8> = []

    /// The largest output; a child that writes more is in an endless loop, because no test expects a tenth of it.
    private static var mostBytes: Int { 100_000_000 }

    mutating func feed(_ bytes: Bytes, to input: Descriptor) {
        guard !bytes.isEmpty else { return }
        input.makeNonblocking()
        self.input = input
        unwritten = bytes.values[...]
    }

    /// Reads and writes until the child has closed its output.
    ///
    /// - Returns: Whether it did; `false` when it hangs or writes endlessly.
    mutating func run() throws -> Bool {
        while true {
            var places = [(input, POLLOUT), (output.descriptor, POLLIN), (errors.descriptor, POLLIN)]
                .map { descriptor, events in pollfd(fd: descriptor?.number ?? -1, events: Int16(events), revents: 0) }
            guard places.contains(where: { $0.fd >= 0 }) else { return true }
            let count = poll(&places, nfds_t(places.count), Patience.seconds * 1_000)
            // A child that is silent this long hangs.
            if count == 0 { return false }
            guard count > 0 else {
                guard errno == EINTR else { throw SystemFailure("poll") }
                continue
            }
            if places[0].revents != 0 { try writeSome() }
            if places[1].revents != 0 { try output.readSome() }
            if places[2].revents != 0 { try errors.readSome() }
            if output.collected.count + errors.collected.count > Self.mostBytes { return false }
        }
    }

    private mutating func writeSome() throws {
        guard let count = try input?.writeSome(unwritten) else {
            input = nil
            return
        }
        unwritten = unwritten.dropFirst(count)
        if unwritten.isEmpty { input = nil }
    }
}

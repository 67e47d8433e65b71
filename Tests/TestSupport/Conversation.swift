import Foundation

/// Our side of the pipes to a child: its input is written and what it writes is collected, whichever is possible first.
///
/// All at once in one loop of poll(2), because a pipe holds 64 KiB: a child that waits for its output to be read reads no
/// input, and one that is waited for before its output is read never ends.
struct Conversation {
    /// A pipe or terminal that the child writes to, and what has come through it.
    struct Source {
        fileprivate var descriptor: Descriptor?
        private(set) var collected = Bytes("")

        /// - Parameter descriptor: Our end; `nil` when nothing is to be collected.
        init(_ descriptor: Descriptor?) {
            self.descriptor = descriptor
        }

        fileprivate mutating func readSome() throws {
            guard let piece = try descriptor?.readSome() else { return }
            if piece.isEmpty { descriptor = nil }
            collected.values += piece
        }
    }

    var output = Source(nil)
    var errors = Source(nil)
    private var input: Descriptor?
    private var unwritten: ArraySlice<UInt8> = []

    /// A child that writes more bytes than this goes round in circles: no test expects a tenth of it.
    private static var mostBytes: Int { 100_000_000 }

    mutating func feed(_ bytes: Bytes, to input: Descriptor) {
        guard !bytes.isEmpty else { return }
        input.makeNonblocking()
        self.input = input
        unwritten = bytes.values[...]
    }

    /// Goes on until the child has closed its output.
    ///
    /// - Returns: Whether it did; `false` when it hangs or does not come to an end.
    mutating func run() throws -> Bool {
        while true {
            var places = [(input, POLLOUT), (output.descriptor, POLLIN), (errors.descriptor, POLLIN)]
                .map { descriptor, events in pollfd(fd: descriptor?.number ?? -1, events: Int16(events), revents: 0) }
            guard places.contains(where: { $0.fd >= 0 }) else { return true }
            let count = poll(&places, nfds_t(places.count), Patience.seconds * 1_000)
            // A child that is silent for so long hangs.
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

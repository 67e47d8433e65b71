import Foundation

/// A terminal without a screen: a program writes to its inner side, and the tests read the output at its outer side.
struct PseudoTerminal {
    let inside: Descriptor
    let outside: Descriptor

    init() throws {
        var outside: Int32 = -1, inside: Int32 = -1
        // Raw mode does not change a line feed.
        var settings = termios()
        cfmakeraw(&settings)
        guard openpty(&outside, &inside, nil, &settings, nil) == 0 else { throw SystemFailure("openpty") }
        for number in [outside, inside] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        self.outside = Descriptor(owning: outside)
        self.inside = Descriptor(owning: inside)
    }
}

import Foundation

/// A terminal without a screen: a program writes to its inside as to any terminal, and we see on its outside what is shown.
struct PseudoTerminal {
    let inside: Descriptor
    let outside: Descriptor

    init() throws {
        var outside: Int32 = -1, inside: Int32 = -1
        // Raw, so that a line feed comes out as a line feed.
        var settings = termios()
        cfmakeraw(&settings)
        guard openpty(&outside, &inside, nil, &settings, nil) == 0 else { throw SystemFailure("openpty") }
        for number in [outside, inside] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        self.outside = Descriptor(owning: outside)
        self.inside = Descriptor(owning: inside)
    }
}

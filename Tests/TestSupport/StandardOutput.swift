/// What the command finds as its standard output or standard error.
package enum StandardOutput: Sendable {
    /// A pipe. What comes through it is collected.
    case collected
    /// A terminal. What is shown on it is collected.
    case terminal
    /// A file or a device, by its name in the working folder.
    case file(Bytes)
    /// What the test has open, the end of a pipe for example.
    case open(Descriptor)
    /// A pipe that nobody reads from.
    case unread
    /// Nothing is open: `>&-`.
    case closed
}

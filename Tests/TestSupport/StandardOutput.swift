/// The standard output or standard error of the command.
package enum StandardOutput: Sendable {
    /// A pipe. The tests collect its content.
    case collected
    /// A terminal. The tests collect its content.
    case terminal
    /// A file or a device, by its name in the working folder.
    case file(Bytes)
    /// An open descriptor of the test, for example the end of a pipe.
    case open(Descriptor)
    /// A pipe without a reader.
    case unread
    /// A closed file descriptor: `>&-`.
    case closed
}

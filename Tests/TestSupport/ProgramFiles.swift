import Foundation

/// The working folder and the three standard files of a program, and the tests' ends of its pipes.
struct ProgramFiles {
    /// A change before the program starts.
    enum Change {
        case folder(Bytes)
        case closed(Int32)
        case opened(Int32, Bytes, flags: Int32)
        case handedOver(Int32, Descriptor)
    }

    /// The changes, which keep the descriptors among them open.
    var changes: [Change] = []
    var conversation = Conversation()

    init(
        _ input: StandardInput,
        _ output: StandardOutput,
        _ errors: StandardOutput,
        in folder: TemporaryFolder?
    ) throws {
        if let folder { changes.append(.folder(folder.path)) }
        switch input {
        case .closed: changes.append(.closed(STDIN_FILENO))
        case .file(let name): changes.append(.opened(STDIN_FILENO, name, flags: O_RDONLY))
        case .bytes(let bytes):
            let pipe = try Descriptor.pipe()
            changes.append(.handedOver(STDIN_FILENO, pipe.reader))
            conversation.feed(bytes, to: pipe.writer)
        }
        conversation.output = Conversation.Source(try connect(output, to: STDOUT_FILENO))
        conversation.errors = Conversation.Source(try connect(errors, to: STDERR_FILENO))
    }

    /// - Returns: The end from which the tests collect the output; `nil` if they collect none.
    private mutating func connect(_ output: StandardOutput, to number: Int32) throws -> Descriptor? {
        switch output {
        case .closed: changes.append(.closed(number))
        case .file(let name): changes.append(.opened(number, name, flags: O_WRONLY))
        case .open(let descriptor): changes.append(.handedOver(number, descriptor))
        case .collected:
            let pipe = try Descriptor.pipe()
            changes.append(.handedOver(number, pipe.writer))
            return pipe.reader
        case .unread: changes.append(.handedOver(number, try Descriptor.pipe().writer))
        case .terminal:
            let terminal = try PseudoTerminal()
            changes.append(.handedOver(number, terminal.inside))
            return terminal.outside
        }
        return nil
    }
}

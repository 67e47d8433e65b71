import Foundation
import TestSupport

@testable import CommandLineTool

/// The command, run in the process of the tests: for all tests of which a process is not the subject.
///
/// It is called as `BuiltCommand` is. Where the system forbids that, the environment changes what the command does, or an
/// earlier call hangs, it runs the built command instead.
enum CalledCommand {
    /// Runs the command and waits for its end.
    static func run(
        _ arguments: Bytes...,
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil
    ) throws -> CommandResult {
        try run(arguments: arguments, input: input, output: output, errors: errors, in: folder)
    }

    /// Runs the command with an array of arguments; see the variadic function.
    static func run(
        arguments: [Bytes],
        input: StandardInput = .empty,
        output: StandardOutput = .collected,
        errors: StandardOutput = .collected,
        in folder: TemporaryFolder? = nil
    ) throws -> CommandResult {
        guard obstacle == nil, !CalledProgram.hangs else {
            return try BuiltCommand.run(arguments: arguments, input: input, output: output, errors: errors, in: folder)
        }
        return try program.run(arguments, input: input, output: output, errors: errors, in: folder)
    }

    /// Why the tests run the built command instead, or `nil` if they do not.
    static let obstacle: String? = {
        let variables = ProcessInfo.processInfo.environment
        // XML2DICT_COMMAND names another command to test.
        if let name = variables["XML2DICT_COMMAND"], !name.isEmpty { return "XML2DICT_COMMAND names a command" }
        return CalledProgram.isPossible ? nil : "the system has no threads with their own folder and descriptors"
    }()

    private static let program = CalledProgram { count, words in
        guardStandardDescriptors()
        return Command.run(count, words).rawValue
    }
}

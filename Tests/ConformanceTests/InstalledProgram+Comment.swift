import TestSupport
import Testing

extension InstalledProgram {
    /// The message of tests that are skipped because a program is missing.
    static func missing(_ name: String) -> Comment {
        "\(name) is not installed here, so nothing was compared with it."
    }

    /// The message of tests that are skipped because strace cannot trace the command.
    static let untraceable: Comment = "strace is not installed here, or may not trace, so the calls were not looked at."
}

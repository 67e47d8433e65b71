import TestSupport
import Testing

extension InstalledProgram {
    /// What is said of tests that are skipped for want of a program.
    static func missing(_ name: String) -> Comment {
        "\(name) is not installed here, so nothing was compared with it."
    }

    /// What is said of tests that are skipped because the command cannot be watched.
    static let untraceable: Comment = "strace is not installed here, or may not trace, so the calls were not looked at."
}

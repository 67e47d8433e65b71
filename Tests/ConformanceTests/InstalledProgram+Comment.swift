import TestSupport
import Testing

extension InstalledProgram {
    /// What is said of tests that are skipped for want of a program.
    static func missing(_ name: String) -> Comment {
        "\(name) is not installed here, so nothing was compared with it."
    }
}

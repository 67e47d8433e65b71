import Foundation
import TestSupport

extension TemporaryFolder {
    /// Writes scripts of the shell in place of programs.
    ///
    /// - Parameter scripts: The script for each name of a program.
    /// - Returns: The environment in which the command finds them before the programs of the system.
    /// - Throws: `SystemFailure` when a script cannot be written.
    func environment(withPrograms scripts: [String: String]) throws -> [String: String?] {
        for (name, script) in scripts {
            try write(Bytes("#!/bin/sh\n" + script), to: Bytes(name))
            try setMode(0o755, of: Bytes(name))
        }
        return ["PATH": "\(path.text ?? ""):/usr/bin:/bin"]
    }
}

extension Bytes {
    /// - Parameter base64: The bytes in the form of RFC 4648.
    init(base64: String) {
        self.init(Data(base64Encoded: base64) ?? Data())
    }
}

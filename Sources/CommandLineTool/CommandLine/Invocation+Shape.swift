import XML2Dict
import XML2DictShape

/// The schema of a command line, and what becomes of values that do not fit it.
extension Invocation {
    /// The schema of `--shape` with the other flags for shapes; `nil` without it.
    ///
    /// - Parameter warn: Called for values that do not fit and are written.
    /// - Throws: `UsageError` for a file that cannot be read or is not such a schema, and for flags that need others.
    func heldShape(_ warn: @escaping @Sendable (XMLReaderError) -> Void) throws(UsageError) -> HeldShape? {
        for flag in ["missing", "on-mismatch", "widened"] where given.contains(flag) && shape == nil {
            throw UsageError("--\(flag) needs --shape")
        }
        if widened != nil, onMismatch != .widen { throw UsageError("--widened needs --on-mismatch widen") }
        if widened == nil, onMismatch == .widen {
            throw UsageError("--on-mismatch widen needs --widened FILE, for the widened schema")
        }
        guard let shape else { return nil }
        let policy: HeldShape.Mismatch =
            switch onMismatch {
            case .error: .error
            case .warn: .warn(warn)
            case .widen: .widen(warn)
            }
        return HeldShape(try Self.schema(shape), fillsMissingLists: fillsMissingLists, onMismatch: policy)
    }

    private static func schema(_ file: Argument) throws(UsageError) -> JSONSchema {
        var bytes: [UInt8] = []
        do throws(SystemError) {
            bytes = try FileDescriptor(reading: file.bytes).contents()
        } catch {
            throw UsageError("--shape: cannot read \(file.shownAsFile): \(error.text)", .noInput)
        }
        do throws(XMLReaderError) {
            return try JSONSchema(bytes)
        } catch {
            let place = error.line.map { ":\($0):\(error.column ?? 1)" } ?? ""
            let path = error.path.isEmpty ? "" : " (at \(error.path))"
            throw UsageError("--shape: \(file.shownAsFile)\(place): \(error.message)\(path)")
        }
    }
}

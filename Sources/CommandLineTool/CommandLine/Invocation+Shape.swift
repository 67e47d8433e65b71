import XML2Dict
import XML2DictShape

/// The schema of a command line, and what becomes of values that do not fit it.
extension Invocation {
    /// The schema of `--shape` with the other flags for shapes; `nil` without it.
    ///
    /// - Parameter warn: Called for values that do not fit and are written.
    /// - Returns: The schema and what becomes of values that do not fit.
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
        if options.elements == .array {
            throw UsageError(
                "--shape needs elements as dictionaries, and not as arrays (--elements, --convention jsonml)"
            )
        }
        if let widened { try check(widened) }
        let policy: HeldShape.Mismatch =
            switch onMismatch {
            case .error: .error
            case .warn: .warn(warn)
            case .widen: .widen(warn)
            }
        return HeldShape(try Self.schema(shape), fillsMissingLists: fillsMissingLists, onMismatch: policy)
    }

    /// Refuses to write the widened schema where something else is, or is to be.
    private func check(_ widened: Argument) throws(UsageError) {
        if widened.text == "-" { throw UsageError("--widened takes a file: standard output has the conversion") }
        if let output, isSameFile(widened, output) {
            throw UsageError("--widened and --output are the same file, \(widened.shown)")
        }
        if let input = inputs.first(where: { isSameFile(widened, $0) }) {
            throw UsageError("--widened would replace the input \(input.shown)")
        }
    }

    private static func schema(_ file: Argument) throws(UsageError) -> JSONSchema {
        let bytes = try file.contentsOfFile(for: "--shape")
        do throws(XMLReaderError) {
            return try JSONSchema(bytes)
        } catch {
            let place = error.line.map { ":\($0):\(error.column ?? 1)" } ?? ""
            let path = error.path.isEmpty ? "" : " (at \(error.path))"
            throw UsageError("--shape: \(file.shownAsFile)\(place): \(error.message)\(path)")
        }
    }
}

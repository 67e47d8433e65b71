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
        for flag in ["missing", "on-mismatch"] where given.contains(flag) && shape == nil {
            throw UsageError("--\(flag) needs --shape")
        }
        guard let shape else { return nil }
        if options.elements == .array {
            throw UsageError(
                "--shape needs elements as dictionaries, and not as arrays (--elements, --convention jsonml)"
            )
        }
        return HeldShape(
            try Self.schema(shape),
            fillsMissingLists: fillsMissingLists,
            onMismatch: warnsOfMismatches ? .warn(warn) : .error
        )
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

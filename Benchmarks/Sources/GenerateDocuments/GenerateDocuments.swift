#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes one XML document of a named shape and a given size.
///
///     generate-documents NAME SIZE_IN_MB OUTPUT
///
/// The same arguments give the same bytes on every machine. Memory stays small whatever the size.
@main
struct GenerateDocuments {
    /// One MB is 10^6 bytes.
    private static let bytesPerMegabyte = 1_000_000

    /// Above this the text put together so far goes to the file.
    private static let chunkSize = 256 * 1024

    static func main() {
        do throws(Failure) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            fail(error)
        }
    }

    private static func run(_ arguments: [String]) throws(Failure) {
        guard arguments.count == 3 else { throw .usage }
        guard let name = DocumentName(rawValue: arguments[0]) else { throw .unknownDocument(arguments[0]) }
        guard let megabytes = Int(arguments[1]), (1...100_000).contains(megabytes) else {
            throw .badSize(arguments[1])
        }
        try generate(name, size: megabytes * bytesPerMegabyte, path: arguments[2])
    }

    private static func generate(_ name: DocumentName, size: Int, path: String) throws(Failure) {
        var shape = name.shape(size: size)
        let file = try OutputFile(path: path)
        var text = TextBuffer(capacity: 2 * chunkSize)
        var room = size - shape.end.utf8CodeUnitCount

        shape.appendStart(to: &text)
        while text.count < room {
            shape.appendRecord(to: &text, room: room - text.count)
            if text.count >= chunkSize {
                try file.write(text)
                room -= text.count
                text.removeAll()
            }
        }
        text.append(shape.end)
        try file.write(text)
        try file.close()
    }

    private static func fail(_ failure: Failure) -> Never {
        var text = "generate-documents: \(failure.message)\n"
        text.withUTF8 { bytes in
            // There is nowhere left to report that the report failed.
            _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
        exit(failure.exitStatus)
    }
}

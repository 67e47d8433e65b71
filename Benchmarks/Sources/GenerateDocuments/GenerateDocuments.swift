import Foundation

/// Writes one XML document of a named shape and at least the given size to standard output.
///
///     generate-documents feed|map|wiki|treebank SIZE_IN_MB
///
/// The same arguments give the same bytes on every machine. One MB is 10^6 bytes.
@main
enum GenerateDocuments {
    private static let chunkSize = 256 * 1024

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let megabytes = Int(arguments[2]), (1...100_000).contains(megabytes),
            var shape = shape(named: arguments[1], size: megabytes * 1_000_000)
        else {
            try FileHandle.standardError.write(contentsOf: Data("usage: generate-documents SHAPE SIZE_IN_MB\n".utf8))
            exit(64)
        }

        var text = shape.start
        var room = megabytes * 1_000_000 - shape.end.utf8.count
        while text.utf8.count < room {
            text += shape.record(room: room - text.utf8.count)
            if text.utf8.count >= chunkSize {
                try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
                room -= text.utf8.count
                text.removeAll(keepingCapacity: true)
            }
        }
        try FileHandle.standardOutput.write(contentsOf: Data((text + shape.end).utf8))
    }

    private static func shape(named name: String, size: Int) -> (any DocumentShape)? {
        switch name {
        case "feed": FeedDocument()
        case "map": MapDocument(size: size)
        case "wiki": WikiDocument()
        case "treebank": TreebankDocument()
        default: nil
        }
    }
}

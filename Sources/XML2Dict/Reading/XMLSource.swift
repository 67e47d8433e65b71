/// A source of the bytes of a document: memory, a string, a file, or an open file.
///
/// ```swift
/// let menu = try XMLReader().read(.file("donuts.xml"))
/// var items = try XMLReader().records(at: "channel/item", in: .bytes(data))
/// ```
///
/// `XML2DictFoundation` adds `.file(_:)` for the URL of a file. A web URL is not a source, but `.url(…)` makes an
/// asynchronous sequence of chunks. `read` and other methods with a source also exist for such sequences.
///
/// Each method opens its source and reads all bytes from the beginning, or from the position of an open file.
public struct XMLSource: Sendable {
    /// Opens the source, and throws only `XMLError`, although Swift cannot infer this type for closures yet.
    private let makeInput: @Sendable () throws -> any InputSource
    let name: String?
    /// Whether the bytes are UTF-8, even if the declaration names another encoding.
    let isUTF8: Bool

    private init(
        named name: String? = nil,
        isUTF8: Bool = false,
        _ makeInput: @escaping @Sendable () throws -> any InputSource
    ) {
        self.makeInput = makeInput
        self.name = name
        self.isUTF8 = isUTF8
    }

    /// Bytes in memory, such as `[UInt8]` or Foundation's `Data`.
    ///
    /// - Parameter bytes: The document, in the encoding of its byte order mark or its declaration, or in UTF-8.
    ///   Contiguous bytes are not copied.
    /// - Returns: The source.
    public static func bytes(_ bytes: some Collection<UInt8> & Sendable) -> XMLSource {
        XMLSource { CollectionSource(bytes) }
    }

    /// A document in a string.
    ///
    /// The XML declaration may name any encoding, because a string is Unicode.
    public static func string(_ string: String) -> XMLSource {
        XMLSource(isUTF8: true) { CollectionSource(string.utf8) }
    }

    /// A file, which may also be a pipe or a device such as `/dev/stdin`.
    ///
    /// - Parameter path: The path of the file, which errors show. The reading method throws an `XMLError` with the code
    ///   `cannotOpen` if the path has a null character, because the system would cut the path there.
    /// - Returns: The source.
    public static func file(_ path: String) -> XMLSource {
        XMLSource(named: path) { FileSource(try FileDescriptor.opening(path)) }
    }

    /// An open file, from its current position to its end.
    ///
    /// - Parameter descriptor: The file's descriptor, open for reading. The reader does not close the descriptor.
    /// - Returns: The source.
    public static func fileDescriptor(_ descriptor: Int32) -> XMLSource {
        XMLSource { FileSource(FileDescriptor(borrowing: descriptor)) }
    }

    /// An open file, from which the caller has already read `firstBytes`.
    package static func fileDescriptor(
        _ descriptor: Int32,
        after firstBytes: [UInt8],
        _ watcher: any InputWatcher & Sendable
    ) -> XMLSource {
        XMLSource { FileSource(FileDescriptor(borrowing: descriptor), after: firstBytes, watcher) }
    }

    /// A source whose opening throws an error.
    package static func failing(_ error: XMLError) -> XMLSource {
        XMLSource { throw error }
    }

    func open() throws(XMLError) -> any InputSource {
        do {
            return try makeInput()
        } catch {
            guard var error = error as? XMLError else { throw XMLError(.defect, message: "\(error)") }
            error.file = name ?? error.file
            throw error
        }
    }
}

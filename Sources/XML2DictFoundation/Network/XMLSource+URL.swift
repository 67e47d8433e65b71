public import Foundation
public import XML2Dict

extension XMLSource {
    /// A file by its URL.
    ///
    /// For any other address, the method that reads the source throws an `XMLReaderError` with the code `cannotOpen`;
    /// its message names `.url(…)` of the asynchronous methods.
    public static func file(_ url: URL) -> XMLSource {
        if url.isFileURL { return .file(url.path) }
        return .failing(
            XMLReaderError(
                .cannotOpen,
                "'\(url.absoluteString)' is not a file; asynchronous methods read addresses, such as try await read(.url(…))"
            )
        )
    }
}

import Foundation
import XML2Dict

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLError {
    /// The error of an address with an unsupported scheme.
    static func unsupported(_ url: URL?) -> URLError {
        let readable = "only http, https and file can"
        guard let url, let scheme = url.scheme else {
            let address = url.map { "“\($0.absoluteString)”" } ?? "nothing"
            return URLError(.unsupportedURL, "\(address) is not a whole address: \(readable) be read", url)
        }
        return URLError(.unsupportedURL, "“\(scheme)” addresses cannot be read: \(readable)", url)
    }

    /// An error with a readable description.
    init(_ code: Code, _ description: String, _ url: URL?, _ cause: (any Error)? = nil) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        userInfo[NSUnderlyingErrorKey] = cause
        self.init(code, userInfo: userInfo)
    }
}

extension CocoaError {
    /// An error of a file with a readable description, if the system's code tells the cause.
    ///
    /// - Parameters:
    ///   - error: The error of Foundation or of the system.
    ///   - failure: The beginning of the description: what the program could not do.
    ///   - path: The path of the file, unless it has no name.
    /// - Returns: The described error, or the error as it is.
    static func describing(_ error: any Error, _ failure: String, path: String? = nil) -> any Error {
        let known = error as? CocoaError
        let cause = (known?.underlying ?? error) as NSError
        guard cause.domain == NSPOSIXErrorDomain else { return error }
        let words = "\(failure): \(SystemError(number: Int32(cause.code)).text)"
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: words, NSUnderlyingErrorKey: cause]
        userInfo[NSFilePathErrorKey] = path
        return CocoaError(known?.code ?? .fileWriteUnknown, userInfo: userInfo)
    }
}

import Foundation

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

    /// The error of an answer of which too many bytes wait to be read.
    static func tooMuchWaits(_ waitingLimit: Int, _ url: URL?) -> URLError {
        let words = """
            more than \(waitingLimit) bytes of the answer wait to be read: the reader is slower than the server, or has \
            stopped reading; raise waitingLimit or read faster
            """
        return URLError(.dataLengthExceedsMaximum, words, url)
    }

    /// An error with a readable description.
    init(_ code: Code, _ description: String, _ url: URL?, _ cause: (any Error)? = nil) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        userInfo[NSUnderlyingErrorKey] = cause
        self.init(code, userInfo: userInfo)
    }
}

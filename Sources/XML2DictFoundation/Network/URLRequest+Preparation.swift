import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request in a form for the URLSession of Linux: the scheme in lower case, and the timeout in whole seconds.
    ///
    /// There, a scheme in capitals ends the process, and fractions of a second are cut off, so that half a second becomes
    /// zero. An unset timeout stays unset, so that the configuration's applies.
    var prepared: URLRequest {
        var request = self
        if let url, let scheme = url.scheme, scheme != scheme.lowercased() {
            request.url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count))
        }
        let seconds = timeoutInterval.wholeSeconds
        if seconds != timeoutInterval { request.timeoutInterval = seconds }
        return request
    }
}

extension URLSessionConfiguration {
    /// A copy that the caller cannot change, with a timeout in whole seconds; see `URLRequest.prepared`.
    var prepared: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest.wholeSeconds
        return copy
    }
}

extension TimeInterval {
    /// The time in a form for the URLSession of Linux: a whole number, small enough to count in milliseconds.
    ///
    /// Infinity, which means no limit, becomes eleven days; NaN becomes the usual minute.
    fileprivate var wholeSeconds: TimeInterval {
        isNaN ? 60 : Swift.min(rounded(.up), 1_000_000)
    }
}

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request in a form for the URLSession of Linux: the scheme in lower case, and the timeout in whole seconds.
    ///
    /// There, a scheme other than `http` in lower case ends the process, and fractions of a second are cut off, so that
    /// half a second becomes zero.
    var prepared: URLRequest {
        var request = self
        if let url, let scheme = url.scheme, scheme != scheme.lowercased(),
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        {
            components.scheme = scheme.lowercased()
            request.url = components.url ?? url
        }
        #if canImport(FoundationNetworking)
            // An unset timeout must stay unset, so that the configuration's applies.
            let seconds = timeoutInterval.wholeSeconds
            if seconds != timeoutInterval { request.timeoutInterval = seconds }
        #endif
        return request
    }
}

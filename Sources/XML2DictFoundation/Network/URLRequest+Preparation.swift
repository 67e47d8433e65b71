import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request as the URLSession of Linux wants it: with its address's scheme in small letters and whole seconds.
    ///
    /// Another scheme than `http` would end the process there, and a second's fraction is cut off, so that half a second is none.
    var prepared: URLRequest {
        var request = self
        if let url, let scheme = url.scheme, scheme != scheme.lowercased(),
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        {
            components.scheme = scheme.lowercased()
            request.url = components.url ?? url
        }
        #if canImport(FoundationNetworking)
            // What is not set must not be set here: then the configuration's holds.
            let seconds = timeoutInterval.wholeSeconds
            if seconds != timeoutInterval { request.timeoutInterval = seconds }
        #endif
        return request
    }
}

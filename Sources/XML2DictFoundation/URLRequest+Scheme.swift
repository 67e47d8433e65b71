import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request with its address's scheme in small letters, as URLSession on Linux wants it.
    var withLowercasedScheme: URLRequest {
        guard let url, let scheme = url.scheme, scheme != scheme.lowercased(),
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return self }
        components.scheme = scheme.lowercased()
        var request = self
        request.url = components.url ?? url
        return request
    }
}

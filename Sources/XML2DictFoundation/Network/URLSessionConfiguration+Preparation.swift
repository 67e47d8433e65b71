import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A copy that the caller cannot change, with whole seconds for Linux; see `URLRequest.prepared`.
    var prepared: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        #if canImport(FoundationNetworking)
            copy.timeoutIntervalForRequest = timeoutIntervalForRequest.wholeSeconds
        #endif
        return copy
    }
}

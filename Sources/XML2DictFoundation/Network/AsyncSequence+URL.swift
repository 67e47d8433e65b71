public import Foundation
#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif
extension AsyncSequence where Self == URLChunks {
    public static func url(_ url: URL, configuration: URLSessionConfiguration = .default) -> URLChunks { URLChunks(from: url, configuration: configuration) }
    public static func request(_ request: URLRequest, configuration: URLSessionConfiguration = .default) -> URLChunks { URLChunks(from: request, configuration: configuration) }
}

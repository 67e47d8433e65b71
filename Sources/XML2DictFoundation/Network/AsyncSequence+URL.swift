public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension AsyncSequence where Self == XMLURLChunks {
    /// The bytes of the document at an address, in chunks as they arrive.
    ///
    /// ```swift
    /// func printEntries(of url: URL) async throws {
    ///     for try await entry in try XMLReader().records(at: "feed/entry", in: .url(url)) { print(entry) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The address: `https`, `http` or `file`. The other parameters have no effect on a `file`.
    ///   - configuration: Timeouts, headers, proxies and the like. Later changes have no effect.
    ///   - statuses: The statuses of answers that are documents. An answer with another status is an ``XMLHTTPError``.
    ///   - waitingLimit: The number of bytes that may wait to be read, in memory and in temporary files. Beyond it, the
    ///     iterator cancels the transfer, and `URLError(.dataLengthExceedsMaximum)` follows the bytes that wait. A
    ///     limit below 256 KiB counts as 256 KiB. Apple's systems pause the transfer, and never reach the limit.
    /// - Returns: The chunks. Each loop over them requests the document again.
    public static func url(
        _ url: URL,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299),
        waitingLimit: Int = 1 << 30
    ) -> XMLURLChunks {
        .request(URLRequest(url: url), configuration: configuration, accepting: statuses, waitingLimit: waitingLimit)
    }

    /// The bytes of the answer to a request, in chunks as they arrive.
    ///
    /// A SOAP service answers with the status 500 and a document when it reports a fault:
    ///
    /// ```swift
    /// func printAnswers(to request: URLRequest) async throws {
    ///     let chunks = XMLURLChunks.request(request, accepting: [200, 500])
    ///     for try await answer in try XMLReader().records(at: "soap:Envelope/soap:Body/*", in: chunks) { print(answer) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like. Later changes have no effect.
    ///   - statuses: The statuses of answers that are documents. An answer with another status is an ``XMLHTTPError``.
    ///   - waitingLimit: The number of bytes that may wait to be read, in memory and in temporary files. Beyond it, the
    ///     iterator cancels the transfer, and `URLError(.dataLengthExceedsMaximum)` follows the bytes that wait. A
    ///     limit below 256 KiB counts as 256 KiB. Apple's systems pause the transfer, and never reach the limit.
    /// - Returns: The chunks. Each loop over them sends the request again.
    public static func request(
        _ request: URLRequest,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299),
        waitingLimit: Int = 1 << 30
    ) -> XMLURLChunks {
        XMLURLChunks(from: request, configuration: configuration, accepting: statuses, waitingLimit: waitingLimit)
    }
}

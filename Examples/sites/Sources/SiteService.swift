import Foundation
import XML2Dict

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The service that knows the sites.
struct SiteService {
    let url: URL

    private static let question = """
        <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
          <soap:Body><GetSiteList xmlns="urn:example:sites"/></soap:Body>
        </soap:Envelope>
        """

    /// Asks for all sites.
    ///
    /// - Throws: A ``Fault`` when the service refuses.
    func sites() async throws -> [Site] {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("text/xml; charset=utf-8", forHTTPHeaderField: "Content-Type")
        request.setValue("\"urn:example:sites/GetSiteList\"", forHTTPHeaderField: "SOAPAction")
        request.httpBody = Data(Self.question.utf8)

        // A fault comes with the status 500 and is an envelope too, so both are decoded the same way.
        let (answer, _) = try await URLSession.shared.data(for: request)
        switch try Self.decoder.decode(Envelope.self, from: answer).body {
        case .sites(let response): return response.result.site
        case .fault(let fault): throw fault
        }
    }

    /// Every service has prefixes of its own, and only the namespaces behind them count: these are the names that they get here.
    private static let decoder: XMLDecoder = {
        var options = XMLReader.Options()
        options.namespacePrefixes = [
            "http://schemas.xmlsoap.org/soap/envelope/": "soap",
            "urn:example:sites": "",
        ]
        return XMLDecoder(options)
    }()
}

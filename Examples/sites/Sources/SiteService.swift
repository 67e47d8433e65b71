import Foundation
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of the SOAP service for sites.
struct SiteService {
    let url: URL

    /// Requests all sites.
    ///
    /// - Throws: ``Fault`` when the service refuses, `URLError` when it does not answer, `XMLHTTPError` for any other
    ///   status, and `XMLError` or `DecodingError` when its answer is invalid.
    func sites() async throws -> [Site] {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("text/xml; charset=utf-8", forHTTPHeaderField: "Content-Type")
        request.setValue("\"urn:example:sites/GetSiteList\"", forHTTPHeaderField: "SOAPAction")
        request.httpBody = try Self.encoder.data(from: Request(), root: "soap:Envelope")

        // A fault has the status 500 and is an envelope too, so both statuses are accepted.
        let answer = XMLURLChunks.request(request, accepting: [200, 500])
        switch try await Self.decoder.decode(Envelope.self, from: answer).body {
        case .sites(let response): return response.result.site
        case .fault(let fault): throw fault
        }
    }

    /// An encoder that declares the prefix of SOAP.
    private static let encoder: XMLEncoder = {
        var encoder = XMLEncoder()
        encoder.namespaceURIs = ["soap": "http://schemas.xmlsoap.org/soap/envelope/"]
        return encoder
    }()

    /// A decoder with fixed prefixes: services choose their own, but only the namespaces of the prefixes matter.
    private static let decoder: XMLDecoder = {
        var options = XMLOptions()
        options.namespacePrefixes = [
            "http://schemas.xmlsoap.org/soap/envelope/": "soap",
            "urn:example:sites": "",
        ]
        return XMLDecoder(options)
    }()
}

/// A site of the service.
struct Site: Decodable {
    let id: Int
    let name: String
}

/// The fault of a SOAP service (SOAP 1.1, section 4.4).
struct Fault: Decodable, Error {
    let code: String
    let message: String
    let detail: Detail?

    enum CodingKeys: String, CodingKey {
        case code = "faultcode"
        case message = "faultstring"
        case detail
    }

    struct Detail: Decodable {
        let reason: String?
    }
}

/// The answer of the service: a result or a fault.
struct Envelope: Decodable {
    let body: Body

    enum CodingKeys: String, CodingKey {
        case body = "soap:Body"
    }

    /// An enumeration is the element with the name of one of its cases.
    enum Body: Decodable {
        case sites(GetSiteListResponse)
        case fault(Fault)

        enum CodingKeys: String, CodingKey {
            case sites = "GetSiteListResponse"
            case fault = "soap:Fault"
        }
    }
}

/// The result: `<GetSiteListResponse><GetSiteListResult><site>…</site><site>…</site></GetSiteListResult></…>`.
struct GetSiteListResponse: Decodable {
    let result: Result

    enum CodingKeys: String, CodingKey {
        case result = "GetSiteListResult"
    }

    struct Result: Decodable {
        /// The sites: an array takes none, one or many.
        let site: [Site]
    }
}

/// One of the places that the service looks after.
struct Site: Decodable {
    let id: Int
    let name: String
}

/// What a SOAP service says when it cannot answer (SOAP 1.1, section 4.4).
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

/// What comes back from the service, whether it could answer or not.
struct Envelope: Decodable {
    let body: Body

    enum CodingKeys: String, CodingKey {
        case body = "soap:Body"
    }

    /// An enumeration is the one element that has a case's name.
    enum Body: Decodable {
        case sites(GetSiteListResponse)
        case fault(Fault)

        enum CodingKeys: String, CodingKey {
            case sites = "GetSiteListResponse"
            case fault = "soap:Fault"
        }
    }
}

/// The answer: `<GetSiteListResponse><GetSiteListResult><site>…</site><site>…</site></GetSiteListResult></…>`.
struct GetSiteListResponse: Decodable {
    let result: Result

    enum CodingKeys: String, CodingKey {
        case result = "GetSiteListResult"
    }

    struct Result: Decodable {
        /// None, one or many: an array takes them all.
        let site: [Site]
    }
}

/// The request for all sites: `<soap:Envelope><soap:Body><GetSiteList xmlns="urn:example:sites"/></soap:Body></…>`.
struct Request: Encodable {
    let body = Body()

    enum CodingKeys: String, CodingKey {
        case body = "soap:Body"
    }

    struct Body: Encodable {
        let question = GetSiteList()

        enum CodingKeys: String, CodingKey {
            case question = "GetSiteList"
        }
    }

    /// The question, in the namespace of the service.
    struct GetSiteList: Encodable {
        let namespace = "urn:example:sites"

        enum CodingKeys: String, CodingKey {
            case namespace = "@xmlns"
        }
    }
}

import XML2Dict

struct Envelope<Answer: Decodable>: Decodable {
    var body: Answer

    enum CodingKeys: String, CodingKey { case body = "Body" }
}

enum PriceAnswer: Decodable {
    case price(Price)
    case fault(Fault)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case price = "GetPriceResponse"
        case fault = "Fault"
    }

    struct Price: Decodable {
        var price: Double

        enum CodingKeys: String, CodingKey { case price = "Price" }
    }

    struct Fault: Error, Decodable {
        var faultcode: String
        var faultstring: String
        var detail: XMLValue?
    }
}

/// The second task: the answers of a SOAP service, one of which is a fault.
func callService() throws {
    for answer in [priceAnswer, faultAnswer, "<html><body>Bad gateway</body></html>"] {
        do {
            print("price:", try price(in: answer))
        } catch let fault as PriceAnswer.Fault {
            print(fault.faultcode, fault.faultstring, fault.detail?.allText ?? "")
        } catch let error as DecodingError {
            print(error.xmlSummary)
        }
    }
}

private func price(in answer: String) throws -> Double {
    let decoder = XMLDecoder { $0.namespaces = .strip }
    switch try decoder.decode(Envelope<PriceAnswer>.self, from: .string(answer), root: "Envelope").body {
    case .price(let price): return price.price
    case .fault(let fault): throw fault
    }
}

private let priceAnswer = """
    <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
      <soap:Body><p:GetPriceResponse xmlns:p="urn:prices"><p:Price>1.90</p:Price></p:GetPriceResponse></soap:Body>
    </soap:Envelope>
    """

private let faultAnswer = """
    <S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault>
      <faultcode>S:Client</faultcode><faultstring>Unknown item</faultstring>
      <detail><e:item xmlns:e="urn:errors">pear</e:item></detail>
    </S:Fault></S:Body></S:Envelope>
    """

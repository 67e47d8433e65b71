import XML2Dict
import XML2DictWriting

enum Shape: Codable {
    case circle(Circle)
    case square(Square)

    struct Circle: Codable { var radius: Double }
    struct Square: Codable { var side: Double }

    enum CodingKeys: String, CodingKey { case type = "@xsi:type" }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "Circle": self = .circle(try Circle(from: decoder))
        case "Square": self = .square(try Square(from: decoder))
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "unknown type \(type)"
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .circle(let circle):
            try container.encode("Circle", forKey: .type)
            try circle.encode(to: encoder)
        case .square(let square):
            try container.encode("Square", forKey: .type)
            try square.encode(to: encoder)
        }
    }
}

struct Drawing: Codable { var shape: [Shape] }

/// The eleventh task: elements whose type is an attribute `xsi:type`, read and written.
func readShapes() throws {
    let decoder = XMLDecoder { $0.namespacePrefixes = ["http://www.w3.org/2001/XMLSchema-instance": "xsi"] }
    let drawing = try decoder.decode(Drawing.self, from: .string(shapes))
    for shape in drawing.shape {
        switch shape {
        case .circle(let circle): print("circle", circle.radius)
        case .square(let square): print("square", square.side)
        }
    }
    var encoder = XMLEncoder()
    encoder.namespaceURIs = ["xsi": "http://www.w3.org/2001/XMLSchema-instance"]
    print(try encoder.string(from: drawing, root: "drawing"), terminator: "")
    do {
        _ = try decoder.decode(Drawing.self, from: .string(shapes.replacing("Square", with: "Star")))
    } catch let error as DecodingError {
        print(error.xmlSummary)
    }
}

private let shapes = """
    <drawing xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
      <shape i:type="Circle"><radius>2</radius></shape>
      <shape i:type="Square"><side>1.5</side></shape>
    </drawing>
    """

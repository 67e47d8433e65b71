import Foundation
import XML2Dict
import XML2DictWriting

/// Decodes and encodes types of Foundation without the library XML2DictFoundation, and prints the results and errors.
@main
struct CoreDecoding {
    struct Choice: Decodable {
        var date: Date?
    }

    static func main() {
        show(Date.self, "<d>1714559400</d>")
        show([String: Date].self, "<r>\n<d>2024-05-01T12:30:00Z</d></r>")
        show([String: Date?].self, "<r><d>2024-05-01</d></r>")
        show([String: [URL]].self, "<r><u>https://example.org</u></r>")
        show([Decimal].self, "<r>12.5</r>")
        show([String: Data].self, "<r><d>AAE=</d></r>")
        show(Choice.self, "<c><date>0</date></c>")
        show(Choice.self, "<c><date/></c>")
        show(Choice.self, "<c/>")
        show(UUID.self, "<u>E621E1F8-C36C-495A-93FC-0C247A3E6E5F</u>")
        write(["d": [Date(timeIntervalSince1970: 0)]])
        write(Decimal(12))
        write(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)))
    }

    private static func write(_ value: some Encodable) {
        var encoder = XMLEncoder(format: .compact)
        encoder.format.hasDeclaration = false
        do {
            print(try encoder.string(from: value, root: "r"), terminator: "")
        } catch EncodingError.invalidValue(_, let context) {
            print("\(context.codingPath.map(\.stringValue)): \(context.debugDescription)")
        } catch {
            print(error)
        }
    }

    private static func show<Decoded: Decodable>(_ type: Decoded.Type, _ xml: String) {
        do {
            print(try XMLDecoder().decode(type, from: .string(xml)))
        } catch let error as DecodingError {
            print(error.xmlSummary)
        } catch {
            print(error)
        }
    }
}

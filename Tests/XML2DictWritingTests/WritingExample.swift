import Testing
import XML2Dict
import XML2DictWriting

/// A value and its XML.
struct WritingExample {
    let json: String
    let xml: String
    let writer: XMLWriter

    init(
        _ json: String,
        _ xml: String,
        _ options: XMLOptions = .xmltodict,
        _ change: (inout XMLWriter) -> Void = { _ in }
    ) {
        self.json = json
        self.xml = xml
        var writer = XMLWriter(options, format: .compact)
        writer.format.hasDeclaration = false
        change(&writer)
        self.writer = writer
    }

    func check() throws {
        #expect(try writer.string(from: XMLValue(json: json)) == xml + "\n", "\(json)")
        #expect(try writer.bytes(from: XMLValue(json: json)) == Array((xml + "\n").utf8), "\(json)")
    }
}

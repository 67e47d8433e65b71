/// Shows an editor the bytes of a document before they are parsed, and then the markup.
///
///     source ─▶ MarkupReading ─▶ parser ─▶ handler ─▶ MarkupSink
///                    └────────── bytes ─────────────────▶┘
final class MarkupReading: ElementSink, InputSource {
    private let source: any InputSource
    private let sink: any MarkupSink
    private var handler: UnsafeMutablePointer<ExpatEventHandler>?

    init(_ source: any InputSource, _ sink: any MarkupSink) {
        self.source = source
        self.sink = sink
    }

    func begin(_ parser: borrowing ExpatParser) {
        handler = parser.handler
        parser.handler.pointee.markup = sink
    }

    func receive(_ builder: inout ValueBuilder) {}

    var remaining: Int? { source.remaining }

    var neverWaits: Bool { source.neverWaits }

    func isReady(within milliseconds: Int32) -> Bool { source.isReady(within: milliseconds) }

    /// Passes the editor the offset up to which all markup has been shown, and reads the next bytes.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLError) -> Int {
        if let handler {
            let offset = handler.pointee.start.bytes &+ handler.pointee.byteIndex
            try sink.settle(upTo: offset, handler.pointee.encoding)
        }
        let count = try source.fill(buffer)
        sink.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }
}

extension Plan {
    /// Shows the markup of a document to an editor, and returns a hint for each unmatched path, by the path's index.
    package func showMarkup(of source: XMLSource, to sink: any MarkupSink) throws(XMLError) -> [Int: String?] {
        let reading = MarkupReading(try source.open(), sink)
        var stream = DocumentStream(self, reading, named: source.name, isUTF8: source.isUTF8)
        _ = try stream.drain(into: reading)
        let unmatched = stream.findings.unmatched
        return Dictionary(
            uniqueKeysWithValues: unmatched.names.keys.map { ($0, unmatched.hint(path: paths.marked[$0].path, $0)) }
        )
    }
}

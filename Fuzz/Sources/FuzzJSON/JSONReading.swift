import FuzzSupport
import XML2Dict

/// The values of a JSON input, and the error after them.
struct JSONReading: Equatable {
    private(set) var values: [XMLValue] = []
    private(set) var error: XMLReaderError?

    init(_ pieces: some Sequence<ArraySlice<UInt8>>, _ extent: JSONReader.Extent) {
        do throws(XMLReaderError) {
            var reader = try JSONReader.make(extent, limits: [.depth: 100, .nameLength: 1000])
            for piece in pieces { try read(piece, with: &reader) }
            try reader.finish()
            if reader.isComplete { values.append(try reader.takeValue()) }
        } catch {
            self.error = error
        }
    }

    private mutating func read(
        _ piece: ArraySlice<UInt8>,
        with reader: inout JSONReader
    ) throws(XMLReaderError) {
        var rest = piece
        while !rest.isEmpty {
            let taken = rest.withUnsafeBytes { bytes in
                Result { () throws(XMLReaderError) in try reader.feed(bytes) }
            }
            rest = rest.dropFirst(try taken.get())
            if reader.isComplete { values.append(try reader.takeValue()) }
        }
    }
}

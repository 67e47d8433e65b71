package import XML2Dict

/// Ways to read a document.
package enum Reading {
    package static func whole(_ document: ArraySlice<UInt8>, _ options: XMLOptions) -> Outcome<XMLValue> {
        Outcome { () throws(XMLReaderError) in try XMLReader(options).read(.bytes(document)) }
    }

    package static func pushed(_ pieces: Pieces, _ options: XMLOptions) -> Outcome<XMLValue> {
        Outcome { () throws(XMLReaderError) in
            var reader = try XMLPushReader(options)
            for piece in pieces { try reader.feed(piece) }
            return try reader.finish()
        }
    }
}

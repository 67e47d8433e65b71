package import XML2Dict

/// Ways to read a document.
package enum Reading {
    package static func whole(
        _ document: ArraySlice<UInt8>,
        _ options: XMLOptions,
        partSize: Int? = nil
    ) -> Outcome<XMLValue> {
        Outcome { () throws(XMLError) in try reader(options, partSize: partSize).read(.bytes(document)) }
    }

    /// A reader with one thread, or with two that read parts of a size.
    package static func reader(_ options: XMLOptions, partSize: Int?) -> XMLReader {
        var reader = XMLReader(options)
        guard let partSize else { return reader }
        reader.threads = 2
        reader.readingThreads.partSize = partSize
        return reader
    }

    package static func pushed(_ chunks: Chunks, _ options: XMLOptions) -> Outcome<XMLValue> {
        Outcome { () throws(XMLError) in
            var reader = try XMLPushReader(options)
            for chunk in chunks { try reader.feed(chunk) }
            return try reader.finish()
        }
    }
}

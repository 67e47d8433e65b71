/// Where the bytes of a stream come from.
protocol InputSource: AnyObject {
    /// Fills a buffer as far as that can be done: 0 at the end of a file, or when nothing is waiting.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int
}

/// Where the bytes of a document come from.
///
///     FileSource       a file, a pipe or a device
///     LentMemory       bytes of the caller, while one call lasts
///     MemorySource     bytes of its own: a copy, chunks that the caller feeds, or what a decoder has made
protocol InputSource: AnyObject {
    /// Fills a buffer as far as that can be done, and returns how many bytes it wrote: 0 at the end, or when none wait.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int
}

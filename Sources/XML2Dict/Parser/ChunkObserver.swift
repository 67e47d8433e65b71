/// Receives the text that a parser gets.
protocol ChunkObserver: AnyObject {
    /// Notes text in UTF-8, before the parser parses it; the text before it was parsed without an error.
    func note(_ chunk: UnsafeRawBufferPointer)
}

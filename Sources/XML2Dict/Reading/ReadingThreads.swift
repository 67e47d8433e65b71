/// The number of threads that read a document, and the size of the parts.
package struct ReadingThreads: Sendable {
    /// The number of threads; with 1, the thread of the caller reads.
    package var count: Int
    /// How many bytes a part has at least; small parts, for tests, also have small chunks.
    package var partSize = 1024 * 1024

    /// No threads beside that of the caller.
    package static let none = ReadingThreads(1)

    package init(_ count: Int) {
        self.count = count
    }

    /// The sizes of parts and chunks.
    var sizes: PartCutter.Sizes {
        PartCutter.Sizes(part: partSize, chunk: min(64 * 1024, max(partSize, 4096)))
    }
}

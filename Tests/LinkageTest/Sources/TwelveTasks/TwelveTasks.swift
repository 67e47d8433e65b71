/// Twelve small programs that use the library as its articles teach it.
///
/// Each prints its results. It builds in three modes: in Swift 5 mode, in Swift 6 mode, and with all of its declarations
/// on the main actor.
@main
struct TwelveTasks {
    static func main() async throws {
        try readPodcast()
        try callService()
        try readPropertyList()
        try readTrack()
        try readPage()
        try await readStreamWithBrokenRecords()
        try editProject()
        try writeFeed()
        try walkUnknownDocument()
        try readFeedsWithOtherPrefixes()
        try readShapes()
        try await readInTasks()
    }
}

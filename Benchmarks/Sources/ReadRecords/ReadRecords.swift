import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Reads all records from standard input with the library, as a program that runs for long would, and prints how its memory grew.
///
///     read-records PATH          number of records, peak memory after a twentieth of them, and at the end, in bytes
///
/// A twentieth of a document of 2 GB is 100 MB.
@main
enum ReadRecords {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            print("usage: read-records PATH <DOCUMENT")
            exit(64)
        }
        do {
            try read(at: CommandLine.arguments[1])
        } catch {
            print("\(error)")
            exit(65)
        }
    }

    private static func read(at path: String) throws(XMLReaderError) {
        var records = try XMLReader().records(at: path, fileDescriptor: 0)
        var count = 0
        var entries = 0
        var peaks: [Int] = []
        while let record = try records.next() {
            if count % sampleInterval == 0 { peaks.append(peakMemory) }
            count += 1
            // Something is looked up, so that a record is not only made and dropped.
            entries += record.count
        }
        print(count, peaks.isEmpty ? peakMemory : peaks[(peaks.count - 1) / 20], peakMemory, entries)
    }

    private static let sampleInterval = 1000

    /// The most memory that was resident so far, in bytes.
    private static var peakMemory: Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #else
            getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #endif
    }
}

import CAllocationCount
import XML2Dict

/// Looks values up by their paths in a large document, and prints what one look-up costs: nanoseconds, blocks of memory that it
/// allocates, and whether something was found.
///
///     look-up FILE PATH ...          PATH 41.5 ns 0.0 allocations found
///
/// With a PATH such as `item[]/title`, what stands behind `[]` is looked up in each item of the array in turn.
@main
enum LookUp {
    static func main() throws {
        guard let file = CommandLine.arguments.dropFirst().first else {
            print("usage: look-up FILE PATH ...")
            return
        }
        let document = try XMLReader().read(contentsOf: file)
        for path in CommandLine.arguments.dropFirst(2) {
            let parts = path.split(separator: "[]/", maxSplits: 1).map { String($0) }
            if parts.count == 2 {
                measure(path, parts[1], in: document.at(parts[0])?.list ?? [])
            } else {
                measure(path, path, in: [document])
            }
        }
    }

    private static func measure(_ label: String, _ path: String, in values: XMLValue.List) {
        guard !values.isEmpty else { return print(label, "has no values") }
        // A look-up may take very short or, through all items of a large array, very long.
        var rounds = 1
        while true {
            let (time, allocations, found) = lookUp(path, in: values, rounds)
            if time > .milliseconds(200) {
                let nanoseconds = Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
                let perLookUp = (nanoseconds / Double(rounds) * 10).rounded() / 10
                let blocks = allocations < 0 ? "?" : "\((Double(allocations) / Double(rounds) * 10).rounded() / 10)"
                return print(label, "\(perLookUp) ns", "\(blocks) allocations", found > 0 ? "found" : "absent")
            }
            rounds *= 2
        }
    }

    @inline(never)
    private static func lookUp(
        _ path: String,
        in values: XMLValue.List,
        _ rounds: Int
    ) -> (time: Duration, allocations: Int, found: Int) {
        var found = 0
        var place = 0
        let before = allocation_count()
        let time = ContinuousClock().measure {
            for _ in 0..<rounds {
                if values[place].at(path) != nil { found += 1 }
                place = place + 1 < values.count ? place + 1 : 0
            }
        }
        let after = allocation_count()
        // Reading the document has allocated blocks: if none were counted, the counter is not in place.
        return (time, before > 0 ? after - before : -1, found)
    }
}

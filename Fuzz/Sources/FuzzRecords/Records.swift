import FuzzSupport
import XML2Dict

/// Checks records: those of a document in pieces equal those of the whole, and those that `select` collects.
///
/// Input: a line of settings, a line with a path, a line of sizes of pieces, then a document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecords(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    var options = Settings(input.line()).options
    options.select = []
    let path = XMLPath(String(decoding: input.line(), as: UTF8.self))
    let sizes = input.line()
    options.select = [path]
    // The fuzzer need not keep invalid paths.
    guard (try? CheckedOptions(options)) != nil else { return -1 }
    let selected = Reading.whole(input.rest, options)
    options.select = []

    let records = FoundRecords(at: path, in: input.rest, options)
    let pushed = FoundRecords(at: path, in: Pieces(input.rest, sizes: sizes), options)
    check(records.list == pushed.list, "Records of the whole and of pieces differ:\n\(records.list)\n\(pushed.list)")
    records.ending.check(equals: pushed.ending, "The ends of the whole and of pieces")

    // With broken records skipped, too; several documents are more text after a root.
    options.input.isConcatenated = true
    let whole = FoundRecords(at: path, in: input.rest, options, onError: .skip { _ in })
    let inPieces = FoundRecords(at: path, in: Pieces(input.rest, sizes: sizes), options, onError: .skip { _ in })
    check(whole.list == inPieces.list, "Records without broken ones differ:\n\(whole.list)\n\(inPieces.list)")
    check(whole.list.count >= records.list.count, "A record before an error is lost:\n\(whole.list)\n\(records.list)")

    let json = "[" + records.list.map(\.json).joined(separator: ",") + "]"
    selected.map { $0.json(.compact) }.check(equals: records.ending.map { _ in json }, "Selected elements and records")
    return 0
}

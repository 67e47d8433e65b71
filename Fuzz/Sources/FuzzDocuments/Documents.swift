import FuzzSupport
import XML2Dict

/// Checks that any bytes give a value that is equal to its JSON, or an error of the document with a position.
///
/// A second reading, a reading in chunks, and a reading in parts by two threads give the same value, error and records.
///
/// Input: a line of settings, a line with a path, a line of sizes of chunks, then a document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocuments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    let settings = Settings(input.line())
    let path = try? XMLPath(String(decoding: input.line(), as: UTF8.self))
    let sizes = input.line()
    let chunks = Chunks(input.rest, sizes: sizes)
    checkDocument(input.rest, chunks, settings)
    if let path { checkRecords(at: path, in: input.rest, chunks, settings.options) }
    return 0
}

private func checkDocument(_ document: ArraySlice<UInt8>, _ chunks: Chunks, _ settings: Settings) {
    let options = settings.options
    let outcome = Reading.whole(document, options)
    switch outcome {
    case .success(let value):
        checkJSON(value, settings.format)
        if options.keepsLines { check(value.line ?? 1 >= 1, "line \(value.line ?? 0)") }
    case .failure(let error): error.check()
    }
    let again = Reading.whole(document, options)
    outcome.check(equals: again, "The first time and the second")
    outcome.json.check(equals: again.json, "The first JSON and the second")
    outcome.json.check(equals: Reading.pushed(chunks, options).json, "The whole and the chunks")
    let parts = Reading.whole(document, options, partSize: chunks.partSize)
    outcome.json.check(equals: parts.json, "The whole and the parts")
}

/// Checks that chunks, parts and `select` find the records of the whole.
private func checkRecords(at path: XMLPath, in document: ArraySlice<UInt8>, _ chunks: Chunks, _ options: XMLOptions) {
    var options = options
    options.select = [path]
    // A path can contradict the settings.
    guard (try? Plan(options)) != nil else { return }
    let selected = Reading.whole(document, options)
    options.select = []
    let records = FoundRecords(at: path, in: document, options)
    let inParts = FoundRecords(at: path, in: document, options, partSize: chunks.partSize)
    for (way, other) in [("chunks", FoundRecords(at: path, in: chunks, options)), ("parts", inParts)] {
        check(records.list == other.list, "Records of the whole and of \(way) differ:\n\(records.list)\n\(other.list)")
        records.ending.check(equals: other.ending, "The ends of the whole and of \(way)")
    }
    let json = "[" + records.list.map(\.json).joined(separator: ",") + "]"
    selected.json.check(equals: records.ending.map { _ in json }, "Selected elements and records")

    // These readings skip broken records. Text after a root is a second document, and not an error.
    options.isConcatenated = true
    let whole = FoundRecords(at: path, in: document, options, onError: .skip { _ in })
    let inChunks = FoundRecords(at: path, in: chunks, options, onError: .skip { _ in })
    check(whole.list == inChunks.list, "Records without broken ones differ:\n\(whole.list)\n\(inChunks.list)")
    check(whole.list.count >= records.list.count, "A record before an error is lost:\n\(whole.list)\n\(records.list)")
}

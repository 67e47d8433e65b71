import FuzzSupport
import XML2Dict

/// Checks parts: a document and its records are the same, read by one thread and in parts by two.
///
/// Input: a line of settings, a line with a path, a line whose length is the size of a part, then a document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    var options = Settings(input.line()).options
    let path = XMLPath(String(decoding: input.line(), as: UTF8.self))
    let partSize = max(1, input.line().count)

    let alone = Reading.whole(input.rest, options)
    let together = Reading.whole(input.rest, options, partSize: partSize)
    alone.map { $0.json(.compact) }.check(equals: together.map { $0.json(.compact) }, "The whole and the parts")

    options.select = [path]
    // The fuzzer need not keep invalid paths.
    guard (try? CheckedOptions(options)) != nil else { return -1 }
    options.select = []
    let records = FoundRecords(at: path, in: input.rest, options)
    let inParts = FoundRecords(at: path, in: input.rest, options, partSize: partSize)
    check(records.list == inParts.list, "Records of the whole and of parts differ:\n\(records.list)\n\(inParts.list)")
    records.ending.check(equals: inParts.ending, "The ends of the whole and of parts")
    return 0
}

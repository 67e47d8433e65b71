import FuzzSupport
import TestModel
import XML2Dict

/// Checks that JSON in chunks gives the values and the error of the whole, and that a value is equal to the value that
/// is read from its JSON.
///
/// Input: a line whose first byte is `S` for a series of values, and whose other bytes are sizes of chunks, then the
/// text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    let line = input.line()
    let extent: JSONReader.Extent = line.first == UInt8(ascii: "S") ? .series : .one
    let whole = JSONReading([input.rest], extent, limits: limits)
    let chunks = JSONReading(Chunks(input.rest, sizes: line.dropFirst()), extent, limits: limits)
    check(whole == chunks, "the whole and the chunks differ:\n\(whole)\n\(chunks)")
    whole.error?.check()
    for value in whole.values {
        checkJSON(value, .compact)
        for format in [XMLValue.JSONFormat.compact, .pretty] {
            let again = Outcome { () throws(XMLError) in try XMLValue(json: value.json(format), limits: limits) }
            check(again == .success(value), "the value and its JSON differ: \(value.json(.compact))")
        }
    }
    return 0
}

private let limits: [XMLOptions.Limit: Int] = [.depth: 100, .nameLength: 1000]

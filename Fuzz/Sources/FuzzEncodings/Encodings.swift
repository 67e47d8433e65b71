import FuzzSupport
import XML2Dict

/// The encodings by letter: `A` is none, `B` is UTF-8, and so on.
private let names: [String?] = [
    nil, "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE", "ISO-8859-1", "US-ASCII",
    "windows-1252", "windows-1258", "KOI8-R", "IBM037", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "EUC-KR", "Big5",
    "GB18030", "UTF-7",
]

/// Checks that in any encoding, a document in chunks and the string that Swift decodes from the bytes give the outcome
/// of the whole.
///
/// Input: a line whose first byte selects a forced encoding, or none, and whose other bytes are sizes of chunks, then a
/// document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEncodings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    let line = input.line()
    var options = XMLOptions()
    options.encoding = names[Int((line.first ?? 0) &- UInt8(ascii: "A")) % names.count]
    options.includesXMLDeclaration = true
    options.limits[.depth] = 100
    // A C library need not support all of these encodings.
    guard (try? Plan(options)) != nil else { return -1 }
    let whole = Reading.whole(input.rest, options)
    switch whole {
    case .success(let value): checkJSON(value, .compact)
    case .failure(let error): error.check()
    }
    let chunks = Reading.pushed(Chunks(input.rest, sizes: line.dropFirst()), options)
    whole.json.check(equals: chunks.json, "The whole and the chunks")
    if let name = options.encoding, let text = DecodedText(input.rest, in: name) {
        options.encoding = nil
        let string = Outcome { () throws(XMLError) in try XMLReader(options).read(.string(text.string)) }
        whole.json.check(equals: string.json, "Bytes and string")
    }
    return 0
}

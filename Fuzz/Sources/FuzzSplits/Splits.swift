import FuzzSupport
import XML2Dict

/// Checks splits: a document in pieces gives the same as the whole, the same value or the same error at the same
/// position.
///
/// Input: a line of settings, a line of sizes of pieces, then a document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSplits(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    let settings = Settings(input.line())
    let sizes = input.line()
    let whole = Reading.whole(input.rest, settings.options)
    let pieces = Reading.pushed(Pieces(input.rest, sizes: sizes), settings.options)
    whole.map { $0.json(.compact) }.check(equals: pieces.map { $0.json(.compact) }, "The whole and the pieces")
    return 0
}

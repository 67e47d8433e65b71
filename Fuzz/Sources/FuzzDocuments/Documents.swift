import FuzzSupport
import XML2Dict

/// Checks documents: any bytes give a value whose JSON is equal to it, or an error of the document with its position;
/// and a second reading gives the same.
///
/// Input: a line of settings, then a document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocuments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    let settings = Settings(input.line())
    let outcome = Reading.whole(input.rest, settings.options)
    switch outcome {
    case .success(let value):
        checkJSON(value, settings.format)
        if settings.options.keepsLines { check(value.line ?? 1 >= 1, "line \(value.line ?? 0)") }
    case .failure(let error): error.check()
    }
    let again = Reading.whole(input.rest, settings.options)
    outcome.check(equals: again, "The first time and the second")
    outcome.map { $0.json(.compact) }.check(equals: again.map { $0.json(.compact) }, "The first JSON and the second")
    return 0
}

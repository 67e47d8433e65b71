import FuzzSupport
import XML2Dict
import XML2DictShape

/// Checks that an XML Schema is refused with a line and a reason, or has descriptions, and that under it, a document
/// has the same outcome in chunks, in parts and as a whole.
///
/// Input: settings, the sizes of chunks, a document on one line, and a schema.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSchemas(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    var options = Settings(input.line()).options
    let sizes = input.line(), document = input.line(), schema = String(decoding: input.rest, as: UTF8.self)
    let warn: @Sendable (XMLError) -> Void = { _ in }
    let shape: XMLShape
    do throws(XMLError) {
        shape = try XMLShape(
            xmlSchema: schema,
            // This limit bounds the expansion of a small schema.
            limits: [.members: 20_000],
            fillsMissingLists: count.isMultiple(of: 2),
            onMismatch: count.isMultiple(of: 3) ? warn : nil
        )
    } catch {
        check([.invalidSchema, .limit].contains(error.code), "refused as \(error.code): \(error)")
        check(error.line ?? 0 >= 1 && !error.message.isEmpty, "refused without a line: \(error)")
        return 0
    }
    if let description = try? shape.description(for: Plan(options)) {
        checkJSON((try? XMLValue(json: description.jsonSchema.json())) ?? "", .compact)
        _ = (description.table { $0 }, description.swift)
    }
    options.shape = shape
    // A schema describes dictionaries.
    guard (try? Plan(options)) != nil else { return 0 }
    let chunks = Chunks(document, sizes: sizes), whole = Reading.whole(document, options)
    if case .success(let value) = whole { checkJSON(value, .compact) }
    if case .failure(let error) = whole, error.code != .mismatch { error.check() }
    Reading.pushed(chunks, options).json.check(equals: whole.json, "in chunks and as a whole")
    Reading.whole(document, options, partSize: chunks.partSize).json.check(
        equals: whole.json,
        "in parts and as a whole"
    )
    return 0
}

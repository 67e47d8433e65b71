import FuzzSupport
import XML2Dict

/// The document that paths are applied to.
private let document: ArraySlice<UInt8> = Array(
    """
    <rss xmlns:a="http://www.w3.org/2005/Atom" xmlns="urn:x"><channel id="1"><item><a:b c="2">x</a:b><b/></item>
    <item a:c="3"><item>y<b>z</b></item></item></channel><item/></rss>
    """.utf8
)[...]

/// Checks paths: a valid one prints as it was read; an invalid one has a message; options and values accept any path.
///
/// Input: a path, to elements or to a place in a value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPaths(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let text = String(decoding: bytes, as: UTF8.self)
    checkPath(text, allowsAttribute: false)
    checkPath(text, allowsAttribute: true)
    checkKeys(text)
    return 0
}

private func checkPath(_ text: String, allowsAttribute: Bool) {
    let path: XMLPath
    do throws(XMLReaderError) {
        path = try XMLPath(text, allowsAttribute: allowsAttribute)
    } catch {
        check(error.code == .invalidPath && !error.message.isEmpty && error.line == nil, "refused as \(error)")
        return
    }
    check(path.description == text, "'\(text)' is written '\(path.description)'")
    check(
        (try? XMLPath(path.description, allowsAttribute: allowsAttribute)) == path,
        "'\(path)' is read as another path"
    )
    var options = XMLOptions.xmltodict
    if path.isExpanded { options.namespaces = .expand }
    if allowsAttribute {
        options.skip = [text]
        options.typesByPath = [text: .number]
    } else {
        options.forceList = [text]
        options.forceText = [text]
    }
    if case .failure(let error) = Reading.whole(document, options) { report("\(error)") }
}

/// Checks that `values(at:)` finds first the value that `at(_:)` finds, and no arrays.
private func checkKeys(_ text: String) {
    guard case .success(let value) = Reading.whole(document, .init(.xmltodict)) else { report("no value") }
    var keys = text[...]
    if keys.hasPrefix("/") { keys.removeFirst() }
    var found = value.at(text)
    let all = value.values(at: "/" + keys)
    while let array = found, array.kind == .array { found = array[0] }
    if let found { check(all.first == found, "'\(text)' leads to \(found), and among all to \(all)") }
    check(all.allSatisfy { $0.kind != .array }, "'\(text)' leads to arrays")
}

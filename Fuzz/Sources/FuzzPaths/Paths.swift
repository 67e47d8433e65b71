import FuzzSupport
import XML2Dict

/// The document in which the paths are searched.
private let document: ArraySlice<UInt8> = Array(
    """
    <rss xmlns:a="http://www.w3.org/2005/Atom" xmlns="urn:x"><channel id="1"><item><a:b c="2">x</a:b><b/></item>
    <item a:c="3"><item>y<b>z</b></item></item></channel><item/></rss>
    """.utf8
)[...]

/// Checks that a valid path prints as it was read, and works in options and values, and an invalid one has a message.
///
/// Input: a path to elements, or into a value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPaths(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let text = String(decoding: bytes, as: UTF8.self)
    checkPath(text, allowsAttribute: false)
    checkPath(text, allowsAttribute: true)
    checkValue(text)
    return 0
}

private func checkPath(_ text: String, allowsAttribute: Bool) {
    let path: XMLPath
    do throws(XMLError) {
        path = try XMLPath(text)
        check(path.description == text, "'\(text)' is written '\(path.description)'")
        let again = try XMLPath(path.description)
        check(again == path, "'\(path)' is read as another path")
        try path.check(allowsAttribute: allowsAttribute)
    } catch {
        check(error.code == .invalidPath && !error.message.isEmpty && error.line == nil, "refused as \(error)")
        return
    }
    var options = XMLOptions.xmltodict
    if text.contains("{") { options.namespaces = .expand }
    if allowsAttribute {
        options.skip = [path]
        options.typesByPath = [path: .number]
    } else {
        options.forceList = [path]
        options.forceText = [path]
    }
    if case .failure(let error) = Reading.whole(document, options) { report("\(error)") }
}

/// Checks that `descendants(at:)` returns the first match first, and no arrays.
///
/// A change at the path, which may match nothing, does not affect a copy.
private func checkValue(_ text: String) {
    guard case .success(let value) = Reading.whole(document, .xmltodict) else { report("no value") }
    do throws(XMLError) {
        let path = try XMLPath(text), anchored = text.hasPrefix("/") ? path : try XMLPath("/\(text)")
        var found = value[path: path]
        let all = value.descendants(at: anchored)
        while let array = found, array.kind == .array { found = array[0] }
        if let found { check(all.first == found, "'\(text)' leads to \(found), and among all to \(all)") }
        check(all.allSatisfy { $0.kind != .array }, "'\(text)' leads to arrays")
        let json = value.json(.compact)
        var changed = value
        try changed.set("x", at: path)
        check(value.json(.compact) == json, "a change at '\(text)' changes the copy")
        if let place = changed[path: path] { check(place.text == "x", "'\(text)' is set to \(place)") }
    } catch {
        let isExpected = error.code == .invalidPath || error.code == .noMatch
        check(isExpected && !error.message.isEmpty && error.line == nil, "refused as \(error)")
    }
}

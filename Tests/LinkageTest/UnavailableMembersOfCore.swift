// The calls of `UnavailableMembers.swift` that need no Foundation.

import XML2Dict
import XML2DictWriting

func callUnavailableMembers(_ text: String, _ bytes: [UInt8], _ value: XMLValue) throws {
    _ = try XMLReader().read(text)
    _ = try XMLReader().read(bytes)
    _ = XMLReader(options: .xmltodict)
    let _: XMLValue = .array([value])
    _ = try XMLEncoder().encode([1])
    _ = try XMLEncoder().encode([1], withRootKey: "a")
}

// Each call has another name in this package, and the compiler must say so: Scripts/linkage compares its errors.

import Foundation
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

func callUnavailableMembers(_ decoder: XMLDecoder, _ encoder: XMLEncoder, _ file: URL, _ value: XMLValue) throws {
    _ = decoder.keyDecodingStrategy
    _ = decoder.nonConformingFloatDecodingStrategy
    let _: Data = try encoder.encode([1])
    _ = try encoder.encode([1], withRootKey: "a")
    _ = encoder.outputFormatting
    _ = encoder.keyEncodingStrategy
    try encoder.write([1], root: "a", to: file)
    try XMLWriter().write(value, to: file)
    _ = try XMLReader().read(Data())
    _ = try XMLReader().read(.data(Data()))
    _ = try XMLReader().read(file)
    // This call is available.
    _ = try XMLReader().read(.file(file))
}

"""The code before the samples of documentation comments and of the main program."""

IMPORTS = """\
import Foundation
import XML2Dict
import XML2DictEditing
import XML2DictFoundation
import XML2DictShape
import XML2DictWriting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(FoundationXML)
    import FoundationXML
#endif
"""
TYPES = """\
struct Item: Decodable { var title: String }
struct Earthquake: Decodable { var title: String }
struct Money: Decodable { init?(_: String) { nil } }
struct ByteFile { var bytes: AsyncStream<UInt8> }
"""
# The parameters of the functions that contain the samples.
PARAMETERS = """\
url: URL, data: Data, file: ByteFile, chunks: AsyncStream<[UInt8]>, show: (XMLValue) -> Void, name: String,
book: XMLValue, page: XMLValue, menu: inout XMLValue, feed: inout XMLValue, channel: inout XMLValue,
options: inout XMLOptions, encoder: inout XMLEncoder, fileDescriptor: Int32"""

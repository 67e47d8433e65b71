import FuzzSupport
import XML2Dict
import XML2DictWriting

/// Checks that a reader accepts the XML of a value, and that the value that is read is the same after another writing.
///
/// Input: a line whose bytes choose the convention and the options, then JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWrite(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    let line = Array(input.line())
    guard let value = try? XMLValue(json: input.rest, limits: [.depth: 100, .nameLength: 1000]) else { return 0 }
    let choice = line.first ?? 0, flags = line.dropFirst().first ?? 0
    let conventions = XMLOptions.Convention.allCases
    var writer = XMLWriter(XMLOptions(conventions[Int(choice) % conventions.count]))
    writer.options.commentKey = "#comment"
    writer.options.processingInstructionKey = "#pi"
    writer.options.limits = [.depth: 1000]
    if flags & 1 != 0 { writer.format.indent = .none }
    if flags & 2 != 0, !writer.options.elementsAreArrays { writer.options.orderKey = "#order" }
    if flags & 4 != 0 { (writer.rootName, writer.itemName) = ("r", "i") }
    if flags & 8 != 0 { writer.options.trim = .none }
    if flags & 16 != 0 { writer.options.namespaces = .expand }
    if flags & 32 != 0 { writer.format.isASCII = true }
    if flags & 64 != 0 { writer.options.cdataKey = "#cdata" }
    if flags & 128 != 0 { writer.options.textOnlyIsString = true }
    guard let written = try? writer.string(from: value) else { return 0 }
    let read: XMLValue
    do throws(XMLError) {
        read = try XMLReader(writer.options).read(.string(written))
    } catch {
        check(error.code == .limit, "what was written is not read: \(error)\n\(written)")
        return 0
    }
    // The second reading must equal the first one.
    var again = writer
    let keepsRoot = writer.options.keepsRoot || writer.options.elementsAreArrays
    again.rootName = keepsRoot ? nil : "r"
    guard let second = try? again.string(from: read) else { return 0 }
    let readAgain = Outcome { () throws(XMLError) in try XMLReader(writer.options).read(.string(second)) }
    check(readAgain == .success(read), "another value is read again:\n\(written)\n\(second)")
    return 0
}

import TestSupport
import Testing
import XML2Dict
import XML2DictEditing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The changes of a test: `PATH=VALUE` sets, and `-PATH` deletes.
func editor(_ edits: [String], _ options: XMLOptions = .xmlreader) throws -> XMLEditor {
    var editor = XMLEditor(options)
    for edit in edits {
        if edit.hasPrefix("-") {
            try editor.delete(String(edit.dropFirst()))
        } else {
            let (path, value) = try #require(XMLEditor.parts(of: edit))
            try editor.set(path, to: value)
        }
    }
    return editor
}

/// The text of a document after edits, or the error, which must not depend on how the document is cut.
func edited(_ document: [UInt8], _ edits: [String], _ options: XMLOptions = .xmlreader) -> [UInt8] {
    func outcome(_ edit: () throws -> [UInt8]) -> [UInt8] {
        do { return try edit() } catch { return Array("\(error)".utf8) }
    }
    let whole = outcome { try editor(edits, options).edited(.bytes(document)) }
    // A socket holds this number of chunks.
    for size in [1, 2, 3, 7, 1000] where document.count / size < 100 {
        let inChunks = outcome {
            try withChunks(of: document, size) { try editor(edits, options).edited(.fileDescriptor($0)) }
        }
        #expect(inChunks == whole, "in chunks of \(size)")
    }
    return whole
}

func edited(_ document: String, _ edits: String..., options: XMLOptions = .xmlreader) -> String {
    String(decoding: edited(Array(document.utf8), edits, options), as: UTF8.self)
}

/// Passes a descriptor from which each read gets one chunk.
private func withChunks<Result>(of bytes: [UInt8], _ size: Int, _ body: (Int32) throws -> Result) throws -> Result {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
        let kind = Int32(SOCK_SEQPACKET.rawValue)
    #else
        let kind = SOCK_SEQPACKET
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    // Programs that other tests run must not inherit them.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }[...]
    let writer = ends[1]
    while let chunk = chunks.popFirst() { try #require(send(writer, chunk, chunk.count, 0) == chunk.count) }
    close(writer)
    return try body(ends[0])
}

let nullDevice = open("/dev/null", O_WRONLY | O_CLOEXEC)

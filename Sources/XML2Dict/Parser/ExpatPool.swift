internal import CExpat

/// A pool of expat's parsers that have parsed a small document.
///
/// Making and freeing a parser takes as long as parsing a document of 300 bytes.
///
///     ExpatParser ── put ──▶ [ expat, memory of the handler ] ── take, XML_ParserReset ──▶ another ExpatParser
///
/// All threads share the pool, which never has more than a few parsers. None of these parsers has met an error.
final class ExpatPool: @unchecked Sendable {
    static let shared = ExpatPool()

    typealias Member = (expat: XML_Parser, handler: UnsafeMutablePointer<ExpatEventHandler>)

    /// The largest document of a kept parser, because the parser's memory grows with the bytes, depth and names.
    static let mostBytes = 8 * 1024, mostDepth = 64, mostNames = 256
    private static let most = 4

    private let monitor = Monitor()
    private var members: [Member] = []

    /// Returns a reset parser from the pool, or a new parser, with uninitialized memory for the handler.
    func take(_ encoding: String?) -> Member {
        guard let member = monitor.locked({ members.popLast() }) else {
            // `allocate(capacity:)` asks for an alignment, which is slow.
            let memory = Memory.allocate(MemoryLayout<ExpatEventHandler>.stride)
            return (Self.make(encoding), memory.bindMemory(to: ExpatEventHandler.self, capacity: 1))
        }
        // A reset fails only for the parser of an entity.
        guard XML_ParserReset(member.expat, encoding) != 0 else { Memory.isExhausted() }
        return member
    }

    static func make(_ encoding: String?) -> XML_Parser {
        guard let expat = XML_ParserCreate_MM(encoding, nil, nil) else { Memory.isExhausted() }
        return expat
    }

    /// Returns a parser to the pool, or frees the parser, after the caller has deinitialized the handler.
    func put(_ member: Member, isReusable: Bool) {
        let isKept =
            isReusable
            && monitor.locked {
                guard members.count < Self.most else { return false }
                members.append(member)
                return true
            }
        guard !isKept else { return }
        XML_ParserFree(member.expat)
        Memory.free(member.handler)
    }
}

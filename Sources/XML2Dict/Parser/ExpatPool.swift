internal import CExpat

/// Parsers of expat that have parsed a small document, and wait for another one: to make and to free a parser takes as long
/// as to parse a document of 300 bytes.
///
///     ExpatParser ── put ──▶ [ expat, memory of the handler ] ── take, XML_ParserReset ──▶ another ExpatParser
///
/// All threads share the pool, which never has more than a few parsers.
final class ExpatPool: @unchecked Sendable {
    static let shared = ExpatPool()

    /// A parser, and the memory that its handler had.
    typealias Member = (expat: XML_Parser, handler: UnsafeMutablePointer<ExpatEventHandler>)

    /// How many bytes a parser has got at most that may wait: its buffer stays as large as it is.
    static let longestDocument = 8 * 1024
    private static let most = 4
    /// Expat's seed, which it would otherwise ask the system for each time; 0 means that.
    private static let salt = UInt.random(in: 1 ... .max)

    private let monitor = Monitor()
    private var members: [Member] = []

    /// A parser that has parsed nothing.
    ///
    /// - Parameter encoding: The encoding in the words of expat; `nil` for the one that the document declares.
    /// - Returns: The parser, and memory for its handler.
    func take(_ encoding: String?) -> Member {
        let member = monitor.locked { members.popLast() } ?? Self.make()
        // Both fail only without memory.
        guard XML_ParserReset(member.expat, encoding) != 0 else { Memory.isExhausted() }
        XML_SetHashSalt(member.expat, Self.salt)
        return member
    }

    private static func make() -> Member {
        guard let expat = XML_ParserCreate_MM(nil, nil, nil) else { Memory.isExhausted() }
        // `allocate(capacity:)` asks for an alignment, which is slow.
        let memory = Memory.allocate(MemoryLayout<ExpatEventHandler>.stride)
        return (expat, memory.bindMemory(to: ExpatEventHandler.self, capacity: 1))
    }

    /// Takes a parser back, whose handler is deinitialized, or frees it.
    ///
    /// - Parameters:
    ///   - member: The parser, and the memory of its handler.
    ///   - isSmall: Whether it may wait for another document.
    func put(_ member: Member, isSmall: Bool) {
        let isKept =
            isSmall
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

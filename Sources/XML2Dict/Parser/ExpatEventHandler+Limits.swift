internal import CExpat

extension ExpatEventHandler {
    @inline(never)
    mutating func breach(_ limit: XMLOptions.Limit) {
        fail { $0.error(over: limit, isInCallback: true) }
    }

    var exceedsResult: Bool { resultLimit < .max && builder.resultByteCount > resultLimit }

    /// Refuses the document if the unfinished record or document exceeds the limit of the result.
    ///
    /// The size grows between two events, and may fall at an event that ends a text. The handler compares the size
    /// before each event and after each chunk, so the outcome does not depend on the chunks.
    mutating func keepsResult() -> Bool {
        guard resultLimit < .max else { return true }
        largestResult = max(largestResult, builder.resultByteCount)
        guard exceedsResult else { return true }
        breach(.result)
        return false
    }

    var hasTooManyNames: Bool { builder.deliversRecords && builder.open.names.list.byteCount > resultLimit }

    mutating func resultError() -> XMLError {
        let beginning = builder.beginningOfResult()
        let position = beginning?.position ?? position(lines: 0, columns: 0)
        let breach = hasTooManyNames ? Self.tooManyNames : nil
        return error(over: .result, breach, isInCallback: true)
            .at(line: position.line, column: position.column, path: beginning?.path ?? "")
    }

    private static let tooManyNames = "the different names in all records take more than # bytes"

    mutating func endElementOfLimitedResult() {
        if !isStopped, keepsResult() { endElement() }
    }

    mutating func isShort(_ name: UnsafePointer<CChar>) -> Bool { shortLength(of: name) != nil }

    private mutating func shortLength(of name: UnsafePointer<CChar>) -> Int? {
        let length = Memory.length(of: name)
        guard length <= limits[.nameLength] else {
            breach(.nameLength)
            return nil
        }
        return length
    }

    @inline(never)
    mutating func keepsLimits(_ name: UnsafePointer<CChar>, _ attributes: AttributeList) -> Bool {
        guard keepsResult(), let nameLength = shortLength(of: name) else { return false }
        var byteCount = nameLength + builder.rules.elementByteCount
        for (name, value) in attributes {
            guard let nameLength = shortLength(of: name.start) else { return false }
            let valueLength = Memory.length(of: value.start)
            if valueLength > limits[.namespaceLength], Self.isDeclaration(name.start) {
                breach(.namespaceLength)
                return false
            }
            byteCount += nameLength + valueLength + BuildRules.entryByteCount
        }
        guard Int(XML_GetSpecifiedAttributeCount(parser)) / 2 <= limits[.attributes] else {
            breach(.attributes)
            return false
        }
        // `takeByteCount` returns the bytes of namespaces that the previous tags wrote out.
        guard canGrow else { return true }
        guard mayDeliver(byteCount + builder.form.declarations.takeByteCount()) else { return false }
        if builder.rules.selectsAttributes {
            builder.form.declarations.room = amplification.left(read: start.bytes - documentStart + byteIndex)
        }
        return true
    }

    /// Counts delivered bytes, and refuses the document if they exceed the amplification (AMPLIFY-BOUND).
    @inline(__always)
    mutating func mayDeliver(_ count: Int) -> Bool {
        let parser = parser, before = start.bytes - documentStart
        if amplification.allows(count, read: before + Int(clamping: XML_GetCurrentByteIndex(parser))) { return true }
        breach(.amplification)
        return false
    }

    /// Counts text, and refuses only text of an entity, because the sizes of other text events depend on the chunks.
    mutating func mayDeliverText(_ count: Int) -> Bool {
        if isInEntity { return mayDeliver(count) }
        amplification.note(count)
        return true
    }

    mutating func mayDeliverNode(_ byteCount: @autoclosure () -> Int) -> Bool {
        !canGrow || mayDeliver(BuildRules.entryByteCount + byteCount())
    }

    private static func isDeclaration(_ name: UnsafePointer<CChar>) -> Bool {
        let name = UnsafeRawBufferPointer(start: name, count: Memory.length(of: name))
        return name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }
}

/// A counter of delivered bytes, which bounds the growth of a document (AMPLIFY-BOUND).
///
/// The counter includes names, values and text, and the memory of the result's entries. Expat bounds only the text of
/// entities. But each of a million tags can also repeat a default value of an attribute, or the URI of a namespace.
///
/// In a part, the counter compares the part's delivered bytes with all bytes of the document up to the position.
/// `room` bounds the bytes that earlier parts may have delivered. A writer counts the names that it adds or repeats.
///
/// The counter compares only when `delivered` exceeds `bound`, and then raises the bound. So a tag usually costs only
/// an addition. A breach does not depend on the chunks.
package struct Amplification {
    /// The number of bytes that are always allowed, as in expat.
    private static let free = 8 * 1024 * 1024

    /// The largest allowed ratio of delivered bytes to read bytes.
    private let factor: Int
    private(set) var delivered = 0
    private var bound = free
    /// The number of bytes of the document that were read at the last call of `settle`.
    private var reached = 0
    /// The number of bytes that earlier parts may have delivered without a breach in this part.
    private(set) var room = Int.max

    package init(_ limits: Limits) {
        factor = max(0, limits[.amplification])
    }

    mutating func begin(at read: Int) { reached = read }

    @inline(__always)
    package mutating func allows(_ count: Int, read: @autoclosure () -> Int) -> Bool {
        delivered = delivered.addingSaturated(count)
        return delivered <= bound || raise(read())
    }

    /// Counts text of the document without a comparison, because the length of an event depends on the chunks.
    @inline(__always)
    mutating func note(_ count: Int) {
        delivered = delivered.addingSaturated(count)
    }

    @inline(never)
    private mutating func raise(_ read: Int) -> Bool {
        bound = allowed(read)
        return delivered <= bound
    }

    private func allowed(_ read: Int) -> Int { max(Self.free, factor.multipliedSaturated(by: max(0, read))) }

    func left(read: Int) -> Int { allowed(read) - delivered }

    /// Lowers `room` as if all bytes since the last call had been delivered at that call.
    mutating func settle(read: Int) {
        room = min(room, allowed(reached) - delivered)
        reached = read
    }
}

extension Int {
    @inline(__always)
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    fileprivate func multipliedSaturated(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}

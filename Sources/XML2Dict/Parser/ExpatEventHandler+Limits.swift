internal import CExpat

/// The limits that expat's events can exceed.
extension ExpatEventHandler {
    /// Refuses the document, because it exceeds a limit.
    @inline(never)
    mutating func breach(_ limit: XMLOptions.Limit) {
        fail { $0.error(over: limit, isInCallback: true) }
    }

    // MARK: The size of the result

    /// Whether the unfinished record or document exceeds its limit.
    var exceedsResult: Bool { resultLimit < .max && builder.resultByteCount > resultLimit }

    /// Refuses the document if the unfinished record or document exceeds its limit.
    ///
    /// The size grows between two events, and may fall at an event that ends a text. So it is looked at before each event
    /// and after each chunk, and whether it exceeds the limit does not depend on the chunks.
    ///
    /// - Returns: Whether it does not.
    mutating func keepsResult() -> Bool {
        guard resultLimit < .max else { return true }
        largestResult = max(largestResult, builder.resultByteCount)
        guard exceedsResult else { return true }
        breach(.result)
        return false
    }

    /// Whether the names of all records exceed the limit of the result, so that no other record fits.
    var hasTooManyNames: Bool { builder.deliversRecords && builder.open.names.list.byteCount > resultLimit }

    /// The error at the start tag of the record or the root, or else at the beginning of the document.
    mutating func resultError() -> XMLError {
        let beginning = builder.beginningOfResult()
        let place = beginning?.place ?? position(lines: 0, columns: 0)
        let breach = hasTooManyNames ? Self.tooManyNames : nil
        return error(over: .result, breach, isInCallback: true)
            .at(line: place.line, column: place.column, path: beginning?.path ?? "")
    }

    private static let tooManyNames = "the different names in all records take more than # bytes"

    /// Handles an end tag where the result has a limit.
    mutating func endElementOfLimitedResult() {
        if !isStopped, keepsResult() { endElement() }
    }

    // MARK: Names, tags and amplification

    /// Whether a name is within its limit.
    mutating func isShort(_ name: UnsafePointer<CChar>) -> Bool { shortLength(of: name) != nil }

    /// The length of a name; `nil` after refusing one that is too long.
    private mutating func shortLength(of name: UnsafePointer<CChar>) -> Int? {
        let length = Memory.length(of: name)
        guard length <= limits[.nameLength] else {
            breach(.nameLength)
            return nil
        }
        return length
    }

    /// Whether a tag keeps the limits of names, namespaces, attributes and amplification.
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
        // This counts the namespaces of the tag before this one.
        guard canGrow else { return true }
        guard mayDeliver(byteCount + builder.form.declarations.takeByteCount()) else { return false }
        if builder.rules.selectsAttributes {
            builder.form.declarations.room = amplification.left(read: start.bytes - documentStart + byteIndex)
        }
        return true
    }

    /// Counts delivered bytes, and refuses the document when they are too many (AMPLIFY-BOUND).
    @inline(__always)
    mutating func mayDeliver(_ count: Int) -> Bool {
        let parser = parser, before = start.bytes - documentStart
        if amplification.allows(count, read: before + Int(clamping: XML_GetCurrentByteIndex(parser))) { return true }
        breach(.amplification)
        return false
    }

    /// Counts text that the document may have expanded.
    ///
    /// Text of the document itself is always allowed. In the text of an entity the events do not depend on how the
    /// input is cut.
    mutating func mayDeliverText(_ count: Int) -> Bool {
        if isInEntity { return mayDeliver(count) }
        amplification.note(count)
        return true
    }

    /// Counts a node that is not an element, such as a comment.
    mutating func mayDeliverThing(_ byteCount: @autoclosure () -> Int) -> Bool {
        !canGrow || mayDeliver(BuildRules.entryByteCount + byteCount())
    }

    private static func isDeclaration(_ name: UnsafePointer<CChar>) -> Bool {
        let name = UnsafeRawBufferPointer(start: name, count: Memory.length(of: name))
        return name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }
}

/// A counter of delivered bytes, which bounds the growth of a document (AMPLIFY-BOUND).
///
/// Expat has a bound of its own for the text of entities. It does not count the default values of attributes, and we
/// write namespaces out after expat: a document can deliver one declaration of either kind with each of a million tags.
/// Delivered are the names, values and text, and the memory of the result's entries.
///
/// A parser of a part counts what the part delivers, and compares it with all bytes of the document up to there. `room`
/// says how much the parts before may have delivered.
///
/// A writer counts the names that its values do not have, or have once for many elements.
///
/// The counter compares delivered bytes with the bytes read only when they exceed `bound`, and then raises the bound.
/// So a tag usually costs an addition, and yet a breach is found at the same place however the document is cut.
package struct Amplification {
    /// The number of bytes that are always allowed: 8 MiB, as in expat.
    private static let free = 8 * 1024 * 1024

    /// The allowed ratio of delivered bytes to bytes read.
    private let factor: Int
    /// The number of delivered bytes.
    private(set) var delivered = 0
    /// The number of bytes that were allowed at the last comparison.
    private var bound = free
    /// The number of bytes of the document that were read when `settle` was called last.
    private var reached = 0
    /// The number of bytes that the parts before may have delivered, so that the whole document keeps its bound here.
    private(set) var room = Int.max

    package init(_ limits: Limits) {
        factor = max(0, limits[.amplification])
    }

    /// Begins to count at a place, from which the document, a part of it, or the rest is read.
    mutating func begin(at read: Int) { reached = read }

    /// Counts delivered bytes.
    ///
    /// - Parameters:
    ///   - count: Their number.
    ///   - read: The number of bytes of the document that have been read so far.
    /// - Returns: Whether they are allowed.
    @inline(__always)
    package mutating func allows(_ count: Int, read: @autoclosure () -> Int) -> Bool {
        delivered = delivered.addingSaturated(count)
        return delivered <= bound || raise(read())
    }

    /// Counts bytes of the document itself, which are always allowed.
    ///
    /// Nothing is compared here, because the length of the text of an event depends on how the document is cut.
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

    /// The number of bytes that may still be delivered.
    func left(read: Int) -> Int { allowed(read) - delivered }

    /// Notes the bytes that were delivered since the last call, as if all had been delivered at that call.
    mutating func settle(read: Int) {
        room = min(room, allowed(reached) - delivered)
        reached = read
    }
}

extension Int {
    /// The sum, or the largest number when it overflows.
    @inline(__always)
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    /// The product of two numbers that are not negative, or the largest number when it overflows.
    fileprivate func multipliedSaturated(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}

internal import CExpat

/// The handler that checks expat's events and passes them to the builder.
///
/// Expat has a pointer to the handler as user data. A class would halve the speed, by reference counting and
/// exclusivity checks. After `XML_StopParser`, expat still calls some callbacks, so all callbacks check `passedEvents`.
struct ExpatEventHandler: ~Copyable {
    enum PassedEvents: UInt8 {
        case all
        /// Only text, because expat delivers the last text of a part while parsing the end tags after the part.
        case text
        /// Only start tags, for the context of a part.
        case startTags
        /// Only attributes of start tags, for a context of elements that are already open in the builder.
        case attributes
        /// Nothing, for a context of elements that are already open in the builder.
        case nothing
        case failed
    }

    private(set) var parser: XML_Parser
    var builder: ValueBuilder
    var entityCheck: UndeclaredEntityCheck
    /// The encoding of the bytes, which the XML declaration must not contradict, or `nil` before the detection.
    var expectedEncoding: XMLEncoding?
    /// The position in the input where expat begins, minus the size of the context, because expat counts the context.
    var start: TextPosition
    private var contextLines: UInt = 0
    private var contextDepth = 0
    var failure: XMLError? { boxedFailure?.value }
    private var boxedFailure: Boxed<XMLError>?
    /// The number of bytes of the input before a refused event, stored because expat's own position advances.
    private(set) var refusedOffset = 0
    var passedEvents = PassedEvents.all
    /// The number of bytes of the input before the document.
    let documentStart: Int
    let limits: Limits
    /// A copy from `limits`, for the comparison at each start tag.
    private let maxDepth: Int
    var resultLimit: Int
    /// The largest number of bytes that the result has taken, if the result has a limit.
    var largestResult = 0
    /// A tag of at most this number of bytes cannot exceed a limit.
    private let longTag: Int
    /// Whether the result can outgrow the document, by entities, default values, expanded namespaces or added entries.
    var canGrow: Bool
    var amplification: Amplification
    private let stopsAtRecords: Bool
    /// Whether the handler asks expat for the line and column of each start tag, which costs time.
    private(set) var notesPositions: Bool
    /// The bytes and columns before the current chunk, to compute the positions of start tags after the callbacks.
    var chunkStart = (byteIndex: 0, column: UInt(0))

    let entities: XMLOptions.Entities
    var declaredAttributeCount = 0
    var isReadingHTMLEntities = false
    /// The first reference (such as `%x;`) to a parameter entity in another file, which the reader does not open.
    var unreadEntity: String?
    /// The source of the DOCTYPE, if the options keep it.
    private(set) var doctypeCapture: DoctypeCapture?
    /// The number of bytes of white space at the start of the document, including a byte order mark.
    private var spaceCount = 0
    /// Whether expat has got only this white space so far.
    private var hasOnlySpace = true
    private(set) var hasLaterVersion = false
    private(set) var isInDoctype = false
    /// The editor that receives markup, and whether this editor wants the content of the innermost element.
    var markup: (any MarkupSink)?
    var showsContent = false
    var lineBreak = FirstLineBreak()

    init(
        parser: XML_Parser,
        _ plan: Plan,
        _ source: RecordOriginBase,
        at start: TextPosition
    ) {
        let limits = plan.limits, resultLimit = limits[.result]
        var builder = ValueBuilder(plan)
        builder.records.source = source
        builder.ancestors.keepsBuilt = plan.policy.skips
        var entityCheck = UndeclaredEntityCheck()
        // When we add the declarations of HTML, expat may omit undeclared entities, as for an external subset.
        entityCheck.isNeeded = plan.input.entities == .html
        // No member is read before all members are set, because Swift 6.3.1 would destroy members that are not set yet.
        let needsPositions = plan.rules.needsPositions || entityCheck.isNeeded
        canGrow = plan.rules.writesNamespaces || plan.rules.addsToRecords
        self.parser = parser
        self.start = start
        documentStart = start.bytes
        stopsAtRecords = plan.records != nil
        self.limits = limits
        maxDepth = limits[.depth]
        self.resultLimit = resultLimit
        longTag = resultLimit < .max ? -1 : min(limits[.nameLength], limits[.namespaceLength], limits[.attributes])
        amplification = Amplification(limits)
        entities = plan.input.entities
        notesPositions = resultLimit < .max || plan.records != nil || needsPositions
        doctypeCapture = plan.rules.otherNodes.contains(.doctype) ? DoctypeCapture() : nil
        self.builder = builder
        self.entityCheck = entityCheck
    }

    @inline(__always)
    mutating func startElement(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard passedEvents == .all else { return openElement(name, attributes) }
        guard builder.open.count < maxDepth else { return breach(.depth) }
        let attributes = AttributeList(attributes)
        if canGrow || Int(XML_GetCurrentByteCount(parser)) > longTag {
            guard keepsLimits(name, attributes) else { return }
        }
        if entityCheck.isNeeded, !attributes.isEmpty { checkReferencesInTag() }
        let start = notesPositions ? TagStart(tagPosition) : TagStart(byteIndex: byteIndex)
        do throws(BuildError) {
            try builder.startElement(CString(name), attributes, at: start)
        } catch {
            fail(error)
        }
    }

    @inline(__always)
    mutating func text(_ characters: UnsafePointer<CChar>, _ count: Int32) {
        guard passedEvents.rawValue <= PassedEvents.text.rawValue else { return }
        let characters = UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self)
        if canGrow { return textThatCanGrow(characters, Int(count)) }
        builder.characterData(characters, count: Int(count))
    }

    /// Handles text, and notes if the text is a reference, or has other characters than white space.
    mutating func textBesideLayout(_ characters: UnsafePointer<CChar>, _ count: Int32) {
        guard passedEvents.rawValue <= PassedEvents.text.rawValue else { return }
        let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
        if !bytes.allSatisfy(XMLWhitespace.contains) || Self.isAtReference(parser) { builder.noteContent() }
        text(characters, count)
    }

    /// Handles white space outside the root, and ignores other events that have no handler.
    mutating func outerText(_ characters: UnsafePointer<CChar>, _ count: Int32) {
        let characters = UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self)
        guard !isStopped, !isInDoctype, count > 0, XMLWhitespace.contains(characters[0]) else { return }
        builder.outerSpace(UnsafeBufferPointer(start: characters, count: Int(count)))
    }

    @inline(never)
    private mutating func textThatCanGrow(_ characters: UnsafePointer<UInt8>, _ count: Int) {
        if mayDeliverText(count) { builder.characterData(characters, count: count) }
    }

    @inline(__always)
    mutating func endElement() {
        guard !isStopped else { return }
        do throws(BuildError) {
            if try builder.endElement(), stopsAtRecords, !isInEntity {
                // Expat returns from its parsing function, and can be resumed.
                XML_StopParser(parser, XML_Bool(XML_TRUE))
            }
        } catch {
            fail(error)
        }
    }

    @inline(never)
    private mutating func openElement(
        _ name: UnsafePointer<CChar>,
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>
    ) {
        let attributes = AttributeList(attributes), depth = contextDepth
        contextDepth += 1
        if passedEvents == .attributes, entityCheck.isNeeded { checkReferencesInTag() }
        build { [passedEvents] builder throws(BuildError) in
            switch passedEvents {
            case .startTags: try builder.openElement(CString(name), attributes)
            case .attributes: try builder.keepAncestor(attributes, ofTagAt: depth)
            case .all, .text, .nothing, .failed: break
            }
        }
    }

    /// Whether the handler passes only some events to the builder, or none.
    @inline(__always)
    var isStopped: Bool { passedEvents != .all }

    // MARK: Positions

    @inline(__always)
    var byteIndex: Int { Int(clamping: XML_GetCurrentByteIndex(parser)) }

    var expatPosition: TextPosition {
        let lines = XML_GetCurrentLineNumber(parser) &- 1
        return position(lines: lines, columns: XML_GetCurrentColumnNumber(parser), bytes: byteIndex)
    }

    @inline(__always)
    private var tagPosition: TextPosition {
        let lines = XML_GetCurrentLineNumber(parser) &- 1
        let columns = entityCheck.isNeeded ? Self.eventColumn(parser) : XML_GetCurrentColumnNumber(parser)
        return position(lines: lines, columns: columns)
    }

    /// Converts a position that expat counts to a position in the input.
    @inline(__always)
    func position(lines: UInt, columns: UInt, bytes: Int = 0) -> TextPosition {
        TextPosition(
            lines: start.lines &+ lines,
            columns: lines == contextLines ? start.columns &+ columns : columns,
            bytes: start.bytes &+ bytes
        )
    }

    /// Begins to count at a position in the input, after a context that ends with a line break or is empty.
    mutating func begin(at position: TextPosition, after context: TextPosition) {
        contextLines = context.lines
        start = TextPosition(
            lines: position.lines &- context.lines,
            columns: position.columns,
            bytes: position.bytes - context.bytes
        )
        amplification.begin(at: position.bytes - documentStart)
    }

    /// Counts the bytes of a chunk, but no lines, because expat needs time to count lines.
    mutating func settle() { amplification.settle(read: start.bytes &+ byteIndex &- documentStart) }

    /// Whether expat is in the text of an entity.
    ///
    /// A stop in this text would lose expat's position in nested entities. Records from an entity's text wait in the
    /// builder until expat has left the text, or has reached the end of the chunk.
    @inline(__always)
    var isInEntity: Bool { entityCheck.isNeeded && Self.isAtReference(parser) }

    // These functions are static, because Swift copies the whole handler to call a method that does not mutate it.

    @inline(never)
    private static func isAtReference(_ parser: XML_Parser) -> Bool {
        EventContext(parser)?.event.text.first == UInt8(ascii: "&")
    }

    /// The column of an event, or of the reference if the event is in the text of an entity.
    @inline(never)
    private static func eventColumn(_ parser: XML_Parser) -> UInt {
        let column = XML_GetCurrentColumnNumber(parser)
        return column - min(UInt(EventContext(parser)?.passedReference.columnCount ?? 0), column)
    }

    /// Handles the XML declaration, and checks the version, because expat accepts any version.
    ///
    /// Later minor versions are read as 1.0 (XML 1.0, fifth edition, production 26). If we transcode the bytes, expat
    /// ignores the declared encoding, so the handler checks it.
    mutating func declare(
        version: UnsafePointer<CChar>?,
        encoding: UnsafePointer<CChar>?,
        standalone: Int32
    ) {
        guard !isStopped else { return }
        if let version, !Self.isVersion(version) {
            return fail(
                .malformed,
                "the version of XML is \"\(String(cString: version).shortened)\": it can be 1.0, or 1 and another number"
            )
        }
        if let version { hasLaterVersion = !(CString(version) == "1.0") }
        if keeps(.declaration) {
            // Expat reports -1 for a declaration without `standalone`.
            let word: StaticString? = standalone < 0 ? nil : standalone > 0 ? "yes" : "no"
            if let version { node(.declaration, named: CString(literal: "version"), CString(version).bytes) }
            if let encoding { node(.declaration, named: CString(literal: "encoding"), CString(encoding).bytes) }
            if let word { node(.declaration, named: CString(literal: "standalone"), CString(literal: word).bytes) }
        }
        guard let expectedEncoding else { return }
        guard let encoding else {
            if let refusal = expectedEncoding.refusalWithoutDeclaration { fail(.encoding, refusal) }
            return
        }
        let declared = String(cString: encoding)
        if !expectedEncoding.agrees(withDeclaration: declared) {
            let name = expectedEncoding.name
            let remedy: ErrorMessage =
                name.hasPrefix("UTF") ? "; \(setting: "encoding", "\"\(name)\"") reads them" : ""
            fail(
                .encoding,
                "the declaration says encoding \"\(declared.shortened)\", but the bytes are \(expectedEncoding.reason)\(remedy)"
            )
        }
    }

    private static func isVersion(_ version: UnsafePointer<CChar>) -> Bool {
        let text = UnsafeRawBufferPointer(start: version, count: Memory.length(of: version))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.starts(with: "1.".utf8) && text.count > 2 && text.dropFirst(2).allSatisfy(digits.contains)
    }

    /// Handles the beginning of the DOCTYPE, and turns on the checks of references.
    ///
    /// Every DOCTYPE needs checks, because expat does not report a reference (`%x;`) to an internal parameter entity.
    mutating func startDoctype(_ name: UnsafePointer<CChar>) {
        guard !isStopped, isShort(name) else { return }
        entityCheck.isNeeded = true
        notesPositions = true
        isInDoctype = true
    }

    mutating func endDoctype() {
        guard !isStopped else { return }
        isInDoctype = false
        guard let source = doctypeCapture?.doctype(endingAt: byteIndex) else { return }
        doctypeCapture = nil
        source.withUnsafeBufferPointer { node(.doctype, $0) }
    }

    /// Keeps bytes that expat will parse next, until the root begins, and counts the white space at the beginning.
    mutating func capture(_ chunk: UnsafeRawBufferPointer) {
        if markup != nil { lineBreak.find(in: chunk) }
        if hasOnlySpace {
            let mark = spaceCount == 0 && chunk.starts(with: TextPosition.mark) ? TextPosition.mark.count : 0
            let count = mark + chunk.dropFirst(mark).prefix(while: XMLWhitespace.contains).count
            spaceCount += count
            hasOnlySpace = count == chunk.count
        }
        if builder.open.hasRootBegun {
            doctypeCapture = nil
        } else {
            doctypeCapture?.append(chunk)
        }
    }

    var followsOnlySpace: Bool { byteIndex == spaceCount }

    // Comments and processing instructions in a DOCTYPE belong to the DOCTYPE.

    mutating func comment(_ text: UnsafePointer<CChar>) {
        guard !isStopped, !isInDoctype, keepsResult(), mayDeliverNode(Memory.length(of: text)) else { return }
        node(.comment, CString(text).bytes)
    }

    mutating func processingInstruction(_ target: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>) {
        guard !isStopped, isShort(target), !isInDoctype, keepsResult() else { return }
        guard mayDeliverNode(Memory.length(of: target) + Memory.length(of: data)) else { return }
        showContent(.other)
        if keeps(.instructions) { node(.instruction, named: CString(target), CString(data).bytes) }
    }

    mutating func startCDATA() {
        guard !isStopped, keepsResult(), mayDeliverNode(0) else { return }
        build { builder throws(BuildError) in try builder.startCDATA() }
    }

    mutating func endCDATA() {
        guard !isStopped, keepsResult() else { return }
        build { builder throws(BuildError) in try builder.endCDATA() }
    }

    private func keeps(_ kind: OtherNodes) -> Bool { builder.rules.otherNodes.contains(kind) }

    private mutating func node(
        _ kind: RawNode,
        named name: CString? = nil,
        _ content: UnsafeBufferPointer<UInt8>
    ) {
        build { builder throws(BuildError) in try builder.node(kind, named: name, content) }
    }

    mutating func build(_ body: (inout ValueBuilder) throws(BuildError) -> Void) {
        do throws(BuildError) {
            try body(&builder)
        } catch {
            fail(error)
        }
    }

    mutating func use(_ parser: XML_Parser, passing passedEvents: PassedEvents) {
        self.parser = parser
        self.passedEvents = passedEvents
        chunkStart = (0, 0)
        contextDepth = 0
        boxedFailure = nil
        isInDoctype = false
    }

    // MARK: Errors

    mutating func fail(_ code: XMLError.Code, _ message: ErrorMessage) {
        fail { $0.error(code, message, isInCallback: true) }
    }

    mutating func fail(_ makeError: (borrowing Self) -> XMLError) {
        guard boxedFailure == nil else { return }
        // The limit of the result comes first, otherwise the error would depend on the chunks.
        boxedFailure = Boxed(exceedsResult ? resultError() : makeError(self))
        let passed = source?.passedReference.byteCount ?? 0
        refusedOffset = max(0, expatPosition.bytes - passed)
        passedEvents = .failed
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    @inline(never)
    mutating func fail(_ problem: BuildError) {
        fail { $0.error(problem, isInCallback: true) }
    }

    /// Creates an error at the parser's position, or for a mismatch, at the record or line that does not fit the shape.
    func error(_ problem: BuildError, isInCallback: Bool = false) -> XMLError {
        switch problem {
        case .amplified: return error(over: .amplification, isInCallback: isInCallback)
        case .tooMany: return error(.limit, BuildError.messageOfTooMany, isInCallback: isInCallback)
        case .namespace(let message): return error(.malformed, message, isInCallback: isInCallback)
        case .mismatch(let mismatch):
            let error = error(.mismatch, "\(mismatch.message)", isInCallback: isInCallback)
            guard let tag = mismatch.position else { return error.at(line: mismatch.line) }
            return error.at(line: tag.line, column: tag.column, excerpt(at: tag), path: mismatch.path)
        }
    }
}

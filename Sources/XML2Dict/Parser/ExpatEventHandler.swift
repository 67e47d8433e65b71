internal import CExpat

/// The handler of expat's events, which checks them and passes them to the builder.
///
/// Expat carries a pointer to it as user data. A class would halve the speed, by reference counting and
/// exclusivity checks.
///
/// Expat calls back for a while after it was stopped, so each callback first looks at `hearing`.
struct ExpatEventHandler: ~Copyable {
    /// The events of expat that the handler passes to the builder.
    enum Hearing: UInt8 {
        case all
        /// Only text, which expat delivers with the end tags after a part.
        case text
        /// Only the start tags of a context: their elements are open, and their content is elsewhere.
        case startTags
        /// Only the attributes of the start tags of a context whose elements are open.
        case attributes
        /// Nothing of a context that the builder knows.
        case nothing
        /// Nothing, because a callback has stopped expat with an error.
        case failed
    }

    /// Expat's parser, for places and for stopping.
    private(set) var parser: XML_Parser
    /// The builder of the values.
    var builder: ValueBuilder
    /// The check of references that expat would silently leave out.
    var entityCheck: UndeclaredEntityCheck
    /// The encoding of the bytes, which the XML declaration must not contradict; `nil` until it is known.
    var expectedEncoding: XMLEncoding?
    /// The place in the input from which expat counts.
    ///
    /// After a context, which is not in the input there, it has the numbers before the text less those of the context.
    var start: TextPosition
    /// The number of lines of the context.
    private var contextLines: UInt = 0
    /// How many start tags of the context have been heard.
    private var contextDepth = 0
    /// The first error that a callback found.
    var failure: XMLError? { boxedFailure?.value }
    private var boxedFailure: Boxed<XMLError>?
    /// The number of bytes of the input before the event that this callback refused; expat continues with the next one.
    private(set) var refusedPlace = 0
    /// The events that the handler passes now.
    var hearing = Hearing.all
    /// The number of bytes of the input before the document.
    let documentStart: Int
    /// The bounds that the document must keep.
    let limits: Limits
    /// The depth of `limits`, which each start tag compares.
    private let maxDepth: Int
    /// The most bytes that the result may take; `Int.max` for no limit.
    var resultLimit: Int
    /// The most bytes that the result has taken, if it has a limit.
    var largestResult = 0
    /// The number of bytes up to which a tag needs no look at its limits.
    private let longTag: Int
    /// Whether the result can outgrow the document: it has declarations, or the options write namespaces out.
    var canGrow: Bool
    /// The counter of delivered bytes.
    var amplification: Amplification
    /// Whether expat stops at the end of each record.
    private let stopsAtRecords: Bool
    /// Whether each start tag asks expat for its line and column.
    private(set) var notesPlaces: Bool
    /// The bytes and columns before the current chunk, if the start tags do not ask.
    var chunkStart = (byteIndex: 0, column: UInt(0))

    /// How references to entities are treated.
    let entities: XMLOptions.Entities
    /// The number of attributes that the document declares.
    var declaredAttributeCount = 0
    /// Whether expat is reading our declarations of the entities of HTML.
    var isReadingOurs = false
    /// The first reference to a parameter entity in another file, such as `%x;`; the entity is not read.
    var unreadEntity: String?
    /// The document's bytes up to the end of its DOCTYPE; `nil` when the options do not keep the DOCTYPE.
    private(set) var doctypeCapture: DoctypeCapture?
    /// The number of bytes of white space that begin the document, with a byte order mark before them.
    private var spaceCount = 0
    /// Whether expat has got nothing else.
    private var hasOnlySpace = true
    /// Whether the document declares a version after 1.0, which is read as 1.0.
    private(set) var hasLaterVersion = false
    /// Whether expat is inside the DOCTYPE.
    private(set) var isInDoctype = false
    /// The editor that is shown markup, and whether it wants the content of the innermost element.
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
        // When we add declarations, expat may leave out undeclared entities, as it does with an external subset.
        entityCheck.isNeeded = plan.input.entities == .html
        // No member is read before all are set: Swift 6.3.1 then destroys members that are not set yet.
        let needsPlaces = plan.rules.needsPlaces || entityCheck.isNeeded
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
        notesPlaces = resultLimit < .max || plan.records != nil || needsPlaces
        doctypeCapture = plan.rules.otherNodes.contains(.doctype) ? DoctypeCapture() : nil
        self.builder = builder
        self.entityCheck = entityCheck
    }

    // MARK: Callbacks

    @inline(__always)
    mutating func startElement(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard hearing == .all else { return openElement(name, attributes) }
        guard builder.open.count < maxDepth else { return breach(.depth) }
        let attributes = AttributeList(attributes)
        if canGrow || Int(XML_GetCurrentByteCount(parser)) > longTag {
            guard keepsLimits(name, attributes) else { return }
        }
        if entityCheck.isNeeded, !attributes.isEmpty { checkReferencesInTag() }
        let start = notesPlaces ? TagStart(tagPlace) : TagStart(byteIndex: byteIndex)
        do throws(BuildError) {
            try builder.startElement(CString(name), attributes, at: start)
        } catch {
            fail(error)
        }
    }

    @inline(__always)
    mutating func text(_ piece: UnsafePointer<CChar>, _ count: Int32) {
        guard hearing.rawValue <= Hearing.text.rawValue else { return }
        let piece = UnsafeRawPointer(piece).assumingMemoryBound(to: UInt8.self)
        if canGrow { return textThatCanGrow(piece, Int(count)) }
        builder.characterData(piece, count: Int(count))
    }

    /// Handles text, and notes whether it is more than white space between elements.
    ///
    /// A reference begins with `&`, also one to an entity; a CDATA section has events of its own.
    mutating func textBesideLayout(_ piece: UnsafePointer<CChar>, _ count: Int32) {
        guard hearing.rawValue <= Hearing.text.rawValue else { return }
        let bytes = UnsafeRawBufferPointer(start: piece, count: Int(count))
        if !bytes.allSatisfy(XMLWhitespace.contains) || Self.isAtReference(parser) { builder.noteContent() }
        text(piece, count)
    }

    /// Handles all other events: white space outside the root, and markup that is left out.
    mutating func outerText(_ piece: UnsafePointer<CChar>, _ count: Int32) {
        let piece = UnsafeRawPointer(piece).assumingMemoryBound(to: UInt8.self)
        guard !isStopped, !isInDoctype, count > 0, XMLWhitespace.contains(piece[0]) else { return }
        builder.outerSpace(UnsafeBufferPointer(start: piece, count: Int(count)))
    }

    /// Handles text, if the amplification allows it.
    @inline(never)
    private mutating func textThatCanGrow(_ piece: UnsafePointer<UInt8>, _ count: Int) {
        if mayDeliverText(count) { builder.characterData(piece, count: count) }
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

    /// Handles a start tag of a context.
    @inline(never)
    private mutating func openElement(
        _ name: UnsafePointer<CChar>,
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>
    ) {
        let attributes = AttributeList(attributes), depth = contextDepth
        contextDepth += 1
        if hearing == .attributes, entityCheck.isNeeded { checkReferencesInTag() }
        build { [hearing] builder throws(BuildError) in
            switch hearing {
            case .startTags: try builder.openElement(CString(name), attributes)
            case .attributes: try builder.keepAncestor(attributes, ofTagAt: depth)
            case .all, .text, .nothing, .failed: break
            }
        }
    }

    /// Whether the handler passes on nothing but perhaps text.
    @inline(__always)
    var isStopped: Bool { hearing != .all }

    // MARK: Places

    /// The number of bytes of expat's text before the current event.
    @inline(__always)
    var byteIndex: Int { Int(clamping: XML_GetCurrentByteIndex(parser)) }

    /// The place of expat's error or event in the input.
    var place: TextPosition {
        let lines = XML_GetCurrentLineNumber(parser) &- 1
        return position(lines: lines, columns: XML_GetCurrentColumnNumber(parser), bytes: byteIndex)
    }

    /// The line and column of the current start tag.
    @inline(__always)
    private var tagPlace: TextPosition {
        let lines = XML_GetCurrentLineNumber(parser) &- 1
        let columns = entityCheck.isNeeded ? Self.eventColumn(parser) : XML_GetCurrentColumnNumber(parser)
        return position(lines: lines, columns: columns)
    }

    /// The place in the input of one that expat counts.
    @inline(__always)
    func position(lines: UInt, columns: UInt, bytes: Int = 0) -> TextPosition {
        TextPosition(
            lines: start.lines &+ lines,
            columns: lines == contextLines ? start.columns &+ columns : columns,
            bytes: start.bytes &+ bytes
        )
    }

    /// Counts positions from a place; the context before it ends with a line break, or is empty.
    mutating func begin(at place: TextPosition, after context: TextPosition) {
        contextLines = context.lines
        start = TextPosition(
            lines: place.lines &- context.lines,
            columns: place.columns,
            bytes: place.bytes - context.bytes
        )
        amplification.begin(at: place.bytes - documentStart)
    }

    /// Notes how far expat has come in a chunk; its line, which expat would have to count, is not needed.
    mutating func settle() { amplification.settle(read: start.bytes &+ byteIndex &- documentStart) }

    /// Whether expat is in the text of an entity; the event in the document is then the reference.
    ///
    /// Expat must not be stopped there, because it loses its place among nested entities. Records from an entity's text
    /// wait in the builder until expat has left the text, or has come to the end of its chunk.
    @inline(__always)
    var isInEntity: Bool { entityCheck.isNeeded && Self.isAtReference(parser) }

    // These are static because Swift copies the whole handler to call a method that does not mutate it.

    @inline(never)
    private static func isAtReference(_ parser: XML_Parser) -> Bool {
        EventContext(parser)?.event.text.first == UInt8(ascii: "&")
    }

    /// The column of an event as expat counts it; in the text of an entity, the column of the reference.
    @inline(never)
    private static func eventColumn(_ parser: XML_Parser) -> UInt {
        let column = XML_GetCurrentColumnNumber(parser)
        return column - min(UInt(EventContext(parser)?.passedReference.columnCount ?? 0), column)
    }

    /// Handles the XML declaration.
    ///
    /// The version must be 1.0, or a later minor version, which is read as 1.0 (XML 1.0, fifth edition, production 26);
    /// expat accepts any word. The encoding must agree with the bytes; expat does not check that when we transcode
    /// them.
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
            // Expat reports -1 where the declaration does not say it.
            let word: StaticString? = standalone < 0 ? nil : standalone > 0 ? "yes" : "no"
            if let version { node(.declaration, named: CString("version"), CString(version).bytes) }
            if let encoding { node(.declaration, named: CString("encoding"), CString(encoding).bytes) }
            if let word { node(.declaration, named: CString("standalone"), CString(word).bytes) }
        }
        guard let encoding, let expectedEncoding else { return }
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

    /// Handles the beginning of the DOCTYPE, after which references must be checked.
    ///
    /// The DOCTYPE may have an external subset or parameter entities, and expat reports references to the latter only
    /// when it reads external files.
    mutating func startDoctype(_ name: UnsafePointer<CChar>) {
        guard !isStopped, isShort(name) else { return }
        entityCheck.isNeeded = true
        notesPlaces = true
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

    /// Whether only white space, perhaps after a byte order mark, is before expat's error.
    var followsOnlySpace: Bool { byteIndex == spaceCount }

    // Comments and processing instructions in a DOCTYPE are part of it.

    mutating func comment(_ text: UnsafePointer<CChar>) {
        guard !isStopped, !isInDoctype, keepsResult(), mayDeliverThing(Memory.length(of: text)) else { return }
        node(.comment, CString(text).bytes)
    }

    mutating func processingInstruction(_ target: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>) {
        guard !isStopped, isShort(target), !isInDoctype, keepsResult() else { return }
        guard mayDeliverThing(Memory.length(of: target) + Memory.length(of: data)) else { return }
        showContent(.other)
        if keeps(.instructions) { node(.instruction, named: CString(target), CString(data).bytes) }
    }

    mutating func startCDATA() {
        guard !isStopped, keepsResult(), mayDeliverThing(0) else { return }
        build { builder throws(BuildError) in try builder.startCDATA() }
    }

    mutating func endCDATA() {
        guard !isStopped, keepsResult() else { return }
        build { builder throws(BuildError) in try builder.endCDATA() }
    }

    /// Whether a kind of node has a place in the value.
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

    /// Begins to hear a parser of expat, or some of its events.
    mutating func hear(_ parser: XML_Parser, _ hearing: Hearing) {
        self.parser = parser
        self.hearing = hearing
        chunkStart = (0, 0)
        contextDepth = 0
        boxedFailure = nil
        isInDoctype = false
    }

    // MARK: Faults

    mutating func fail(_ code: XMLError.Code, _ message: ErrorMessage) {
        fail { $0.error(code, message, isInCallback: true) }
    }

    mutating func fail(_ makeError: (borrowing Self) -> XMLError) {
        guard boxedFailure == nil else { return }
        // The outcome must not depend on where the size was looked at before.
        boxedFailure = Boxed(exceedsResult ? resultError() : makeError(self))
        let passed = source?.passedReference.byteCount ?? 0
        refusedPlace = max(0, place.bytes - passed)
        hearing = .failed
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    @inline(never)
    mutating func fail(_ problem: BuildError) {
        fail { $0.error(problem, isInCallback: true) }
    }

    /// An error of the builder at the parser's place, or at the record or line that does not fit its shape.
    ///
    /// - Parameters:
    ///   - problem: The error.
    ///   - isInCallback: Whether expat is at an event.
    /// - Returns: The error with its place.
    func error(_ problem: BuildError, isInCallback: Bool = false) -> XMLError {
        switch problem {
        case .amplified: return error(over: .amplification, isInCallback: isInCallback)
        case .tooMany:
            let message: ErrorMessage = "the document has more than 268,435,456 different names, or a text of 64 GiB"
            return error(.limit, message, isInCallback: isInCallback)
        case .namespace(let message): return error(.malformed, message, isInCallback: isInCallback)
        case .mismatch(let mismatch):
            let error = error(.mismatch, "\(mismatch.message)", isInCallback: isInCallback)
            guard let tag = mismatch.place else { return error.at(line: mismatch.line) }
            return error.at(line: tag.line, column: tag.column, excerpt(at: tag), path: mismatch.path)
        }
    }
}

internal import CExpat

/// Handles expat's events: checks them, and hands them to the builder.
///
/// It lives behind an `UnsafeMutablePointer` that expat carries as user data: a class would cost half the speed in
/// reference counting and exclusivity checks.
///
/// Expat goes on calling for a while after it was told to stop, so each callback first looks at `isStopped`.
struct ExpatEventHandler: ~Copyable {
    let parser: XML_Parser
    var builder: ValueBuilder
    var references: UndeclaredEntityCheck
    /// The encoding the input was found to be in, when the document's declaration could contradict it.
    var expectedEncoding: XMLEncoding?
    /// Whether the input begins with the byte order mark of UTF-8, which expat counts as a column.
    var isMarked = false
    private(set) var failure: XMLReaderError?
    private(set) var isStopped = false
    let limits: XMLReader.Limits
    private let maxDepth: Int
    /// A tag that breaches a limit of names, namespaces or attributes is longer than this.
    private let longTag: Int
    /// Whether more can be delivered than was read: the document declares something, or the options write namespaces out.
    var canGrow: Bool
    var amplification: Amplification
    private let stopsAtRecords: Bool

    let entities: XMLReader.Entities
    /// How many attributes the document declares.
    var declaredAttributeCount = 0
    /// Whether the declarations that are read are ours.
    var isReadingOurs = false
    /// The document's bytes as far as the end of its DOCTYPE, when that is wanted.
    private(set) var doctypeCapture: DoctypeCapture?
    private var isInDoctype = false

    init(
        parser: XML_Parser,
        _ checked: CheckedOptions
    ) throws(BuildError) {
        let options = checked.options
        self.parser = parser
        stopsAtRecords = checked.records != nil
        builder = try ValueBuilder(options, checked.paths, recordsAt: checked.records)
        limits = options.limits
        maxDepth = limits.maxDepth
        longTag = min(limits.maxNameLength, limits.maxNamespaceLength, limits.maxAttributes)
        canGrow = builder.rules.writesNamespaces
        amplification = Amplification(limits)
        references = UndeclaredEntityCheck(maximumDepth: limits.maxEntityDepth)
        entities = options.entities
        // Where we add declarations, an undeclared entity may be left out as it may with an external subset.
        references.isNeeded = entities == .html
        if options.doctypeKey != nil { doctypeCapture = DoctypeCapture() }
    }

    // MARK: Callbacks

    @inline(__always)
    mutating func startElement(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard !isStopped else { return }
        guard builder.open.count < maxDepth else { return breach(.depth) }
        let attributes = AttributeList(attributes)
        if canGrow || Int(XML_GetCurrentByteCount(parser)) > longTag {
            guard keepsLimits(name, attributes) else { return }
        }
        if references.isNeeded, !attributes.isEmpty { checkReferencesInTag() }
        do throws(BuildError) {
            try builder.startElement(
                CString(name),
                attributes,
                line: XML_GetCurrentLineNumber(parser),
                column: references.isNeeded ? Self.eventColumn(parser) : XML_GetCurrentColumnNumber(parser)
            )
        } catch {
            fail(error)
        }
    }

    @inline(__always)
    mutating func text(_ piece: UnsafePointer<CChar>, _ count: Int32) {
        guard !isStopped else { return }
        if canGrow, !mayDeliverText(Int(count)) { return }
        do throws(BuildError) {
            try builder.characterData(UnsafeRawPointer(piece).assumingMemoryBound(to: UInt8.self), count: Int(count))
        } catch {
            fail(error)
        }
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

    /// Whether the parser is in the text of an entity: what it shows of the document is then the reference.
    ///
    /// Expat must not be stopped there: it loses its place among entities that are nested. Records from an entity's text wait
    /// in the builder until the parser is out of it, or has come to the end of its chunk.
    @inline(__always)
    var isInEntity: Bool { references.isNeeded && Self.isAtReference(parser) }

    // These are static because Swift copies all of a handler to call a method that does not change it.

    @inline(never)
    private static func isAtReference(_ parser: XML_Parser) -> Bool {
        EventSource(parser)?.event.text.first == UInt8(ascii: "&")
    }

    /// The column of an event, as expat counts it.
    @inline(never)
    private static func eventColumn(_ parser: XML_Parser) -> UInt {
        let column = XML_GetCurrentColumnNumber(parser)
        return column - min(UInt(EventSource(parser)?.passedReference.columnCount ?? 0), column)
    }

    /// The XML declaration, with a version and perhaps an encoding.
    ///
    /// The version must be 1.0, or of a later minor version, which is read as 1.0 (XML 1.0, fifth edition, production 26): expat takes
    /// any word. The encoding must be the one that the bytes are in; where we transcode, expat does not look.
    mutating func declare(version: UnsafePointer<CChar>?, encoding: UnsafePointer<CChar>?) {
        guard !isStopped else { return }
        if let version, !Self.isVersion(version) {
            return fail(
                .malformed,
                "the version of XML is \"\(String(cString: version).shortened)\": it can be 1.0, or 1 and another number"
            )
        }
        build { builder throws(BuildError) in
            try builder.xmlDeclaration(version: version.map(CString.init), encoding: encoding.map(CString.init))
        }
        guard let encoding, let expectedEncoding else { return }
        let declared = String(cString: encoding)
        if !expectedEncoding.agrees(withDeclaration: declared) {
            fail(
                .encoding,
                "the declaration says encoding \"\(declared.shortened)\", but the bytes are \(expectedEncoding.reason)"
            )
        }
    }

    private static func isVersion(_ version: UnsafePointer<CChar>) -> Bool {
        let text = UnsafeRawBufferPointer(start: version, count: Memory.length(of: version))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.starts(with: "1.".utf8) && text.count > 2 && text.dropFirst(2).allSatisfy(digits.contains)
    }

    /// With a DOCTYPE there may be an external subset, or a parameter entity, and expat reports a reference to the latter only
    /// when it reads external files.
    mutating func startDoctype(_ name: UnsafePointer<CChar>) {
        guard !isStopped, isShort(name) else { return }
        references.isNeeded = true
        isInDoctype = true
    }

    mutating func endDoctype() {
        guard !isStopped else { return }
        isInDoctype = false
        let end = Int(clamping: XML_GetCurrentByteIndex(parser))
        guard let source = doctypeCapture?.doctype(endingAt: end) else { return }
        doctypeCapture = nil
        build { builder throws(BuildError) in try builder.doctype(source) }
    }

    /// Keeps bytes that the parser is about to be given, unless the root has begun without a DOCTYPE.
    mutating func capture(_ chunk: UnsafeRawBufferPointer) {
        if builder.hasRootBegun {
            doctypeCapture = nil
        } else {
            doctypeCapture?.append(chunk)
        }
    }

    // Comments and instructions in a DOCTYPE belong to that.

    mutating func comment(_ text: UnsafePointer<CChar>) {
        guard !isStopped, !isInDoctype, mayDeliverThing(Memory.length(of: text)) else { return }
        build { builder throws(BuildError) in try builder.comment(CString(text)) }
    }

    mutating func processingInstruction(_ target: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>) {
        guard !isStopped, isShort(target), !isInDoctype else { return }
        guard mayDeliverThing(Memory.length(of: target) + Memory.length(of: data)) else { return }
        build { builder throws(BuildError) in try builder.processingInstruction(CString(target), CString(data)) }
    }

    mutating func startCDATA() {
        guard !isStopped, mayDeliverThing(0) else { return }
        build { builder throws(BuildError) in try builder.startCDATA() }
    }

    mutating func endCDATA() {
        guard !isStopped else { return }
        build { builder throws(BuildError) in try builder.endCDATA() }
    }

    mutating func build(_ body: (inout ValueBuilder) throws(BuildError) -> Void) {
        do throws(BuildError) {
            try body(&builder)
        } catch {
            fail(error)
        }
    }

    // MARK: Faults

    mutating func fail(_ code: XMLReaderError.Code, _ message: ErrorMessage) {
        guard failure == nil else { return }
        failure = error(code, message, isInCallback: true)
        isStopped = true
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    @inline(never)
    private mutating func fail(_ problem: BuildError) {
        let (code, message) = Self.fault(problem)
        fail(code, message)
    }

    /// An error of the builder at the parser's place, when the parser need not be stopped.
    func error(_ problem: BuildError) -> XMLReaderError {
        let (code, message) = Self.fault(problem)
        return error(code, message)
    }

    private static func fault(_ problem: BuildError) -> (XMLReaderError.Code, ErrorMessage) {
        switch problem {
        case .outOfMemory: (.outOfMemory, "memory is exhausted")
        case .tooMany: (.limit, "the document has more than 268,435,456 different names, or a text of 64 GiB")
        case .namespace(let message): (.namespace, message)
        case .collision(let message): (.collision, message)
        }
    }
}

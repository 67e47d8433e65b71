internal import CExpat

/// What expat's callbacks work on.
///
/// It lives behind an `UnsafeMutablePointer` that expat carries as user data: a class would cost half the speed in
/// reference counting and exclusivity checks.
///
/// Expat goes on calling for a while after it was told to stop, so everything a callback does comes behind `isStopped`.
struct ParsingState: ~Copyable {
    let parser: XML_Parser
    var builder: ValueBuilder
    var references = ReferenceCheck()
    /// The encoding the input was found to be in, when the document's declaration could contradict it.
    var expectedEncoding: XMLEncoding?
    /// Whether the input begins with the byte order mark of UTF-8, which expat counts as a column.
    var isMarked = false
    private(set) var failure: XMLReaderError?
    private(set) var isStopped = false
    private let maxDepth: Int
    private let stopsAtRecords: Bool

    private let forbidsEntities: Bool
    /// The document's bytes as far as the end of its DOCTYPE, when that is wanted.
    var prolog: PrologSource?
    private var isInDoctype = false

    init(
        parser: XML_Parser,
        options: XMLReader.Options,
        _ paths: [MarkedPath],
        recordsAt path: XMLPath?
    ) throws(BuildProblem) {
        self.parser = parser
        stopsAtRecords = path != nil
        builder = try ValueBuilder(options, paths, recordsAt: path)
        maxDepth = options.limits.maxDepth
        forbidsEntities = options.entities == .forbidden
        if options.doctypeKey != nil { prolog = PrologSource() }
    }

    // MARK: Callbacks

    @inline(__always)
    mutating func startElement(_ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        guard !isStopped else { return }
        guard builder.open.count < maxDepth else { return failDepth() }
        if references.isNeeded, attributes.pointee != nil {
            checkReferencesInTag()
        }
        do throws(BuildProblem) {
            try builder.startElement(
                name,
                attributes,
                line: XML_GetCurrentLineNumber(parser),
                column: XML_GetCurrentColumnNumber(parser)
            )
        } catch {
            fail(error)
        }
    }

    @inline(__always)
    mutating func text(_ piece: UnsafePointer<CChar>, _ count: Int32) {
        guard !isStopped else { return }
        do throws(BuildProblem) {
            try builder.text(UnsafeRawPointer(piece).assumingMemoryBound(to: UInt8.self), count: Int(count))
        } catch {
            fail(error)
        }
    }

    @inline(__always)
    mutating func endElement() {
        guard !isStopped else { return }
        do throws(BuildProblem) {
            if try builder.endElement(), stopsAtRecords, !isInEntity {
                // Expat returns from its parsing function and goes on from there when it is told to.
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
    private var isInEntity: Bool {
        guard references.isNeeded else { return false }
        return currentSource { source in source.context[source.start...].first == UInt8(ascii: "&") } ?? false
    }

    /// The XML declaration names an encoding.
    ///
    /// It must be the one that the bytes are in; where we transcode, expat does not look.
    mutating func declare(version: UnsafePointer<CChar>?, encoding: UnsafePointer<CChar>?) {
        guard !isStopped else { return }
        build { builder throws(BuildProblem) in try builder.xmlDeclaration(version: version, encoding: encoding) }
        guard let encoding, let expectedEncoding else { return }
        let declared = String(cString: encoding)
        if !expectedEncoding.agrees(withDeclaration: declared) {
            fail(
                .encoding,
                "the declaration says encoding \"\(declared)\", but the bytes are \(expectedEncoding.reason)"
            )
        }
    }

    /// With a DOCTYPE there may be an external subset, or a parameter entity, and expat tells of a reference to the latter only
    /// when it reads external files.
    mutating func startDoctype() {
        guard !isStopped else { return }
        references.isNeeded = true
        isInDoctype = true
    }

    mutating func endDoctype() {
        guard !isStopped else { return }
        isInDoctype = false
        guard let source = prolog?.doctype(endingAt: Int(clamping: XML_GetCurrentByteIndex(parser))) else { return }
        prolog = nil
        build { builder throws(BuildProblem) in try builder.doctype(source) }
    }

    // What stands in a DOCTYPE belongs to that.

    mutating func comment(_ text: UnsafePointer<CChar>) {
        guard !isStopped, !isInDoctype else { return }
        build { builder throws(BuildProblem) in try builder.comment(text) }
    }

    mutating func processingInstruction(_ target: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>) {
        guard !isStopped, !isInDoctype else { return }
        build { builder throws(BuildProblem) in try builder.processingInstruction(target, data) }
    }

    mutating func startCDATA() {
        guard !isStopped else { return }
        build { builder throws(BuildProblem) in try builder.startCDATA() }
    }

    mutating func endCDATA() {
        guard !isStopped else { return }
        build { builder throws(BuildProblem) in try builder.endCDATA() }
    }

    private mutating func build(_ body: (inout ValueBuilder) throws(BuildProblem) -> Void) {
        do throws(BuildProblem) {
            try body(&builder)
        } catch {
            fail(error)
        }
    }

    /// A reference to an entity that has no declaration we could read.
    mutating func skipEntity(_ name: UnsafePointer<CChar>, isParameterEntity: Bool) {
        guard !isStopped else { return }
        guard !isParameterEntity else { return }
        failUndefined(String(cString: name))
    }

    mutating func declareEntity(
        _ name: UnsafePointer<CChar>,
        _ text: UnsafeBufferPointer<CChar>?,
        isParameterEntity: Bool
    ) {
        guard !isStopped else { return }
        if forbidsEntities {
            let kind = isParameterEntity ? "%" : "&"
            return fail(
                .forbiddenEntity,
                "the document declares the entity \(kind)\(String(cString: name));, and entities are forbidden (entities); "
                    + "--entities expand allows them"
            )
        }
        guard let text else { return }
        let name = UnsafeRawBufferPointer(start: name, count: Memory.length(of: name))
        references.declare(Array(name), text: text, isParameterEntity: isParameterEntity)
    }

    /// An attribute's declaration: its default value may hold references too.
    mutating func declareAttribute(hasDefault: Bool) {
        guard !isStopped, references.isNeeded, hasDefault else { return }
        // In the text of a parameter entity, the parser does not show the declaration: then that entity's text must do.
        if let unresolved = Self.source(
            of: parser,
            { source in
                source.literal.map { references.firstUndeclared(in: $0) }
                    ?? references.firstUndeclaredInParameterEntities()
            }
        ), let name = unresolved {
            failUndefined(String(decoding: name, as: UTF8.self))
        }
    }

    mutating func refuseExternalEntity() {
        guard !isStopped else { return }
        let reference = reference ?? "&;"
        let isInside = references.isDeclared(String(reference.dropFirst().dropLast()))
        let entity = isInside ? "an entity that \(reference) refers to" : "the entity \(reference)"
        fail(.externalEntity, "the text of \(entity) is in another file, and nothing named inside a document is opened")
    }

    // MARK: Records

    /// The record that waits, as a value of its own.
    mutating func copyRecord() throws(BuildProblem) -> XMLValue? {
        let isMarked = isMarked
        return try builder.copyRecord { element, path in
            XMLValue.Origin(
                line: Int(clamping: element.line),
                column: Self.column(element.column, line: element.line, isMarked: isMarked),
                path: path
            )
        }
    }

    /// The paths of elements that stand where no record was found; `nil` when one was.
    var pathsInstead: [String]? {
        guard let selection = builder.selection, !selection.hasFound else { return nil }
        let paths = selection.similar.isEmpty ? selection.others : selection.similar
        return paths.map { path in path.map { "/" + Self.step(builder.names.names[$0].string) }.joined() }
    }

    /// A name as a path has it: a namespace in front that cannot stand there as it is stands in braces.
    private static func step(_ name: String) -> String {
        guard (try? XMLPath(name))?.description != name || name.contains("/"), let colon = name.lastIndex(of: ":")
        else {
            return name
        }
        return "{\(name[..<colon])}\(name[name.index(after: colon)...])"
    }

    // MARK: Faults

    mutating func fail(_ code: XMLReaderError.Code, _ message: String) {
        guard failure == nil else { return }
        failure = error(code, message)
        isStopped = true
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    @inline(never)
    private mutating func fail(_ problem: BuildProblem) {
        let (code, message) = Self.fault(problem)
        fail(code, message)
    }

    /// An error about what was found where the parser stands, when it need not be stopped.
    func error(_ problem: BuildProblem) -> XMLReaderError {
        let (code, message) = Self.fault(problem)
        return error(code, message)
    }

    private static func fault(_ problem: BuildProblem) -> (XMLReaderError.Code, String) {
        switch problem {
        case .outOfMemory: (.outOfMemory, "memory is exhausted")
        case .tooMany: (.limit, "the document has more than 268,435,456 different names, or a text of 64 GiB")
        case .tooManyDeclarations:
            (
                .limit,
                "elements have more than 100 namespace declarations in force on average, and each is given all of them; "
                    + "--xmlns collect gives each its own"
            )
        case .namespace(let message): (.namespace, message)
        case .collision(let message): (.collision, message)
        }
    }

    @inline(never)
    private mutating func failDepth() {
        fail(.limit, "elements are nested more than \(maxDepth) deep (maxDepth); --max-depth N allows more")
    }

    private mutating func failUndefined(_ name: String) {
        fail(
            .undefinedEntity,
            "the entity &\(name); is not declared here, and nothing named inside a document is opened to look for it"
        )
    }

    /// NO-SILENT-LOSS in attribute values, where expat leaves out what it cannot resolve and says nothing.
    @inline(never)
    private mutating func checkReferencesInTag() {
        let unresolved = Self.source(of: parser) { source in references.firstUndeclared(in: source.text) }
        if let unresolved, let name = unresolved {
            failUndefined(String(decoding: name, as: UTF8.self))
        }
    }
}

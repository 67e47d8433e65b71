import XML2Dict
import XML2DictShape

/// The request of a command line.
struct Invocation {
    enum Task: Equatable {
        case convert
        case showHelp
        case showVersion
        case generate(GeneratedText)
    }

    /// What is done with parts of a file.
    enum PartTask {
        /// Write how the file can be cut.
        case plan
        /// Convert one part.
        case convert(PlannedPart)

        var flag: String {
            switch self {
            case .plan: "plan"
            case .convert: "part"
            }
        }
    }

    enum Color {
        case always, never, auto
    }

    enum AttributeMode: String {
        case merge, prefix, group, discard
    }

    var task = Task.convert
    var options = XMLOptions()
    // The values of the flags for attributes; nil without the flag.
    var attributeMode: AttributeMode?
    var attributePrefix: String?
    var attributeGroup: String?
    /// The names of the flags that were given.
    var given: Set<String> = []
    /// The paths of the elements and attributes to write one by one; none for whole documents.
    var records: [XMLPath] = []
    /// Whether JSON is read and XML is written.
    var writesXML = false
    // What only a writer of XML needs.
    var rootName: String?
    var itemName: String?
    var attributeNames: Set<String> = []
    var declaresNamespaces = false
    var hasLongEmptyTags = false
    /// Whether broken records are skipped.
    var skipsBrokenRecords = false
    var format = XMLValue.JSONFormat.pretty
    var color = Color.auto
    /// Whether compressed input is decompressed.
    var decompresses = true
    /// What is done with parts of a file; `nil` for whole files.
    var parts: PartTask?
    /// How many bytes a planned part has at least.
    var partSize = 64 * 1024 * 1024
    /// How many threads read a file; `nil` for as many as there are cores, if the file is large.
    var threads: Int?
    /// The format of a description of the inputs; `nil` converts them.
    var description: DescriptionFormat?
    // The values of the flags for shapes.
    /// The file of the schema that all values are held to.
    var shape: Argument?
    var fillsMissingLists = false
    /// Whether values that do not fit the schema are written.
    var warnsOfMismatches = false
    /// Whether slow work may show its progress.
    var showsProgress = true
    /// The file to write, or `nil` for standard output.
    var output: Argument?
    /// The files to read, `-` for standard input; without a file, the command reads standard input.
    var inputs: [Argument] = []

    /// Combines the values of all flags, after the last one has been parsed.
    ///
    /// - Parameters:
    ///   - report: Called for each broken record that is skipped.
    ///   - warn: Called for values that do not fit the schema and are written.
    /// - Returns: The options.
    /// - Throws: `UsageError` for flags that contradict each other, and for invalid values.
    func checkedOptions(
        _ report: @escaping @Sendable (XMLReaderError) -> Void,
        warn: @escaping @Sendable (XMLReaderError) -> Void
    ) throws(UsageError) -> CheckedOptions {
        var options = options
        options.attributes = try attributes()
        if given.contains("xmlns"), options.namespaceDeclarations == .keep, options.namespaces == .strip {
            throw UsageError(
                "--namespaces strip and --xmlns keep contradict each other; --xmlns collect keeps declarations"
            )
        }
        if given.contains("xml-declaration"), options.includesXMLDeclaration, !options.keepsRoot {
            throw UsageError(
                "--xml-declaration keep has no meaning where the root is dropped: there is no place beside it"
            )
        }
        try checkMatching()
        try checkLayout()
        for (flag, path) in [("records", records.last?.description), ("select", options.select.last?.description)] {
            if let path, inputs.isEmpty, Self.isFile(path) {
                let name = Terminal.shown(path)
                throw UsageError("--\(flag) takes a path of elements, and '\(name)' is a file: is the path missing?")
            }
        }
        if skipsBrokenRecords, records.isEmpty {
            throw UsageError("--on-error skip needs --records: it skips broken records")
        }
        if given.contains("max-errors"), !skipsBrokenRecords {
            throw UsageError("--max-errors needs --on-error skip: it bounds the number of skipped records")
        }
        try checkDirection()
        try checkParts()
        try checkDescription(options)
        options.heldShape = try heldShape(warn)
        if let description, !description.isOfOutput { options = XMLDescription.options(for: options) }
        let policy: XMLErrorPolicy = skipsBrokenRecords ? .skip(report) : .stop
        do throws(XMLReaderError) {
            return try CheckedOptions(options, recordsAt: recordPath, onError: policy, isSeries: records.isEmpty)
        } catch {
            let flag = error.option.flatMap(Flag.setting)
            throw UsageError((flag.map { "--\($0.name): " } ?? "") + Address.hidingPasswords(in: error.words.withFlags))
        }
    }

    /// One path that means all that were given; `nil` for whole documents.
    var recordPath: XMLPath? {
        records.isEmpty ? nil : XMLPath(records.map(\.description).joined(separator: "|"))
    }

    /// Refuses `--require-match` without anything that could match.
    private func checkMatching() throws(UsageError) {
        let isWithoutPaths =
            records.isEmpty && options.select.isEmpty && options.skip.isEmpty && options.forceList.isEmpty
            && options.forceText.isEmpty && options.typesByPath.isEmpty && options.namespacePrefixes.isEmpty
        guard options.requiresMatch, isWithoutPaths else { return }
        throw UsageError(
            "--require-match has nothing to look for: it needs --records, --select, --skip or another flag with a path"
        )
    }

    /// The flags that have no meaning where JSON is read, and those that have one only there.
    private static let readingFlags = [
        "records", "select", "on-error", "max-errors", "origin", "require-match", "encoding", "concatenated",
        "sort-keys", "color", "threads", "plan", "part", "part-size", "shape", "missing", "on-mismatch",
    ]
    private static let writingFlags = Flag.all.filter { $0.member == nil && $0.writerMember != nil }.map(\.name)

    /// Refuses flags that have no meaning in the direction of the conversion.
    private func checkDirection() throws(UsageError) {
        if writesXML, let flag = Self.readingFlags.first(where: given.contains) {
            throw UsageError("--\(flag) has no meaning with --to-xml")
        }
        guard !writesXML else { return }
        if let rootName {
            throw UsageError("--root \(Terminal.shown(rootName)) needs --to-xml; otherwise --root takes keep or drop")
        }
        if let flag = Self.writingFlags.first(where: given.contains) { throw UsageError("--\(flag) needs --to-xml") }
    }

    /// Refuses flags that have no meaning with parts of a file, and parts without records.
    private func checkParts() throws(UsageError) {
        if given.contains("part-size"), parts?.flag != "plan" {
            throw UsageError("--part-size needs --plan: it is the size of planned parts")
        }
        guard let parts else { return }
        if given.contains("plan"), given.contains("part") {
            throw UsageError(
                "--plan and --part contradict each other: a plan is made once, and then its parts are read"
            )
        }
        if records.isEmpty { throw UsageError("--\(parts.flag) needs --records: parts begin and end between records") }
        if inputs.count > 1 { throw UsageError("--\(parts.flag) takes one file") }
        for flag in ["on-error", "require-match", "threads"] where given.contains(flag) {
            throw UsageError("--\(flag) has no meaning with --\(parts.flag), which does not read all records")
        }
    }

    /// Refuses flags that have no meaning with a description.
    private func checkDescription(_ options: XMLOptions) throws(UsageError) {
        if given.contains("max-paths"), description == nil {
            throw UsageError("--max-paths needs --describe")
        }
        guard let description else { return }
        for flag in ["plan", "part", "to-xml", "shape"] where given.contains(flag) {
            throw UsageError("--\(flag) has no meaning with --describe")
        }
        if description.isOfOutput, options.elements == .array {
            throw UsageError(
                "--describe=\(description.rawValue) needs elements as dictionaries, and not as arrays (--elements, --convention jsonml)"
            )
        }
    }

    /// The writer of XML with the combined options; `nil` where JSON is written.
    func writer(_ options: XMLOptions) throws(UsageError) -> XMLWriter? {
        guard writesXML else { return nil }
        var writer = XMLWriter(options)
        writer.rootName = rootName
        writer.itemName = itemName
        writer.attributeNames = attributeNames
        writer.declaresNamespaces = declaresNamespaces
        writer.format.indentation = format.indentation
        writer.format.isASCII = format.isASCII
        writer.format.hasLongEmptyTags = hasLongEmptyTags
        writer.format.hasDeclaration = !given.contains("xml-declaration") || options.includesXMLDeclaration
        do throws(XMLWriterError) {
            try writer.check()
        } catch {
            throw UsageError(Address.hidingPasswords(in: error.words.withFlags))
        }
        return writer
    }

    /// Refuses indentation of records, which are single lines.
    private func checkLayout() throws(UsageError) {
        let flag = format.indentation == .tab ? "tab" : "indent"
        guard !records.isEmpty, format.indentation != .none, given.contains(flag) else { return }
        throw UsageError("--records and --\(flag) contradict each other: each record is one line")
    }

    /// Whether a path of elements is more likely a file name: it has a dot, and such a file exists.
    private static func isFile(_ name: String) -> Bool {
        name.contains(".") && isRegularFile(name)
    }

    private func attributes() throws(UsageError) -> XMLOptions.Attributes {
        if attributePrefix != nil, attributeGroup != nil {
            throw UsageError(
                "--attr-prefix and --attr-group cannot be given together: attributes are prefixed or grouped"
            )
        }
        if let mode = attributeMode {
            if attributePrefix != nil, mode != .prefix { throw contradiction(mode, "--attr-prefix") }
            if attributeGroup != nil, mode != .group { throw contradiction(mode, "--attr-group") }
        }
        switch attributeMode {
        case .merge: return .merge
        case .discard: return .discard
        case .prefix: return .prefix(attributePrefix ?? prefixOfConvention ?? "@")
        case .group: return .group(attributeGroup ?? "@attributes")
        case nil:
            if let attributePrefix { return .prefix(attributePrefix) }
            if let attributeGroup { return .group(attributeGroup) }
            return options.attributes
        }
    }

    private var prefixOfConvention: String? {
        if case .prefix(let prefix) = options.attributes { prefix } else { nil }
    }

    private func contradiction(_ mode: AttributeMode, _ flag: String) -> UsageError {
        UsageError("--attributes \(mode.rawValue) and \(flag) contradict each other")
    }
}

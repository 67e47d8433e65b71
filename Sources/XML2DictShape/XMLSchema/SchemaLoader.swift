import XML2Dict

/// Loads the documents of a schema: the files that were given, and those that they include and import.
///
///     given  order.xsd ──include──▶ types.xsd
///                      ──import───▶ common.xsd ──import, no location──▶ known, or given, or missed where it is needed
///
/// Nothing is fetched, and nothing is read outside the folders of the given files (NO-FETCH).
struct SchemaLoader {
    private(set) var documents = SchemaDocuments()
    /// The rows of the declarations at the top, by kind and name; simple and complex types are one kind.
    private(set) var globals: [SchemaRow.Kind: [Int32: Int]] = [:]

    /// The files that wait to be read, and the rows that name them.
    private var wanted: [(path: String, row: Int)] = []
    /// The imports and the redefinitions, in the order in which they were read.
    private var imports: [Int] = []
    private var redefinitions: [Int] = []
    /// The files that were read; those without a namespace with the one that they took over.
    private var loaded: Set<String> = []
    /// The web addresses of files that were not read, and the namespaces that those have.
    private var unread: [(namespace: Int32, address: String)] = []
    private var files: [String] = []
    private var folders: [String] = []
    /// The given files by their absolute paths: a pipe can be read only once.
    private var sources: [String: XMLSource] = [:]
    /// The target namespaces of all documents.
    private var known: Set<Int32> = []
    private let limits: [XMLOptions.Limit: Int]

    /// Loads files.
    ///
    /// - Throws: An `XMLError`: `cannotOpen` for a given file, and otherwise `invalidSchema`.
    init(files: [(name: String, source: XMLSource)], limits: [XMLOptions.Limit: Int]) throws(XMLError) {
        self.limits = limits
        self.files = files.map { SchemaPath.normalized($0.name) }
        let paths = self.files.map(SchemaPath.absolute)
        folders = paths.map(SchemaPath.folder)
        sources = Dictionary(zip(paths, files.map(\.source))) { first, _ in first }
        for file in self.files where !isLoaded(file, includer: nil) { try read(file, includer: nil) }
        try finish()
    }

    /// Loads a schema in memory, which includes no files.
    init(_ source: XMLSource, limits: [XMLOptions.Limit: Int]) throws(XMLError) {
        self.limits = limits
        try read(source, nil, includer: nil)
        try finish()
    }

    private mutating func finish() throws(XMLError) {
        let given = known
        try readWanted()
        var place = 0
        while place < imports.count {
            let namespace = documents.location(of: imports[place]).namespace
            if !given.contains(namespace), namespace != documents.schemaNamespace { try want(imports[place]) }
            try readWanted()
            place += 1
        }
        documents.firstKnown = Int32(documents.documents.count)
        for (uri, text) in KnownSchemas.all {
            guard let namespace = documents.names.namespaces.known(uri.utf8), !known.contains(namespace) else {
                continue
            }
            // All schemas know this namespace; few refer to its element.
            if namespace == documents.schemaNamespace, documents.names.known(namespace, "schema".utf8) == nil {
                continue
            }
            try read(.string(text), nil, includer: nil)
        }
        try declare()
        for redefinition in redefinitions.reversed() { try redefine(redefinition) }
    }

    private mutating func readWanted() throws(XMLError) {
        while let (path, row) = wanted.popLast() {
            let isImport = documents.rows[row].kind == .import, first = documents.documents.count
            let expected = documents.namespace(namedBy: row)
            let includer = isImport ? nil : expected
            guard !isLoaded(path, includer: includer) else { continue }
            do throws(XMLError) {
                try read(path, includer: includer)
            } catch  where error.code == .cannotOpen {
                if isImport, isKnown(expected) { continue }
                let other = isImport ? ", or give the one with this namespace with another --shape" : ""
                throw documents.fault(row, "\(path) cannot be read (\(error.message)); put the file there\(other)")
            }
            guard first < documents.documents.count, documents.documents[first].target != expected else { continue }
            let uri = documents.names.uri(of: documents.documents[first].target)
            let wanted = documents.names.uri(of: expected)
            throw documents.fault(row, "\(path) has the namespace '\(uri)', where '\(wanted)' is expected")
        }
    }

    private func isLoaded(_ file: String, includer: Int32?) -> Bool {
        loaded.contains(SchemaPath.absolute(file)) || loaded.contains(Self.key(file, includer))
    }

    private static func key(_ file: String, _ includer: Int32?) -> String {
        "\(SchemaPath.absolute(file))\n\(includer ?? ExpandedNames.none)"
    }

    /// Whether a schema is known without a file, or another file has its namespace.
    private func isKnown(_ namespace: Int32) -> Bool {
        known.contains(namespace) || KnownSchemas.all.contains { $0.uri == documents.names.uri(of: namespace) }
    }

    // MARK: One file

    private mutating func read(_ file: String, includer: Int32?) throws(XMLError) {
        try read(sources[SchemaPath.absolute(file)] ?? .file(file), file, includer: includer)
    }

    private mutating func read(_ source: XMLSource, _ file: String?, includer: Int32?) throws(XMLError) {
        var options = SchemaElement.options
        if documents.firstKnown == .max { options.input.limits = limits }
        let root: SchemaElement
        do throws(XMLError) {
            let document = try XMLReader(options).read(source)
            root = SchemaElement(document: document, entry: document.content)
        } catch {
            var fault = error
            if error.code == .namespace {
                // The options of documents do not help in a schema.
                fault = XMLError(.invalidSchema, message: error.message)
                (fault.line, fault.column) = (error.line, error.column)
            }
            fault.file = file
            if ![.cannotOpen, .limit].contains(error.code) { fault.code = .invalidSchema }
            throw fault
        }
        var schemas = [root]
        if root.schemaName != "schema" {
            guard KnownSchemas.descriptions.contains(root.name) else {
                let shown = root.name.prefix(200)
                let fact: ErrorMessage = "the root is <\(shown)>, which is neither an XML Schema nor a WSDL"
                throw XMLError(.invalidSchema, fact, file: file, line: root.line)
            }
            // Messages have an envelope, whether or not the schemas name it.
            for uri in KnownSchemas.envelopes { _ = documents.names.namespace(uri.utf8) }
            let types = root.children.filter { $0.name.hasSuffix(":types") }
            schemas = types.flatMap(\.children).filter { $0.schemaName == "schema" }
        }
        if let file {
            let hasNamespace = root["targetNamespace"] != nil
            loaded.insert(hasNamespace ? SchemaPath.absolute(file) : Self.key(file, includer))
        }
        for schema in schemas {
            let first = documents.rows.count
            _ = try SchemaRowReader(schema, file: file, includer: includer, &documents)
            known.insert(documents.documents[documents.documents.count - 1].target)
            for row in documents.children(of: first) {
                let kind = documents.rows[row].kind
                if kind == .import { imports.append(row) }
                if kind == .redefine { redefinitions.append(row) }
                if kind == .include || kind == .redefine { try want(row) }
            }
        }
    }

    /// Lets the file that a row names be read.
    private mutating func want(_ row: Int) throws(XMLError) {
        if let path = try path(of: row) { wanted.append((path, row)) }
    }

    /// The path of the file that a row names; `nil` for a web address, and without a location.
    private mutating func path(of row: Int) throws(XMLError) -> String? {
        let location = documents.location(of: row).address
        if SchemaPath.isURL(location) {
            // A given file of that name is the one, unless several have it.
            let last = SchemaPath.name(of: SchemaPath.decoded(location))
            let found = files.filter { SchemaPath.name(of: $0).utf8.elementsEqual(last.utf8) }
            if found.count == 1 { return found[0] }
        }
        guard let name = SchemaPath.isURL(location) ? SchemaPath.ofFile(location) : location else {
            unread.append((documents.namespace(namedBy: row), location))
            return nil
        }
        guard !name.isEmpty else { return nil }
        guard let folder = documents.document(of: row).file.map(SchemaPath.folder) else {
            throw documents.fault(
                row,
                "'\(location)' is beside no file, as this schema is not a file; give the names of files"
            )
        }
        let file = SchemaPath.decoded(name), path = SchemaPath.normalized(file.hasPrefix("/") ? file : folder + file)
        let absolute = SchemaPath.absolute(path)
        guard folders.contains(where: { absolute.utf8.starts(with: $0.utf8) }) else {
            throw documents.fault(
                row,
                "'\(location)' leads outside the folder of the schema; give that file with another --shape"
            )
        }
        return path
    }

    // MARK: Declarations

    /// The kind under which a declaration is found.
    static func kind(_ kind: SchemaRow.Kind) -> SchemaRow.Kind { kind == .simpleType ? .complexType : kind }

    private mutating func declare() throws(XMLError) {
        let redefined = Set(redefinitions.flatMap(documents.children))
        for row in documents.rows.indices where documents.rows[row].flags.contains(.isGlobal) {
            let declared = documents.rows[row].kind, kind = Self.kind(declared), name = documents.rows[row].name
            guard name >= 0, !redefined.contains(row) else { continue }
            if let other = globals[kind]?[name] {
                let place = "\(documents.document(of: other).file ?? ""):\(documents.rows[other].line)"
                let shown = documents.names.shown(name)
                throw documents.fault(row, "the \(declared.rawValue) \(shown) is declared twice: also at \(place)")
            }
            globals[kind, default: [:]][name] = row
        }
    }

    /// Puts the declarations of a `redefine` in the place of those that they redefine, which get other names.
    private mutating func redefine(_ redefinition: Int) throws(XMLError) {
        for row in documents.children(of: redefinition) where documents.rows[row].name >= 0 {
            let kind = Self.kind(documents.rows[row].kind), name = documents.rows[row].name
            guard let old = globals[kind]?[name] else {
                let shown = documents.names.shown(name)
                throw unread(name, "\(shown) is redefined", at: row)
                    ?? documents.fault(row, "\(shown) is redefined, and the file does not declare it")
            }
            let namespace = documents.names.names[Int(name)].namespace
            // No name has a space.
            let hidden = documents.names.number(namespace, "\(documents.names.local(name)) redefined \(row)".utf8)
            globals[kind]?[hidden] = old
            globals[kind]?[name] = row
            rename(name, to: hidden, in: row, isGroup: kind != .complexType)
        }
    }

    /// Gives the references of a redefinition to what it redefines the other name of that.
    private mutating func rename(_ name: Int32, to hidden: Int32, in row: Int, isGroup: Bool) {
        var rest = documents.children(of: row)
        while let inner = rest.popLast() {
            let kind = documents.rows[inner].kind
            if isGroup {
                if kind == .group || kind == .attributeGroup, documents.rows[inner].reference == name {
                    documents.rows[inner].reference = hidden
                }
                rest += documents.children(of: inner)
            } else if kind == .extension || kind == .restriction {
                if documents.rows[inner].type == name { documents.rows[inner].type = hidden }
            } else if kind == .complexContent || kind == .simpleContent {
                // Types deeper inside mean the new type.
                rest += documents.children(of: inner)
            }
        }
    }

    /// The error of a name that nothing declares.
    func unknown(_ name: Int32, _ what: String, at row: Int) -> XMLError {
        let namespace = documents.names.names[Int(name)].namespace, shown = documents.names.shown(name)
        let fact: ErrorMessage = "the \(what) \(shown) is not declared"
        if !known.contains(namespace), namespace != documents.schemaNamespace {
            let uri = documents.names.uri(of: namespace)
            return documents.fault(
                row,
                "\(fact), as no file has the namespace '\(uri)'; give that file with another --shape"
            )
        }
        return unread(name, fact, at: row) ?? documents.fault(row, fact)
    }

    /// The error of a name that an unread file may declare; `nil` if none could.
    private func unread(_ name: Int32, _ fact: ErrorMessage, at row: Int) -> XMLError? {
        let namespace = documents.names.names[Int(name)].namespace
        guard let address = unread.first(where: { $0.namespace == namespace })?.address else { return nil }
        let name = SchemaPath.name(of: SchemaPath.decoded(address)), shownName = name.isEmpty ? "" : ", as \(name),"
        return documents.fault(
            row,
            "\(fact), and \(address) is not fetched; give that file\(shownName) with another --shape"
        )
    }
}

/// Names of files, as the locations of schemas write them.
enum SchemaPath {
    static func isURL(_ location: String) -> Bool {
        guard let colon = location.firstIndex(of: ":") else { return false }
        let scheme = location[..<colon]
        return scheme.count > 1 && scheme.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") }
    }

    /// The path in a URL with the scheme `file`; `nil` for other URLs.
    static func ofFile(_ location: String) -> String? {
        guard location.prefix(5).lowercased() == "file:" else { return nil }
        let path = location.dropFirst(5)
        guard path.hasPrefix("//") else { return String(path) }
        // The name of a host is between the slashes.
        return String(path.dropFirst(2).drop { $0 != "/" })
    }

    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// The last part of a path.
    static func name(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }

    /// A path without `.`, and without `..` after a name.
    static func normalized(_ path: String) -> String {
        let root = path.hasPrefix("/") ? "/" : ""
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if let last = parts.last, last != ".." {
                parts.removeLast()
            } else if root.isEmpty {
                parts.append(part)
            }
        }
        return root + parts.joined(separator: "/")
    }

    /// The absolute path that a normalized one means; paths of one file are equal.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        // No file has this name, so that nothing is inside an unknown folder.
        return normalized((FileDescriptor.currentFolder ?? "/\0") + "/" + path)
    }

    /// A location without the escapes of a URI (RFC 3986, section 2.1), and without a fragment.
    static func decoded(_ location: String) -> String {
        var bytes: [UInt8] = [], rest = location.utf8.prefix { $0 != UInt8(ascii: "#") }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

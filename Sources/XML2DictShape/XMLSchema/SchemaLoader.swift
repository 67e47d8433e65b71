import XML2Dict

/// Loads the given files of a schema, and the files that they include and import.
///
///     given  order.xsd ──include──▶ types.xsd
///                      ──import───▶ common.xsd ──import, no location──▶ a known or given namespace, or an error
///
/// The loader fetches nothing, and opens only regular files below the allowed folders (NO-FETCH).
struct SchemaLoader {
    let documents: SchemaDocuments
    /// The rows of global declarations by kind and name, where simple types have the kind `complexType`.
    private(set) var globals: [SchemaRow.Kind: [Int32: Int]] = [:]

    private(set) var anyTypes: [Int32] = []

    private var includes: [Int] = []
    private var imports: [Int] = []
    /// The namespaces whose imports need no file: XML Schema, and the namespaces of the given files.
    private var given: Set<Int32> = []
    /// The paths of the files that were read, combined with the includer's namespace if a file has no namespace.
    private var loaded: Set<String> = []
    /// The locations that were not read: web addresses, and empty addresses for imports without a location.
    private var unread: [SchemaDocuments.Location] = []
    private var files: [String] = []
    /// The folders that may contain files at absolute locations (`ownFolders`) and at relative locations (`folders`).
    private var ownFolders: [String] = []
    private var folders: [String] = []
    /// The folder for relative locations in a schema from a pipe or a device.
    private let workingFolder: String?
    /// The given files by their absolute paths, because a pipe can be read only once.
    private var sources: [String: XMLSource] = [:]
    private var known: Set<Int32> = []
    private let reader: XMLReader

    /// Loads files, or schemas in memory, which have no names and include no files.
    ///
    /// Included and imported files must be below `folder` or `workingFolder`. By default, `folder` is the parent of
    /// each given file's folder.
    ///
    /// - Throws: An `XMLError` with the code `cannotOpen` for a given file, and otherwise `invalidSchema`.
    init(
        files: [(name: String?, source: XMLSource)],
        within folder: String?,
        workingFolder: String?,
        limits: [XMLOptions.Limit: Int]
    ) throws(XMLError) {
        let notes = XMLPath(unchecked: "{\(NamespaceURI.schema)}annotation")
        reader = XMLReader(.forSchemas(without: notes, limits))
        self.workingFolder = workingFolder
        documents = SchemaDocuments(memberLimit: Limits(limits)[.members])
        self.files = files.compactMap { $0.name.map(SchemaPath.normalized) }
        let paths = self.files.map(SchemaPath.absolute)
        let within = folder.map { [SchemaPath.absolute(SchemaPath.normalized($0))] }
        ownFolders = within ?? paths.compactMap(SchemaPath.ownFolder)
        let outer = within == nil ? ownFolders.map { SchemaPath.folder(of: String($0.dropLast())) } : []
        // The root folder would admit every file.
        folders = ownFolders + (outer + [workingFolder].compactMap(\.self)).filter { $0.utf8.count > 1 }
        sources = Dictionary(zip(paths, files.map(\.source))) { first, _ in first }
        for (name, source) in files {
            let file = name.map(SchemaPath.normalized)
            if let file, isLoaded(file, includer: nil) { continue }
            try read(source, file, includer: nil)
        }
        given = known.union([documents.schemaNamespace])
        while let row = includes.popLast() ?? imports.popLast() { try readFile(namedBy: row) }
        addKnownNames()
        try declare()
    }

    private mutating func readFile(namedBy row: Int) throws(XMLError) {
        let isImport = documents.rows[row].kind == .import, first = documents.documents.count
        guard let location = documents.locations[row] else { return }
        let expected = location.namespace, includer = isImport ? nil : expected
        if isImport, given.contains(expected) { return }
        guard let (path, folders) = try path(of: location, at: row), !isLoaded(path, includer: includer) else { return }
        do throws(XMLError) {
            if let given = sources[SchemaPath.absolute(path)] {
                try read(given, path, includer: includer)
            } else {
                let file = try Self.open(path, in: folders)
                defer { withExtendedLifetime(file) {} }
                try read(.fileDescriptor(file.rawValue), path, includer: includer)
            }
        } catch  where error.code == .cannotOpen {
            if isImport, isKnown(expected) { return }
            let other = isImport ? ", or give the one with this namespace with another --shape" : ""
            let remedy = error.remedy ?? "put the file there\(other)"
            throw documents.fault(row, "\(path) cannot be read (\(error.message)); \(remedy)")
        }
        guard first < documents.documents.count, documents.documents[first].target != expected else { return }
        let uri = documents.names.uri(of: documents.documents[first].target), wanted = documents.names.uri(of: expected)
        throw documents.fault(row, "\(path) has the namespace '\(uri)', where '\(wanted)' is expected")
    }

    private func isLoaded(_ file: String, includer: Int32?) -> Bool {
        loaded.contains(SchemaPath.absolute(file)) || loaded.contains(Self.key(file, includer))
    }

    private static func key(_ file: String, _ includer: Int32?) -> String {
        "\(SchemaPath.absolute(file))\n\(includer ?? ExpandedNames.none)"
    }

    private func isKnown(_ namespace: Int32) -> Bool {
        known.contains(namespace) || KnownNamespaces.all.contains { $0.uri == documents.names.uri(of: namespace) }
    }

    /// Opens a regular file that a schema names, if the file is in one of `folders` after links are resolved.
    private static func open(_ path: String, in folders: [String]) throws(XMLError) -> FileDescriptor {
        var fault: ErrorMessage = "it is not a regular file"
        do throws(SystemError) {
            guard let real = FileDescriptor.realPath(path) else { throw .current }
            if !folders.compactMap(FileDescriptor.realPath).contains(where: { SchemaPath.isFile(real, in: $0) }) {
                fault = "a link leads outside the folder above the schema; give that file with another --shape"
            } else if FileDescriptor.isPlainFile(real) {
                let file = try FileDescriptor(reading: real, waits: false)
                if file.isPlainFile, FileDescriptor.realPath(path) == real { return file }
            }
        } catch {
            fault = "cannot open: \(error.text)"
        }
        throw XMLError(.cannotOpen, fault)
    }

    private mutating func read(_ source: XMLSource, _ file: String?, includer: Int32?) throws(XMLError) {
        let isGiven = file.map { sources[SchemaPath.absolute($0)] != nil } ?? true
        let foreign: ErrorMessage =
            "this file, which a schema names, is not an XML Schema; give it with another --shape"
        let root: SchemaElement
        do throws(XMLError) {
            let document = try reader.read(source)
            root = SchemaElement(document: document, entry: document.content)
        } catch {
            var fault = error
            if ![.cannotOpen, .limit].contains(error.code) {
                if isGiven {
                    // Removes advice about the options of documents, which does not apply to a schema.
                    fault.words = "\(error.message)"
                } else {
                    // The message must not show the text of a file that is not a schema.
                    fault = XMLError(.invalidSchema, foreign)
                    (fault.line, fault.column) = (error.line, error.column)
                }
                fault.code = .invalidSchema
            }
            fault.file = file
            throw fault
        }
        var schemas = [root]
        if root.schemaName != "schema" {
            guard KnownNamespaces.descriptions.contains(root.name) else {
                let shown = root.name.prefix(200)
                let fact: ErrorMessage = "the root is <\(shown)>, which is neither an XML Schema nor a WSDL"
                throw XMLError(.invalidSchema, isGiven ? fact : foreign, file: file, line: root.line)
            }
            // A message has a SOAP envelope, even if no schema of the WSDL names the envelope.
            for uri in KnownNamespaces.envelopes { _ = documents.names.namespace(uri.utf8) }
            let types = root.children.filter { $0.name.hasSuffix(":types") }
            schemas = types.flatMap(\.children).filter { $0.schemaName == "schema" }
        }
        if let file {
            let hasNamespace = root["targetNamespace"] != nil
            loaded.insert(hasNamespace ? SchemaPath.absolute(file) : Self.key(file, includer))
        }
        for schema in schemas {
            let first = documents.rows.count
            _ = try SchemaRowReader(schema, file: file, includer: includer, documents)
            known.insert(documents.documents[documents.documents.count - 1].target)
            let rows = documents.children(of: first)
            // A file without a target namespace is read and counted once for each namespace of the including files.
            try documents.count(rows.count * Self.declarationCost, at: first)
            includes += rows.filter { documents.rows[$0].kind == .include }
            imports += rows.reversed().filter { documents.rows[$0].kind == .import }
        }
    }

    /// Returns a path and the folders that may contain the file, or `nil` if the loader needs no file.
    private mutating func path(of wanted: SchemaDocuments.Location, at row: Int) throws(XMLError) -> (String, [String])?
    {
        let (namespace, location) = wanted
        let isURL = SchemaPath.isURL(location)
        if isURL {
            // A given file with the URL's file name replaces the URL, unless several given files have this name.
            let last = SchemaPath.name(of: SchemaPath.decoded(location))
            let found = files.filter { SchemaPath.name(of: $0).utf8.elementsEqual(last.utf8) }
            if found.count == 1 { return (found[0], []) }
        }
        guard let name = isURL ? SchemaPath.ofFile(location) : location, !name.isEmpty else {
            unread.append((namespace, location))
            return nil
        }
        let decoded = SchemaPath.decoded(name), isAbsolute = decoded.hasPrefix("/")
        var fact = isAbsolute ? "is not in the folder of a given schema" : "leads outside the folder above the schema"
        let file = documents.document(of: row).file
        let hasFolder = file.flatMap { SchemaPath.ownFolder(of: SchemaPath.absolute($0)) } != nil
        if let folder = hasFolder ? file.map(SchemaPath.folder) : workingFolder.map({ _ in "" }) {
            let path = SchemaPath.normalized(isAbsolute ? decoded : folder + decoded)
            let absolute = SchemaPath.absolute(path), allowed = isAbsolute ? ownFolders : folders
            if allowed.contains(where: { SchemaPath.isFile(absolute, in: $0) }) { return (path, allowed) }
        } else {
            fact = "is beside no file, as this schema is not a file"
        }
        if documents.rows[row].kind == .import, isKnown(namespace) { return nil }
        throw documents.fault(row, "'\(location)' \(fact); give that file with another --shape")
    }

    /// A global declaration takes the memory of several members.
    private static let declarationCost = 8

    static func kind(_ kind: SchemaRow.Kind) -> SchemaRow.Kind { kind == .simpleType ? .complexType : kind }

    private mutating func declare() throws(XMLError) {
        for row in documents.rows.indices where documents.rows[row].isGlobal {
            let declared = documents.rows[row].kind, kind = Self.kind(declared), name = documents.rows[row].name
            guard name >= 0 else { continue }
            if let other = globals[kind]?[name] {
                let position = "\(documents.document(of: other).file ?? ""):\(documents.rows[other].line)"
                let shown = documents.names.shown(name)
                throw documents.fault(row, "the \(declared.rawValue) \(shown) is declared twice: also at \(position)")
            }
            globals[kind, default: [:]][name] = row
        }
    }

    private mutating func addKnownNames() {
        let kinds: [Character: SchemaRow.Kind] = ["@": .attribute, "#": .attributeGroup, ":": .complexType]
        for (uri, prefix, names) in KnownNamespaces.all {
            guard let namespace = documents.names.namespaces.known(uri.utf8), !known.contains(namespace) else {
                continue
            }
            // All schemas know the namespace of XML Schema, but few refer to its element `schema`.
            if namespace == documents.schemaNamespace, documents.names.known(namespace, "schema".utf8) == nil {
                continue
            }
            if documents.names.prefixes[namespace] == nil { documents.names.prefixes[namespace] = prefix }
            let document = Int32(documents.documents.count)
            documents.documents.append(SchemaDocuments.Document(file: nil, target: namespace))
            var attributes: [Int] = []
            for word in names.split(separator: " ") {
                let kind = word.first.flatMap { kinds[$0] }, local = word.utf8.dropFirst(kind == nil ? 0 : 1)
                var row = SchemaRow(kind: kind ?? .element, document: document, line: 0)
                (row.name, row.isGlobal) = (documents.names.id(namespace, local), true)
                if kind == .complexType { anyTypes.append(row.name) }
                if kind == .attributeGroup { row.first = Int32(attributes[0]) }
                if kind == .attribute {
                    if let last = attributes.last { documents.rows[last].next = Int32(documents.rows.count) }
                    attributes.append(documents.rows.count)
                }
                documents.rows.append(row)
            }
        }
    }

    func unknown(_ name: Int32, _ what: String, at row: Int) -> XMLError {
        let namespace = documents.names.names[Int(name)].namespace, isMissing = !isKnown(namespace)
        let fact: ErrorMessage = "the \(what) \(documents.names.shown(name)) is not declared"
        let missing = unread.filter { !isKnown($0.namespace) || $0.namespace == namespace && !$0.address.isEmpty }
        let isNamed = missing.contains { $0.namespace == namespace }
        guard isMissing || isNamed else { return documents.fault(row, fact) }
        let files = (missing + (isNamed ? [] : [(namespace, "")])).map {
            $0.address.isEmpty ? "one with the namespace '\(documents.names.uri(of: $0.namespace))'" : $0.address
        }
        let all = Set(files).sorted().joined(separator: ", ")
        return documents.fault(row, "\(fact); give each file that is missing with another --shape: \(all)")
    }
}

enum SchemaPath {
    static func isURL(_ location: String) -> Bool {
        guard let colon = location.firstIndex(of: ":") else { return false }
        let scheme = location[..<colon]
        return scheme.count > 1 && scheme.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") }
    }

    /// The path in a `file:` URL, `nil` for other URLs.
    static func ofFile(_ location: String) -> String? {
        guard location.prefix(5).lowercased() == "file:" else { return nil }
        let path = location.dropFirst(5)
        // Drops the host, such as `localhost` in `file://localhost/a.xsd`.
        return String(path.hasPrefix("//") ? path.dropFirst(2).drop { $0 != "/" } : path)
    }

    /// The folder of a file, `nil` for a pipe, a device or a descriptor of a process.
    static func ownFolder(of path: String) -> String? {
        guard FileDescriptor.isPlainFile(path), let real = FileDescriptor.realPath(folder(of: path)) else { return nil }
        return ["/dev", "/dev/fd"].contains(real) || isFile(real, in: "/proc") ? nil : folder(of: path)
    }

    static func isFile(_ path: String, in folder: String) -> Bool {
        path.utf8.starts(with: (folder.hasSuffix("/") ? folder : folder + "/").utf8)
    }

    static func folder(of path: String) -> String {
        String(path[..<name(of: path).startIndex])
    }

    static func name(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }

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

    /// Makes a normalized path absolute, so that equal paths mean the same file.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        // No file name has a NUL, so no file is in `/\0`, which replaces an unknown current folder.
        return normalized((FileDescriptor.currentFolder ?? "/\0") + "/" + path)
    }

    /// Removes percent-encoding and the fragment (RFC 3986, section 2.1).
    static func decoded(_ location: String) -> String {
        String(decoding: decoded(location.utf8.prefix { $0 != UInt8(ascii: "#") }), as: UTF8.self)
    }

    static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
        var bytes: [UInt8] = [], rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            let isEscape = byte == UInt8(ascii: "%") && digits.count == 2
            bytes.append(isEscape ? UInt8(digits[0] << 4 | digits[1]) : byte)
            rest = rest.dropFirst(isEscape ? 2 : 0)
        }
        return bytes
    }
}

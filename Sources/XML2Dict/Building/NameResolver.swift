/// Turns the names of a document into names for paths and into keys, by the options for namespaces and spelling.
///
/// What depends on a name alone is found once and kept by the name's number. What depends on the namespace, too, is
/// kept with the one that it was found for, which most often comes again:
///
///     name "m:url"   slot of m, colon at 1   as an element    { namespace 7: path "media:url", key "media:url" }
///                                            as an attribute  { namespace 7: path "media:url", key "@media:url" }
struct NameResolver: ~Copyable {
    /// What an attribute is for.
    enum Role: UInt8 {
        case ordinary
        /// It declares a namespace.
        case declaration
        /// It is called `nil`, in whatever namespace.
        case null
    }

    /// A name in a namespace.
    struct ResolvedName: BitwiseCopyable {
        var namespace: Int32 = .min
        var path: Int32 = 0
        var key: Int32 = 0
        /// What tells it from other names that became the same key.
        var identity: Int32 = 0
    }

    /// What is known of a name.
    struct NameInfo: BitwiseCopyable {
        /// The slot of its prefix; of a declaration, of the prefix that it declares.
        var slot: Int32
        /// How many bytes its prefix has; 0 for none.
        var prefixLength: Int32
        var role: Role
        var element = ResolvedName()
        var attribute = ResolvedName()
    }

    private(set) var scope: NamespaceScope
    private var infos = GrowableBuffer<NameInfo>()
    private let namespaces: XMLReader.Namespaces
    private let fixedPrefixes: [Int32: String]
    private let separator: String
    private let style: XMLReader.KeyStyle
    private let attributePrefix: String
    /// Whether declarations and prefixes must keep the rules of Namespaces in XML.
    let isStrict: Bool
    private let refusesCollisions: Bool
    private let xmlURI: Int
    private let instanceURI: Int
    /// The number of the empty text.
    let nothing: Int

    init(_ options: XMLReader.Options, attributePrefix: String, _ names: inout NameInterner) throws(BuildError) {
        let nothing = try names.number(ofOption: "")
        let xmlURI = try names.number(ofOption: "http://www.w3.org/XML/1998/namespace")
        let instanceURI = try names.number(ofOption: "http://www.w3.org/2001/XMLSchema-instance")
        var fixedPrefixes: [Int32: String] = [:]
        for (uri, prefix) in options.namespacePrefixes {
            fixedPrefixes[Int32(try names.number(ofOption: uri))] = prefix
        }
        var scope = NamespaceScope()
        _ = try scope.slot(of: nothing)
        // The prefix xml is declared without a declaration (section 3).
        let xml = try scope.slot(of: names.number(ofOption: "xml"))
        try scope.declare(Int32(xml), xmlURI, depth: -1)

        namespaces = options.namespaces
        separator = options.prefixSeparator
        style = options.keys
        self.attributePrefix = attributePrefix
        isStrict = options.namespaces == .expanded
        refusesCollisions = options.onCollision == .refused
        self.nothing = nothing
        self.xmlURI = xmlURI
        self.instanceURI = instanceURI
        self.fixedPrefixes = fixedPrefixes
        self.scope = scope
    }

    /// The first declarations are those that no document makes.
    static var firstDeclaration: Int { 1 }

    // MARK: Names

    /// The numbers of an element's name for paths and as a key.
    @inline(__always)
    mutating func element(
        _ written: Int,
        _ names: inout NameInterner
    ) throws(BuildError) -> (path: Int, key: Int) {
        try makeInfo(written, &names)
        let info = infos[written]
        let namespace = scope.uri(of: info.slot)
        if info.element.namespace != namespace {
            infos[written].element = try resolved(written, info, namespace, isAttribute: false, &names)
        }
        let resolved = infos[written].element
        return (Int(resolved.path), Int(resolved.key))
    }

    /// The number of what tells an element from others that became the same key.
    ///
    /// Where keys are made of namespaces, prefixes do not count.
    mutating func identity(ofElement written: Int, _ names: inout NameInterner) throws(BuildError) -> Int {
        _ = try element(written, &names)
        return Int(infos[written].element.identity)
    }

    /// The numbers of an attribute's name for paths and as a key.
    @inline(__always)
    mutating func attribute(
        _ written: Int,
        _ names: inout NameInterner
    ) throws(BuildError) -> (path: Int, key: Int) {
        try makeInfo(written, &names)
        let info = infos[written]
        // Attributes without a prefix have no namespace (section 6.2).
        let namespace = info.prefixLength == 0 ? NamespaceScope.none : scope.uri(of: info.slot)
        if info.attribute.namespace != namespace {
            infos[written].attribute = try resolved(written, info, namespace, isAttribute: true, &names)
        }
        let resolved = infos[written].attribute
        return (Int(resolved.path), Int(resolved.key))
    }

    /// What an attribute is for.
    @inline(__always)
    mutating func role(_ written: Int, _ names: inout NameInterner) throws(BuildError) -> Role {
        try makeInfo(written, &names)
        return infos[written].role
    }

    @inline(__always)
    private mutating func makeInfo(_ written: Int, _ names: inout NameInterner) throws(BuildError) {
        if written >= infos.count || infos[written].slot < 0 { try info(at: written, &names) }
    }

    @inline(never)
    private mutating func info(at written: Int, _ names: inout NameInterner) throws(BuildError) {
        while infos.count <= written {
            let unknown = NameInfo(slot: -1, prefixLength: 0, role: .ordinary)
            guard infos.append(unknown) else { throw .outOfMemory }
        }
        let name = names.names[written]
        let bytes = UnsafeBufferPointer(start: name.bytes, count: name.byteCount)
        var prefixLength = bytes.firstIndex(of: UInt8(ascii: ":")) ?? 0
        // A colon with nothing behind it parts nothing.
        if prefixLength + 1 >= bytes.count { prefixLength = 0 }
        let local = prefixLength == 0 ? bytes[...] : bytes[(prefixLength + 1)...]
        let prefix = bytes[..<prefixLength]
        var role = Role.ordinary
        var owner = prefix
        if prefix.elementsEqual("xmlns".utf8) {
            role = .declaration
            owner = local
        } else if prefix.isEmpty, local.elementsEqual("xmlns".utf8) {
            role = .declaration
        } else if !prefix.isEmpty, local.elementsEqual("nil".utf8) {
            role = .null
        }
        let number = names.number(
            of: owner.base.baseAddress.map { $0 + owner.startIndex } ?? name.bytes,
            count: owner.count
        )
        let slot = try scope.slot(of: try names.checked(number))
        infos[written] = NameInfo(slot: Int32(slot), prefixLength: Int32(prefixLength), role: role)
    }

    @inline(never)
    private func resolved(
        _ written: Int,
        _ info: NameInfo,
        _ namespace: Int32,
        isAttribute: Bool,
        _ names: inout NameInterner
    ) throws(BuildError) -> ResolvedName {
        let name = names.names[written].string
        let local =
            info.prefixLength == 0
            ? name : String(decoding: name.utf8.dropFirst(Int(info.prefixLength) + 1), as: UTF8.self)
        let prefix = try prefix(of: name, info, namespace, names)
        let path = prefix.isEmpty ? local : prefix + ":" + local
        let key =
            isURI(namespace, info)
            ? prefix + separator + KeySpelling.spell(local, style)
            : KeySpelling.spell(prefix.isEmpty ? local : prefix + separator + local, style)
        return ResolvedName(
            namespace: namespace,
            path: Int32(try names.number(ofOption: path)),
            key: Int32(try names.number(ofOption: isAttribute ? attributePrefix + key : key)),
            identity: Int32(try identity(written, local, namespace, &names))
        )
    }

    private func identity(
        _ written: Int,
        _ local: String,
        _ namespace: Int32,
        _ names: inout NameInterner
    ) throws(BuildError) -> Int {
        let isInKey = namespaces == .expanded || fixedPrefixes[namespace] != nil
        guard refusesCollisions, isInKey, namespace >= 0, Int(namespace) != nothing else { return written }
        return try names.number(ofOption: "{\(names.names[Int(namespace)].string)}\(local)")
    }

    /// What stands before a name in place of its prefix.
    private func prefix(
        of name: String,
        _ info: NameInfo,
        _ namespace: Int32,
        _ names: borrowing NameInterner
    ) throws(BuildError) -> String {
        let written = String(decoding: name.utf8.prefix(Int(info.prefixLength)), as: UTF8.self)
        // A declaration has no namespace that anybody wants to see.
        guard info.role != .declaration else { return written }
        if namespace >= 0, let fixed = fixedPrefixes[namespace] { return fixed }
        switch namespaces {
        case .kept: return written
        case .stripped: return ""
        case .expanded:
            if namespace >= 0 { return names.names[Int(namespace)].string }
            guard written.isEmpty else {
                throw Self.undeclared(written, of: name)
            }
            return ""
        }
    }

    private static func undeclared(_ prefix: String, of name: String) -> BuildError {
        .namespace(
            "the prefix \(prefix.shortened) of \(name.shortened) is not declared; \(setting: "namespaces", ".kept", ".stripped") reads it all the same"
        )
    }

    // MARK: Attributes

    /// The slot of an attribute's prefix; `nil` when it has none, or is a declaration.
    ///
    /// - Throws: When the prefix is not declared.
    mutating func prefixSlot(ofAttribute written: Int, _ names: inout NameInterner) throws(BuildError) -> Int32? {
        try makeInfo(written, &names)
        let info = infos[written]
        guard info.prefixLength > 0, info.role != .declaration else { return nil }
        guard scope.uri(of: info.slot) >= 0 else {
            let name = names.names[written].string
            throw Self.undeclared(String(decoding: name.utf8.prefix(Int(info.prefixLength)), as: UTF8.self), of: name)
        }
        return info.slot
    }

    /// A number for an attribute's namespace and local name, whatever its prefix and its key.
    func expandedName(
        ofAttribute written: Int,
        _ slot: Int32,
        _ names: inout NameInterner
    ) throws(BuildError) -> UInt64 {
        let name = names.names[written]
        let start = Int(infos[written].prefixLength) + 1
        let local = try names.checked(names.number(of: name.bytes + start, count: name.byteCount - start))
        return UInt64(UInt32(bitPattern: scope.uri(of: slot))) << 32 | UInt64(local)
    }

    /// Whether what stands before a name is a namespace's URI: two of them that are spelled alike would be one.
    private func isURI(_ namespace: Int32, _ info: NameInfo) -> Bool {
        namespaces == .expanded && info.role != .declaration && namespace >= 0 && Int(namespace) != nothing
            && fixedPrefixes[namespace] == nil
    }

    // MARK: Declarations

    /// A declaration comes into force: its name and its value by their numbers.
    ///
    /// `depth` says how many elements are open around the one that it stands in.
    mutating func declare(_ written: Int, _ uri: Int, depth: Int, _ names: borrowing NameInterner) throws(BuildError) {
        let slot = infos[written].slot
        if isStrict, let fault = fault(scope.prefix(of: slot), uri, names) { throw .namespace(fault) }
        try scope.declare(slot, uri, depth: depth)
    }

    /// What Namespaces in XML 1.0 has against a declaration (section 3 and constraint "No Prefix Undeclaring").
    private func fault(_ prefix: Int, _ uri: Int, _ names: borrowing NameInterner) -> ErrorMessage? {
        let prefix = names.names[prefix].string
        if prefix == "xmlns" { return "the prefix xmlns cannot be declared" }
        if (prefix == "xml") != (uri == xmlURI) {
            let namespace = names.names[xmlURI].string
            return "the prefix xml belongs to the namespace \(namespace), and no other prefix or namespace does"
        }
        if uri == nothing, !prefix.isEmpty { return "the prefix \(prefix.shortened) is declared without a namespace" }
        return nil
    }

    /// An element ends, around which so many are open.
    @inline(__always)
    mutating func leave(_ depth: Int) {
        scope.leave(depth)
    }

    /// Whether an attribute called `nil` is the one of XML Schema; where its prefix is not declared, `xsi` will do.
    func isInstanceNil(_ written: Int, _ names: borrowing NameInterner) -> Bool {
        let uri = scope.uri(of: infos[written].slot)
        return uri < 0 ? names.names[written].string == "xsi:nil" : Int(uri) == instanceURI
    }
}

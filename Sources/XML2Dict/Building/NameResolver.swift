/// Resolves a document's name to a key and to a name for paths (the name that a path matches), by the options.
///
/// The resolver caches the properties of a name by the name's ID. The key and the name for paths also depend on the
/// namespace. Most names have only one namespace, so the resolver caches these two only for the last namespace:
///
///     name "m:url"   slot of m, colon at 1   as an element    { namespace 7: path "media:url", key "media:url" }
///                                            as an attribute  { namespace 7: path "media:url", key "@media:url" }
struct NameResolver: ~Copyable {
    struct ResolvedName: BitwiseCopyable {
        var namespace: Int32 = .min
        var path: Int32 = 0
        var key: Int32 = 0
    }

    struct NameInfo: BitwiseCopyable {
        var parts = NamespaceScope.Parts.unknown
        var element = ResolvedName()
        var attribute = ResolvedName()
    }

    private(set) var scope: NamespaceScope
    private var infos = GrowableBuffer<NameInfo>()
    /// For the ID of each name for paths, whether an element or an attribute of the document has this name.
    private var met = GrowableBuffer<(asElement: Bool, asAttribute: Bool)>()
    private let rules: NameRules
    /// The namespaces of `namespacePrefixes` that the options require and that the document has not declared yet.
    private var undeclared: Set<Int32>

    /// `names` begins with the names of the options, and `isUsed` is `false` if the resolver will resolve no names.
    init(_ rules: NameRules, isUsed: Bool, _ names: inout NameInterner) {
        scope = isUsed ? NamespaceScope(&names) : NamespaceScope()
        undeclared = rules.requiredNamespaces
        self.rules = rules
    }

    var isStrict: Bool { rules.isStrict }

    // MARK: Names

    @inline(__always)
    mutating func element(
        _ written: Int,
        _ names: inout NameInterner
    ) throws(BuildError) -> (path: Int, key: Int) {
        try makeInfo(written, &names)
        let info = infos[written]
        let namespace = scope.uri(of: info.parts.slot)
        if info.element.namespace != namespace {
            infos[written].element = try resolved(written, info.parts, namespace, isAttribute: false, &names)
        }
        let resolved = infos[written].element
        return (Int(resolved.path), Int(resolved.key))
    }

    @inline(__always)
    mutating func attribute(
        _ written: Int,
        _ names: inout NameInterner
    ) throws(BuildError) -> (path: Int, key: Int) {
        try makeInfo(written, &names)
        let info = infos[written]
        // Attributes without a prefix have no namespace (Namespaces in XML 1.0, section 6.2).
        let namespace = info.parts.hasPrefix ? scope.uri(of: info.parts.slot) : NamespaceScope.none
        if info.attribute.namespace != namespace {
            infos[written].attribute = try resolved(written, info.parts, namespace, isAttribute: true, &names)
        }
        let resolved = infos[written].attribute
        return (Int(resolved.path), Int(resolved.key))
    }

    /// The IDs of the names for paths: of all attributes except declarations, or of all elements.
    func namesForPaths(ofAttributes areAttributes: Bool) -> [Int] {
        (0..<met.count).filter { areAttributes ? met[$0].asAttribute : met[$0].asElement }
    }

    @inline(__always)
    mutating func expanded(
        _ written: Int,
        isAttribute: Bool,
        _ names: inout NameInterner
    ) throws(BuildError) -> ExpandedName {
        try makeInfo(written, &names)
        let parts = infos[written].parts, hasNamespace = !isAttribute || parts.hasPrefix
        let namespace = hasNamespace ? scope.uri(of: parts.slot) : NamespaceScope.none
        var name = ExpandedName(written: written, namespace: namespace, localStart: parts.localStart)
        guard isAttribute else { return name }
        name.isOfInstance =
            parts.role == .declaration || Int(namespace) == rules.instanceURI
            || namespace < 0 && isOfInstance(written, names)
        return name
    }

    /// Whether a name is in the namespace of `xsi:type`, even if the prefix `xsi` is not declared.
    func isOfInstance(_ written: Int, _ names: borrowing NameInterner) -> Bool {
        let parts = infos[written].parts
        guard parts.hasPrefix, parts.role != .declaration else { return false }
        let uri = scope.uri(of: parts.slot)
        return uri < 0 ? names.names[written].utf8.starts(with: "xsi:".utf8) : Int(uri) == rules.instanceURI
    }

    @inline(__always)
    mutating func role(_ written: Int, _ names: inout NameInterner) throws(BuildError) -> QualifiedName.Role {
        try makeInfo(written, &names)
        return infos[written].parts.role
    }

    @inline(__always)
    private mutating func makeInfo(_ written: Int, _ names: inout NameInterner) throws(BuildError) {
        if written >= infos.count || !infos[written].parts.areKnown { try info(at: written, &names) }
    }

    @inline(never)
    private mutating func info(at written: Int, _ names: inout NameInterner) throws(BuildError) {
        infos.extend(to: written + 1, with: NameInfo())
        infos[written].parts = try scope.parts(of: written, &names)
    }

    @inline(never)
    private mutating func resolved(
        _ written: Int,
        _ info: NamespaceScope.Parts,
        _ namespace: Int32,
        isAttribute: Bool,
        _ names: inout NameInterner
    ) throws(BuildError) -> ResolvedName {
        let name = names.names[written]
        let local = String(decoding: name.utf8.dropFirst(info.localStart), as: UTF8.self)
        let prefix = try prefix(of: name, info, namespace, names)
        let path = path(local, prefix, namespace)
        let isNil = rules.keepsNilName && isInstanceNil(written, names)
        let form = rules.form, mark = isAttribute ? form.attributePrefix : ""
        let key =
            isNil
            ? mark + "xsi" + form.prefixSeparator + "nil"
            : form.key(local, prefix: prefix, isURI: isURI(namespace, info), isAttribute: isAttribute)
        let pathID = try names.checked(names.id(of: path))
        met.extend(to: pathID + 1, with: (false, false))
        if info.role != .declaration {
            if isAttribute { met[pathID].asAttribute = true } else { met[pathID].asElement = true }
        }
        return ResolvedName(
            namespace: namespace,
            path: Int32(pathID),
            key: Int32(try names.checked(names.id(of: key)))
        )
    }

    private func path(_ local: String, _ prefix: String, _ namespace: Int32) -> String {
        let prefix = rules.pathPrefixes[namespace] ?? prefix
        return prefix.isEmpty ? local : prefix + ":" + local
    }

    /// The name for paths and the key of an absent element, or `nil` if the names need an undeclared prefix.
    func name(
        ofAbsent local: String,
        in uri: String,
        _ names: inout NameInterner
    ) throws(BuildError) -> (path: Int, key: Int)? {
        let namespace = Int32(names.id(ofOption: uri)), isURI = isURI(namespace, .unknown)
        let declared = scope.prefix(for: Int(namespace), isAttribute: false).map { names.names[$0].string }
        let kept = uri.isEmpty ? "" : declared
        guard let prefix = rules.fixedPrefixes[namespace] ?? (rules.form.namespaces == .keep ? kept : isURI ? uri : "")
        else {
            return nil
        }
        return (
            try names.checked(names.id(of: path(local, prefix, namespace))),
            try names.checked(names.id(of: rules.form.key(local, prefix: prefix, isURI: isURI, isAttribute: false)))
        )
    }

    /// The prefix or URI that replaces a name's prefix.
    private func prefix(
        of name: Name,
        _ info: NamespaceScope.Parts,
        _ namespace: Int32,
        _ names: borrowing NameInterner
    ) throws(BuildError) -> String {
        let written = String(decoding: name.utf8.prefix(Int(info.prefixLength)), as: UTF8.self)
        // A declaration such as `xmlns:a` keeps its prefix.
        guard info.role != .declaration else { return written }
        if namespace >= 0, let fixed = rules.fixedPrefixes[namespace] { return fixed }
        switch rules.form.namespaces {
        case .keep: return written
        case .strip: return ""
        case .expand:
            if namespace >= 0 { return names.names[Int(namespace)].string }
            guard written.isEmpty else { throw Self.undeclared(info, of: name) }
            return ""
        }
    }

    private static func undeclared(_ info: NamespaceScope.Parts, of name: Name) -> BuildError {
        let prefix = String(shortening: name.utf8.prefix(Int(info.prefixLength)))
        return .namespace(
            "the prefix \(prefix) of \(name.shortened) is not declared; \(setting: "namespaces", ".keep", ".strip") reads it all the same"
        )
    }

    // MARK: Attributes

    /// The ID of a prefix's namespace, or the ID of the empty text if the prefix has no namespace.
    mutating func uri(ofPrefix prefix: Int) -> Int {
        let uri = scope.uri(of: scope.slot(of: prefix))
        return uri < 0 ? scope.nothing : Int(uri)
    }

    /// The slot of an attribute's prefix, or `nil` for a declaration and for a name without a prefix.
    mutating func prefixSlot(ofAttribute written: Int, _ names: inout NameInterner) throws(BuildError) -> Int32? {
        try makeInfo(written, &names)
        let info = infos[written].parts
        guard info.hasPrefix, info.role != .declaration else { return nil }
        guard scope.uri(of: info.slot) >= 0 else {
            throw Self.undeclared(info, of: names.names[written])
        }
        return info.slot
    }

    /// Combines the IDs of an attribute's namespace and local name, so the result does not depend on the prefix.
    func expandedName(
        ofAttribute written: Int,
        _ slot: Int32,
        _ names: inout NameInterner
    ) throws(BuildError) -> UInt64 {
        let name = names.names[written]
        let start = infos[written].parts.localStart
        let local = try names.checked(names.id(of: name, start..<name.byteCount))
        return UInt64(UInt32(bitPattern: scope.uri(of: slot))) << 32 | UInt64(local)
    }

    /// Whether a key contains the namespace's URI, which key styles must not change.
    private func isURI(_ namespace: Int32, _ info: NamespaceScope.Parts) -> Bool {
        rules.form.expandsNamespaces && info.role != .declaration && namespace >= 0
            && Int(namespace) != scope.nothing
            && rules.fixedPrefixes[namespace] == nil
    }

    // MARK: Declarations

    /// Brings a declaration into scope, for the element inside `depth` open elements.
    mutating func declare(_ written: Int, _ uri: Int, depth: Int, _ names: borrowing NameInterner) throws(BuildError) {
        let slot = infos[written].parts.slot
        if rules.isStrict {
            let prefix = names.names[scope.prefix(of: slot)].utf8
            if let mistake = QualifiedName.mistake(declaring: prefix, as: names.names[uri].utf8) {
                throw .namespace("\(mistake)")
            }
        }
        if !rules.inherits || !scope.declares(slot, uri) { scope.declare(slot, uri, depth: depth) }
        if !undeclared.isEmpty { undeclared.remove(Int32(uri)) }
    }

    func undeclaredURIs(_ names: NameView) -> Set<String> { Set(undeclared.map { names[Int($0)].string }) }

    @inline(__always)
    mutating func leave(_ depth: Int) {
        scope.leave(depth)
    }

    /// Whether an attribute is `xsi:nil` of XML Schema, even if the prefix `xsi` is not declared.
    func isInstanceNil(_ written: Int, _ names: borrowing NameInterner) -> Bool {
        infos[written].parts.role == .null && isOfInstance(written, names)
    }
}

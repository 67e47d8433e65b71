internal import CExpat

extension ExpatEventHandler {

    /// Handles a reference to an entity whose declaration expat has not seen.
    mutating func skipEntity(_ name: UnsafePointer<CChar>, isParameterEntity: Bool) {
        guard !isStopped, !isParameterEntity, isShort(name) else { return }
        failUndefined(Self.bytes(of: name), in: source?.event.text)
    }

    mutating func declareEntity(
        _ name: UnsafePointer<CChar>,
        _ text: UnsafeRawBufferPointer?,
        isParameterEntity: Bool
    ) {
        guard !isStopped else { return }
        let bytes = Self.bytes(of: name)
        if isReadingHTMLEntities { return entityCheck.declareHTMLEntity(bytes) }
        if entities == .forbid {
            let kind = isParameterEntity ? "%" : "&"
            return fail(
                .entity,
                "the document declares the entity \(kind)\(String(cString: name).shortened);, and entities are forbidden; \(setting: "entities", ".expand") allows them"
            )
        }
        guard entityCheck.count < limits[.entities] else { return breach(.entities) }
        guard bytes.count <= limits[.nameLength] else { return breach(.nameLength) }
        guard (text?.count ?? 0) <= limits[.entityLength] else { return breach(.entityLength) }
        canGrow = true
        do throws(EntityGraph.DeclarationError) {
            try entityCheck.declare(bytes, text: text, isParameterEntity: isParameterEntity)
        } catch {
            switch error {
            case .tooDeep: fail(.limit, "entities refer to one another more than \(EntityGraph.maximumDepth) deep")
            case .circular:
                fail(.malformed, "the entity \(String(cString: name).shortened) refers to itself by way of others")
            }
        }
    }

    mutating func declareAttribute(
        _ element: UnsafePointer<CChar>,
        _ attribute: UnsafePointer<CChar>,
        hasDefault: Bool
    ) {
        guard !isStopped, isShort(element), isShort(attribute) else { return }
        guard declaredAttributeCount < limits[.attributeDeclarations] else {
            return breach(.attributeDeclarations)
        }
        declaredAttributeCount += 1
        if hasDefault { canGrow = true }
        guard entityCheck.isNeeded, hasDefault else { return }
        // Expat shows no declaration inside a parameter entity, so we check the texts of all parameter entities.
        guard let source else { return }
        let literal = source.literal
        failUndefined(
            literal.map { entityCheck.firstUndeclared(in: $0) } ?? entityCheck.firstUndeclaredInParameterEntities(),
            in: literal
        )
    }

    mutating func meetExternalEntity() -> Bool {
        guard !isStopped else { return false }
        let reference = source?.reference ?? "&;"
        let isInside = entityCheck.isDeclared(String(reference.dropFirst().dropLast()))
        let shown = reference.shortened
        let entity = isInside ? "an entity that \(shown) refers to" : "the entity \(shown)"
        fail(.entity, "the text of \(entity) is in another file, and nothing named inside a document is opened")
        return false
    }

    /// Handles a reference to an external subset, or to a parameter entity in another file.
    ///
    /// The reader opens no other file. If `entities` is `.html`, the handler declares the entities of HTML instead.
    ///
    /// - Returns: Whether expat may continue.
    mutating func meetExternalSubset() -> Bool {
        guard passedEvents != .failed else { return false }
        if let reference = source?.reference { unreadEntity = unreadEntity ?? reference.shortened }
        guard entities == .html, unreadEntity == nil else { return true }
        let child = XML_ExternalEntityParserCreate(parser, nil, nil)
        defer { XML_ParserFree(child) }
        isReadingHTMLEntities = true
        defer { isReadingHTMLEntities = false }
        let status = HTMLEntities.declarations.withUnsafeBytes { XML_Parse(child, $0.baseAddress, Int32($0.count), 1) }
        // Without memory there is no child, and expat refuses to parse without a child.
        if status != XML_STATUS_OK { Memory.isExhausted() }
        return failure == nil
    }

    /// Refuses the document unless `name` is `nil`, and finds the entity that refers to `name`, starting in `bytes`.
    private mutating func failUndefined(_ name: [UInt8]?, in bytes: EventContext.Bytes?) {
        guard let name else { return }
        let names = bytes.map { UndeclaredEntityCheck.references(in: $0) } ?? []
        let referrer = entityCheck.referrer(of: name, among: names)
        // After a reference to a file that is not read, later declarations do not count (XML 1.0, section 5.1).
        let explanation =
            unreadEntity.map { "may be declared in \($0), which is not read, or after it" }
            ?? (entities == .html
                ? "is not declared here, and HTML 4 has no such name"
                : "is not declared here, and nothing named inside a document is opened to look for it")
        fail(.entity, undeclared("&\(String(decoding: name, as: UTF8.self));", in: referrer, explanation))
    }

    private static func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: name, count: Memory.length(of: name)))
    }

    /// Refuses undeclared references in a tag, because expat omits them from attribute values (NO-SILENT-LOSS).
    @inline(never)
    mutating func checkReferencesInTag() {
        guard let tag = source?.event.text else { return }
        failUndefined(entityCheck.firstUndeclared(in: tag), in: tag)
    }
}

/// The graph of the entities that a document declares, with their references to each other.
///
/// Names of parameter entities begin with `%` here, because no name in XML begins with `%`. The declarations
///
///     <!ENTITY a "x"> <!ENTITY b "&a;&a;"> <!ENTITY c "&b;&d;"> <!ENTITY d "&b;">
///
/// become:
///
///     entities     a: depth 1     b → a: depth 2     c → b, d: depth 4     d → b: depth 3
///     referrers    a ← b          b ← c, d           d ← c
///
/// The declaration of an entity raises the depth of earlier entities that refer to the entity. For example, `c` is at
/// depth 3 until `d` is declared. The maximum depth bounds this work, so all declarations take linear time.
struct EntityGraph {
    private struct Entity {
        /// The entities that the text of the entity refers to, each once, in order.
        let references: [[UInt8]]
        /// The number of entities in the longest chain of references, including this entity.
        var depth: Int
    }

    enum DeclarationError: Error {
        case tooDeep
        /// An entity refers to itself through others (XML 1.0, constraint "No Recursion").
        case circular
    }

    private var entities: [[UInt8]: Entity] = [:]
    /// The names of the entities that refer to an entity, by the name of that entity.
    private var referrers: [[UInt8]: [[UInt8]]] = [:]
    /// The largest allowed depth, because older versions of libexpat recurse once for each level.
    static let maximumDepth = 16

    /// The entities that an entity refers to, or `nil` if the entity is undeclared, or its text is in another file.
    func references(of name: [UInt8]) -> [[UInt8]]? {
        entities[name]?.references
    }

    /// Adds an entity, unless an earlier declaration has its name (XML 1.0, section 4.2).
    ///
    /// Expat itself refuses an entity that refers directly to itself, when the document uses the entity.
    mutating func declare(_ name: [UInt8], references: [[UInt8]]) throws(DeclarationError) {
        guard entities[name] == nil else { return }
        let others = references.filter { $0 != name }
        let depth = 1 + (others.compactMap { entities[$0]?.depth }.max() ?? 0)
        entities[name] = Entity(references: references, depth: depth)
        for other in others { referrers[other, default: []].append(name) }
        try raiseReferrers(of: name)
    }

    private mutating func raiseReferrers(of declared: [UInt8]) throws(DeclarationError) {
        var raised = [declared]
        while let name = raised.popLast() {
            let depth = entities[name]?.depth ?? 0
            guard depth <= Self.maximumDepth else { throw .tooDeep }
            for referrer in referrers[name] ?? [] {
                guard referrer != declared else { throw .circular }
                guard let known = entities[referrer]?.depth, known <= depth else { continue }
                entities[referrer]?.depth = depth + 1
                raised.append(referrer)
            }
        }
    }
}

/// The 252 names of characters in HTML 4.01 (section 24), including `amp`, `lt`, `gt` and `quot` of XML.
enum HTMLEntities {
    /// The names of U+00A0 to U+00FF, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
        AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
        times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
        egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
        ugrave uacute ucirc uuml yacute thorn yuml
        """

    /// The other names, each with its character's code point.
    private static let symbols = """
        OElig 338 oelig 339 Scaron 352 scaron 353 Yuml 376 fnof 402 circ 710 tilde 732 Alpha 913 Beta 914 Gamma 915 \
        Delta 916 Epsilon 917 Zeta 918 Eta 919 Theta 920 Iota 921 Kappa 922 Lambda 923 Mu 924 Nu 925 Xi 926 \
        Omicron 927 Pi 928 Rho 929 Sigma 931 Tau 932 Upsilon 933 Phi 934 Chi 935 Psi 936 Omega 937 alpha 945 \
        beta 946 gamma 947 delta 948 epsilon 949 zeta 950 eta 951 theta 952 iota 953 kappa 954 lambda 955 mu 956 \
        nu 957 xi 958 omicron 959 pi 960 rho 961 sigmaf 962 sigma 963 tau 964 upsilon 965 phi 966 chi 967 psi 968 \
        omega 969 thetasym 977 upsih 978 piv 982 ensp 8194 emsp 8195 thinsp 8201 zwnj 8204 zwj 8205 lrm 8206 \
        rlm 8207 ndash 8211 mdash 8212 lsquo 8216 rsquo 8217 sbquo 8218 ldquo 8220 rdquo 8221 bdquo 8222 dagger 8224 \
        Dagger 8225 bull 8226 hellip 8230 permil 8240 prime 8242 Prime 8243 lsaquo 8249 rsaquo 8250 oline 8254 \
        frasl 8260 euro 8364 image 8465 weierp 8472 real 8476 trade 8482 alefsym 8501 larr 8592 uarr 8593 rarr 8594 \
        darr 8595 harr 8596 crarr 8629 lArr 8656 uArr 8657 rArr 8658 dArr 8659 hArr 8660 forall 8704 part 8706 \
        exist 8707 empty 8709 nabla 8711 isin 8712 notin 8713 ni 8715 prod 8719 sum 8721 minus 8722 lowast 8727 \
        radic 8730 prop 8733 infin 8734 ang 8736 and 8743 or 8744 cap 8745 cup 8746 int 8747 there4 8756 sim 8764 \
        cong 8773 asymp 8776 ne 8800 equiv 8801 le 8804 ge 8805 sub 8834 sup 8835 nsub 8836 sube 8838 supe 8839 \
        oplus 8853 otimes 8855 perp 8869 sdot 8901 lceil 8968 rceil 8969 lfloor 8970 rfloor 8971 lang 9001 rang 9002 \
        loz 9674 spades 9824 clubs 9827 hearts 9829 diams 9830
        """

    /// Each name with its code point, also for names such as `amp`, which documents may declare (section 4.6).
    static let codePoints: [(name: Substring, codePoint: Int)] = {
        let words = symbols.split(separator: " ")
        return latin.split(separator: " ").enumerated().map { ($0.element, 0xA0 + $0.offset) }
            + stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
                Int(words[index + 1]).map { (words[index], $0) }
            }
    }()

    static func has(_ name: Substring) -> Bool { codePoints.contains { $0.name == name } }

    static let declarations: [UInt8] = codePoints.flatMap { "<!ENTITY \($0.name) '&#\($0.codePoint);'>".utf8 }
}

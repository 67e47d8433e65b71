/// The search for the first part of a decoded value that no type took, for strict decoding.
///
/// It goes through the parts that types took, in the order of the document, with a stack of its own:
///
///     <rss><channel><ttl/><item/></channel></rss>     names  rss  channel
///                                                     open   [ rss: next 1 ]  [ channel: next 0 ]
///
/// A child that types did not take is the leftover; a child that they took is opened next.
struct LeftoverSearch {
    private let decoder: ElementDecoder
    private let taken: TakenParts
    private let ignored: [XMLPath.Alternative]
    private var open: [OpenPart] = []
    /// The names of the open elements, outermost first.
    private var names: [String]
    /// Whether the first name is that of the document's root.
    private let isRooted: Bool

    /// A dictionary or an array whose children are searched.
    private struct OpenPart {
        let entry: Entry
        let path: CodingPath
        let line: Int?
        /// How many names lead to it.
        let nameCount: Int
        var isAttributeGroup = false
        /// The place of the next child.
        var next = 0
    }

    /// The role of an entry in its element.
    private enum Role: String {
        case attribute, element, text
        /// An attribute, or an element that is a string, of a value that does not tell them apart.
        case either = "attribute or element"
    }

    /// Begins a search in the value that a decoder decoded.
    init(_ decoder: ElementDecoder, _ taken: TakenParts, _ ignored: [XMLPath]) {
        self.decoder = decoder
        self.taken = taken
        self.ignored = ignored.flatMap(\.alternatives)
        let storage = decoder.session.storage, entry = decoder.entry
        if let document = storage.document, entry.isSame(as: document.root) {
            isRooted = true
            names = storage.origin.map { Self.names(in: $0.path) } ?? [storage.tree.names[entry.key].string]
        } else {
            isRooted = storage.document?.entry.isSame(as: entry) ?? false
            names = []
        }
    }

    private static func names(in path: String) -> [String] {
        path.split(separator: "/").map(String.init)
    }

    private var tree: StorageView { decoder.session.tree }
    private var convention: ConventionInfo { decoder.session.convention }

    /// Searches the value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for the first leftover.
    mutating func run() throws {
        for count in 0...names.count where isIgnored(names.prefix(count), nil) { return }
        try begin(decoder.entry, decoder.path, decoder.line)
        while var part = open.popLast() {
            guard part.next < part.entry.length else { continue }
            let place = part.next
            part.next += 1
            open.append(part)
            names.removeLast(names.count - part.nameCount)
            if part.entry.kind == .array {
                try visitItem(place, of: part)
            } else {
                try visitChild(place, of: part)
            }
        }
    }

    /// Opens a part that types took; fails for text that they did not read.
    private mutating func begin(_ entry: Entry, _ outer: CodingPath, _ line: Int?) throws {
        let path = taken.path(of: entry) ?? outer
        switch entry.kind {
        case .null: break
        case .string, .textOnly, .number, .boolean, .name:
            if isLeftover(text: entry) { throw unknownText(entry, path, line) }
        case .array, .dictionary:
            guard entry.length > 0, !taken.hasContent(of: entry) else { return }
            open.append(OpenPart(entry: entry, path: path, line: line, nameCount: names.count))
        }
    }

    private mutating func visitItem(_ place: Int, of part: OpenPart) throws {
        let item = tree.child(of: part.entry, at: place)
        let line = decoder.session.storage.line(of: item) ?? part.line
        guard taken.hasChild(of: part.entry, at: place) else {
            if item.isText, !isLeftover(text: item) { return }
            throw unknown(.element, names.last ?? "", in: names.dropLast(), part.path, line)
        }
        try begin(item, .index(place, in: part.path), line)
    }

    private mutating func visitChild(_ place: Int, of part: OpenPart) throws {
        let child = tree.child(of: part.entry, at: place), key = child.key
        if convention.nodeKeys.contains(key) || key == convention.declarationsKey { return }
        // Only beside the root: elements can have the same names.
        if names.isEmpty, child.isString, convention.xmlDeclarationKeys.contains(key) { return }
        if key == convention.attributeGroupKey, child.kind == .dictionary {
            guard !taken.hasContent(of: child) else { return }
            var group = OpenPart(entry: child, path: part.path, line: part.line, nameCount: names.count)
            group.isAttributeGroup = true
            return open.append(group)
        }
        let role = role(of: child, in: part), name = name(of: child, role, in: part)
        if role == .attribute || role == .either,
            StandardAttribute.contains(name, separator: convention.prefixSeparator)
        {
            return
        }
        if role != .text, isIgnored(name, role) { return }
        let line = decoder.session.storage.line(of: child) ?? part.line
        guard taken.hasChild(of: part.entry, at: place) else {
            guard role == .text else { throw unknown(role, name, in: names[...], part.path, line) }
            if isLeftover(text: child) { throw unknownText(child, part.path, line) }
            return
        }
        guard role == .element else { return }
        names.append(name)
        try begin(child, .key(PlainKey(stringValue: name), in: part.path), line)
    }

    // MARK: Roles and names

    private func role(of child: Entry, in part: OpenPart) -> Role {
        if part.isAttributeGroup { return .attribute }
        guard child.isText else { return .element }
        if child.key == convention.textKey || child.key == convention.cdataKey { return .text }
        if decoder.isChildElement(child) { return isComposed ? .either : .element }
        return convention.hasMarkedAttributes ? .attribute : .either
    }

    /// Whether a program composed the value, without marks of attributes.
    private var isComposed: Bool {
        decoder.session.storage.document == nil && convention.attributePrefix.isEmpty
            && convention.attributeGroupKey == nil
    }

    /// The name of a child, without the prefix of attributes.
    private func name(of child: Entry, _ role: Role, in part: OpenPart) -> String {
        let name = tree.names[child.key], prefix = convention.attributePrefix
        guard role == .attribute, !part.isAttributeGroup, name.utf8.starts(with: prefix) else { return name.string }
        return String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)
    }

    /// Whether a text counts, and no type read it.
    private func isLeftover(text: Entry) -> Bool {
        guard text.kind != .name, !taken.hasContent(of: text) else { return false }
        return !XMLWhitespace.trimmed(tree.text(text)).isEmpty
    }

    // MARK: Ignored paths

    private func isIgnored(_ name: String, _ role: Role) -> Bool {
        guard !ignored.isEmpty else { return false }
        if role != .attribute, isIgnored((names + [name])[...], nil) { return true }
        return role != .element && isIgnored(names[...], name)
    }

    /// Whether an ignored path leads to an element, or to its attribute.
    private func isIgnored(_ names: ArraySlice<String>, _ attribute: String?) -> Bool {
        ignored.contains { $0.leads(to: names, attribute, isRooted: isRooted, convention.prefixSeparator) }
    }

    // MARK: Errors

    private func unknown(
        _ role: Role,
        _ name: String,
        in names: ArraySlice<String>,
        _ path: CodingPath,
        _ line: Int?
    ) -> DecodingError {
        let place = names.isEmpty ? "" : " in \(written(names))"
        return corrupted(
            "unknown \(role.rawValue) '\(name.shortened)'\(place); "
                + "give the type a property for it, or add its path to ignoredPaths",
            path,
            line
        )
    }

    private func unknownText(_ text: Entry, _ path: CodingPath, _ line: Int?) -> DecodingError {
        var place = "", remedy = ""
        if !names.isEmpty {
            place = " in \(written(names[...]))"
            remedy = ", or add the element's path to ignoredPaths"
        }
        return corrupted(
            "unknown text \(ElementDecoder.quoted(tree.text(text)))\(place); "
                + "give the type a property with an empty coding key\(remedy)",
            path,
            line
        )
    }

    private func corrupted(_ message: String, _ path: CodingPath, _ line: Int?) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path.keys, debugDescription: message).at(line: line))
    }

    /// The names as a path, without its middle when it is long.
    private func written(_ names: ArraySlice<String>) -> String {
        let names = names.map(\.shortened)
        let shown = names.count > 40 ? names.prefix(20) + ["…"] + names.suffix(20) : names[...]
        return (isRooted ? "/" : "") + shown.joined(separator: "/")
    }
}

extension XMLPath.Alternative {
    /// Whether the path leads to an element, or to its attribute.
    ///
    /// - Parameters:
    ///   - names: The names of the element and the elements around it, outermost first.
    ///   - attribute: The name of the attribute; `nil` for the element itself.
    ///   - isRooted: Whether the first name is that of the root.
    ///   - separator: The separator of namespaces and names.
    /// - Returns: Whether it does.
    fileprivate func leads(
        to names: ArraySlice<String>,
        _ attribute: String?,
        isRooted: Bool,
        _ separator: String
    ) -> Bool {
        switch (self.attribute, attribute) {
        case (nil, nil): break
        case (let step?, let name?) where Self.matches(step, name, separator): break
        default: return false
        }
        guard steps.count <= names.count, !isAnchored || isRooted && steps.count == names.count else { return false }
        return zip(steps, names.suffix(steps.count)).allSatisfy { Self.matches($0, $1, separator) }
    }

    private static func matches(_ step: XMLPath.Step, _ name: String, _ separator: String) -> Bool {
        step.key(separator: separator)?.utf8.elementsEqual(name.utf8) ?? true
    }
}

import XML2Dict

/// The page and the flags of a schema.
///
///     --force-list=/shop/part      whole, as only one element has the type of `shop`
///     --type=price=number          short, as several elements have the type of its parent, or the type contains itself
///     --type=part/count=number     with a parent, as another `count` is a text
extension SchemaDescription {
    package func page(titled title: String) -> String {
        let forms = ["anything", "integer", "number", "boolean", "list", "string"]
        return XMLDescription.page(title, documents: nil, at: records, [], flagLines, forms) { composer in
            forEachRow { row in
                let words = words(of: row), name = row.steps.last ?? ""
                // 0 for many, and for all that only documents have.
                let numbers = [
                    0, row.member.isRequired ? 1 : 0, row.member.isList ? 0 : 1, row.level > 1 ? 1 : 0, 0, 0,
                ]
                let content = row.shownAt.map { "as at \($0)" } ?? "", flags = words == ["mixed"] ? 2 : 0
                let found = forms.map { words.contains($0) ? 1 : 0 }
                XMLDescription.row(row.level, name, numbers, content, flags, found, to: &composer)
            }
        }
    }

    /// Flags that make the arrays and types of the schema without it, as far as short paths tell its elements apart.
    package var flags: String { flagLines.file }

    private typealias Needs = [[UInt8]: Set<FlagLines.Flags>]

    private var flagLines: FlagLines {
        // How many elements have a type, and the names of these.
        var uses: [Int32: Int] = [:], parents: [Int32: [String]] = [:], known: Set<[UInt8]> = [], needs = Needs()
        forEachRow { row in
            let paths = paths(of: row), names = paths.compactMap { $0.split(separator: "/").last.map(String.init) }
            for end in Set(paths + names + [Self.place(row)]) {
                needs[Array(end.utf8), default: []].insert(flags(of: row))
            }
            guard !row.isAttribute, hasMembers(Int(row.member.type)) else { return }
            uses[row.member.type, default: 0] += 1
            for parent in paths where known.insert(Array("\(row.member.type)/\(parent)".utf8)).inserted {
                parents[row.member.type, default: []].append(parent)
            }
        }
        let usesParents = addParents(parents, &needs)
        var shared: Set<Int32> = [], lines = FlagLines()
        forEachRow { row in
            let type = row.member.type, isRecord = row.level == 1 && records != nil
            let isShared = row.parent.map(shared.contains) ?? false, hasOtherPaths = isRecord && roots.count > 1
            if !row.isAttribute, isShared || hasOtherPaths || uses[type, default: 0] > 1 { shared.insert(type) }
            let flags = flags(of: row), name = row.steps.last ?? ""
            guard flags != FlagLines.Flags() else { return }
            if !isShared, needs[Array(Self.place(row).utf8)]?.count == 1,
                let paths = FlagLines.paths(row.steps.dropFirst(records == nil ? 0 : 1), records, isRecord: isRecord)
            {
                for path in paths { lines.add(flags, at: path) }
                return
            }
            let outer = needs[Array(name.utf8)]?.count == 1 || !usesParents ? nil : row.parent.flatMap { parents[$0] }
            for steps in outer?.map({ [$0, name] }) ?? paths(of: row).map({ [$0] }) {
                let end = FlagLines.end(steps) ?? FlagLines.shown(name)
                if needs[Array(end.utf8)]?.count == 1 {
                    lines.add(flags, at: end)
                } else {
                    lines.leaveOut(flags, at: end, because: "other elements at this path need other flags")
                }
            }
        }
        return lines
    }

    /// Adds what elements need whose name has several needs, under their name and that of each parent.
    ///
    /// - Returns: Whether there are few such pairs, as many elements may have a type with many elements.
    private func addParents(_ parents: [Int32: [String]], _ needs: inout Needs) -> Bool {
        var count = 0
        forEachRow { row in
            guard count <= Self.mostPairs, let type = row.parent, let name = row.steps.last,
                needs[Array(name.utf8)]?.count != 1
            else { return }
            count += parents[type]?.count ?? 0
            guard count <= Self.mostPairs else { return }
            for parent in parents[type] ?? [] {
                guard let end = FlagLines.end([parent, name]) else { continue }
                needs[Array(end.utf8), default: []].insert(flags(of: row))
            }
        }
        return count <= Self.mostPairs
    }

    private static let mostPairs = 100_000

    /// The paths of a record, or the name of another row.
    private func paths(of row: Row) -> [String] {
        let name = row.steps.last ?? ""
        return row.level == 1 ? recordPaths[row.member.type] ?? [name] : [name]
    }

    /// A name within a type, which no path is equal to.
    private static func place(_ row: Row) -> String { "//\(row.parent ?? -1)/\(row.steps.last ?? "")" }

    private func flags(of row: Row) -> FlagLines.Flags {
        let isList = row.member.isList && row.level > 1
        return FlagLines.Flags(isList: isList, type: textType(of: row).flatMap { schema.types.texts.flagType($0) })
    }
}

extension TextTypeTable {
    /// The type of a text as the flag says it; `nil` for a string.
    fileprivate func flagType(_ type: Int32) -> String? {
        let node = nodes[Int(type)]
        switch node.kind {
        case .integer, .decimal, .float: return "number"
        case .boolean: return "boolean"
        case .string, .list: return nil
        case .union:
            // A text that is not of the first types is a string by the flag, too.
            let types = places(of: type).map { flagType(members[$0]) }
            let first = types.prefix { $0 != nil }
            return Set(first).count == 1 ? types[0] : nil
        }
    }
}

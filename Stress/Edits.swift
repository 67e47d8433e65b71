// Thousands of random edits of values that share their content, compared with a model that copies everything.

import TestModel
import XML2Dict

extension Trial {
    static let edits = [
        Trial("EXACT-NAMES: Random edits of shared values match a model", 700, isRandom: true, quick: 7) {
            try RandomEdits.difference($0)
        }
    ]
}

enum RandomEdits {
    /// A value and its model, which change together.
    private struct Pair {
        var value: XMLValue
        var model: EditModel
        /// Whether code made the value, and not a reader.
        ///
        /// A reader's value converts such a value when it is set.
        var isLiteral = false

        func model(in manner: EditModel.Manner) -> EditModel { isLiteral ? model.converted(manner) : model }
    }

    private enum Access {
        case key(String)
        case index(Int)
    }

    private static let xml = """
        <a id="1" b="2"><b>text</b><b id="3">more<c/></b><c x="4"><d>e</d><d>f</d><d><b>g</b></d></c><e/>
        <m:b xmlns:m="urn:m">h</m:b><id>i</id>tail</a>
        """

    private static let keys = ["a", "b", "c", "d", "id", "text", "#text", "$", "new", "", "m:b"]
    private static let names = ["a", "b", "c", "d", "id", "new", "text"]

    private static func model(of value: XMLValue) -> EditModel {
        switch value.kind {
        case .dictionary: .dictionary(value.entries.map { .init(key: $0.key, value: model(of: $0.value)) })
        case .array: .array(value.list.map(model(of:)))
        case .string: .string(value.string ?? "")
        case .number, .boolean: .number(value.string ?? "")
        case .null: .null
        }
    }

    private static func literal(_ dice: inout RandomSource) -> Pair {
        let number = Int.random(in: 0..<1000, using: &dice)
        let value: XMLValue =
            switch Int.random(in: 0..<9, using: &dice) {
            case 0: .null
            case 1: [:]
            case 2: []
            case 3: ["text": "own", "id": 5, "n\(number)": "new name"]
            case 4: ["x", ["b": ["c": "deep"]], 7, []]
            case 5: XMLValue(integerLiteral: number)
            case 6: "longer text that does not fit in the old place \(number)"
            default: "t\(number)"
            }
        return Pair(value: value, model: Self.model(of: value), isLiteral: true)
    }

    private static func accesses(_ model: EditModel, _ dice: inout RandomSource) -> [Access] {
        var path: [Access] = []
        var model = model
        for _ in 0..<Int.random(in: 0...4, using: &dice) {
            switch model {
            case .dictionary(let entries)
            where entries.contains { !groups.contains($0.key) } && Int.random(in: 0..<8, using: &dice) > 0:
                let entry = entries[Int.random(in: entries.indices, using: &dice)]
                guard !groups.contains(entry.key) else { continue }
                path.append(.key(entry.key))
                model = entry.value
            case .array(let items) where !items.isEmpty && Int.random(in: 0..<8, using: &dice) > 0:
                let index = Int.random(in: items.indices, using: &dice)
                path.append(.index(index))
                model = items[index]
            default:
                path.append(access(&dice))
                return path
            }
        }
        return path
    }

    private static func access(_ dice: inout RandomSource) -> Access {
        if Int.random(in: 0..<3, using: &dice) == 0 { return .index(Int.random(in: -1...4, using: &dice)) }
        return .key(keys.randomElement(using: &dice) ?? "a")
    }

    // MARK: Inside a value

    private static func change(_ value: inout XMLValue, _ path: ArraySlice<Access>, _ body: (inout XMLValue) -> Void) {
        guard let first = path.first else { return body(&value) }
        switch first {
        case .key(let key): changeInside(&value[key], path.dropFirst(), body)
        case .index(let index): changeInside(&value[index], path.dropFirst(), body)
        }
    }

    private static func changeInside(
        _ value: inout XMLValue?,
        _ path: ArraySlice<Access>,
        _ body: (inout XMLValue) -> Void
    ) {
        guard var inner = value.take() else { return }
        change(&inner, path, body)
        value = inner
    }

    private static func change(_ model: inout EditModel, _ path: ArraySlice<Access>, _ body: (inout EditModel) -> Void)
    {
        guard let first = path.first else { return body(&model) }
        switch first {
        case .key(let key):
            guard var child = model.get(key) else { return }
            change(&child, path.dropFirst(), body)
            model.set(child, key, .init(textKey: ""))
        case .index(let index):
            var isArray = false
            if case .array = model { isArray = true }
            guard var child = model.get(index) ?? (index == 0 && !isArray ? model : nil) else { return }
            change(&child, path.dropFirst(), body)
            model.set(child, index, .init(textKey: ""))
        }
    }

    // MARK: Edits

    /// Edits one of the values, and returns the difference if a value that was swapped out does not match its model.
    private static func edit(
        _ pairs: inout [Pair],
        _ manner: EditModel.Manner,
        _ dice: inout RandomSource
    ) -> String? {
        let target = Int.random(in: pairs.indices, using: &dice)
        let path = accesses(pairs[target].model, &dice)
        let new = newValue(pairs, &dice)
        switch Int.random(in: 0..<10, using: &dice) {
        case 0:
            let other = Int.random(in: pairs.indices, using: &dice)
            pairs[other] = pairs[target]
        case 1..<5:
            let access = Self.access(&dice)
            change(&pairs[target].value, path[...]) { value in
                switch access {
                case .key(let key): value[key] = new?.value
                case .index(let index): value[index] = new?.value
                }
            }
            change(&pairs[target].model, path[...]) { model in
                switch access {
                case .key(let key): model.set(new?.model(in: manner), key, manner)
                case .index(let index): model.set(new?.model(in: manner), index, manner)
                }
            }
        case 5, 6:
            let (text, steps) = randomPath(&dice)
            change(&pairs[target].value, path[...]) { _ = try? $0.set(new?.value, at: XMLPath(text), creating: true) }
            // Where nothing distinguishes attributes, no path leads to all of them.
            if case .anyAttribute? = steps.last, manner.prefix.isEmpty, manner.group == nil { return nil }
            change(&pairs[target].model, path[...]) { $0.set(new?.model(in: manner), at: steps[...], manner) }
        case 7:
            // A child replaces the value, with or without a copy that keeps the old value.
            let inner = accesses(pairs[target].model, &dice)
            var keptValue: [XMLValue] = [], keptModel: [EditModel] = []
            let keeps = Bool.random(using: &dice)
            change(&pairs[target].value, path[...]) { value in
                if keeps { keptValue.append(value) }
                if let part = find(inner, value) { value = part }
            }
            change(&pairs[target].model, path[...]) { model in
                if keeps { keptModel.append(model) }
                if let part = find(inner, model) { model = part }
            }
            for (value, model) in zip(keptValue, keptModel) {
                pairs[Int.random(in: pairs.indices, using: &dice)] = Pair(value: value, model: model)
            }
        case 8:
            // A swap replaces the value inside of an edit, and then the value that was swapped out changes.
            guard var kept = new, !path.isEmpty else { return nil }
            change(&pairs[target].value, path[...]) { swap(&$0, &kept.value) }
            change(&pairs[target].model, path[...]) {
                let lent = $0
                $0 = kept.model(in: manner)
                kept = Pair(value: kept.value, model: lent)
            }
            if kept.value.kind == .dictionary {
                kept.value["id"] = "kept"
                // If the path has matched nothing, `kept` is still the literal.
                kept.model.set(.string("kept"), "id", kept.isLiteral ? manner.ofAttributes : manner)
            }
            if kept.value.json(.compact) != kept.model.json { return "the value that was lent: \(kept)" }
        default:
            // A child replaces the whole value, and the rest of the value is released.
            guard let value = find(path, pairs[target].value), let model = find(path, pairs[target].model) else {
                return nil
            }
            if value.entries.count + (value.array?.count ?? 0) > 2 { pairs[target] = Pair(value: value, model: model) }
        }
        return nil
    }

    private static func newValue(_ pairs: [Pair], _ dice: inout RandomSource) -> Pair? {
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: return nil
        case 1, 2:
            guard let pair = pairs.randomElement(using: &dice) else { return nil }
            let path = accesses(pair.model, &dice)
            guard let value = find(path, pair.value), let model = find(path, pair.model) else { return nil }
            return model.json.utf8.count < 2000 ? Pair(value: value, model: model) : nil
        default: return literal(&dice)
        }
    }

    private static func find(_ path: [Access], _ value: XMLValue) -> XMLValue? {
        path.reduce(value) { value, access in
            switch access {
            case .key(let key): value?[key]
            case .index(let index): value?[index]
            }
        }
    }

    private static func find(_ path: [Access], _ model: EditModel) -> EditModel? {
        path.reduce(model) { model, access in
            switch access {
            case .key(let key): model?.get(key)
            case .index(let index): model?.get(index)
            }
        }
    }

    private static func randomPath(_ dice: inout RandomSource) -> (String, [EditModel.Step]) {
        var names: [String] = [], steps: [EditModel.Step] = []
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let name = Int.random(in: 0..<4, using: &dice) == 0 ? "*" : Self.names.randomElement(using: &dice) ?? "a"
            names.append(name)
            steps.append(name == "*" ? .any : .key(name))
        }
        if Int.random(in: 0..<4, using: &dice) == 0 {
            let name = ["id", "x", "*"].randomElement(using: &dice) ?? "id"
            names[names.count - 1] = "@" + name
            steps[steps.count - 1] = name == "*" ? .anyAttribute : .attribute(name)
            if names.count == 1 { return ("@" + name, steps) }
        }
        return ((Bool.random(using: &dice) ? "/" : "") + names.joined(separator: "/"), steps)
    }

    // MARK: The trial

    private static let group = "@"
    /// The keys of the dictionaries of attributes and of declarations, in which a text is not an element.
    private static let groups = [group, "@xmlns"]
    private static let grouped: XMLOptions = {
        var options = XMLOptions()
        options.attributes = .group(group)
        return options
    }()

    private static let manners: [(XMLOptions, EditModel.Manner)] = [
        (.init(), .init(textKey: "text", hasTextElements: true)),
        (.init(.xmltodict), .init(textKey: "#text", prefix: "@", keepsElements: true)),
        (.init(.badgerfish), .init(textKey: "$", prefix: "@", hasTextElements: true)),
        (.init(.parker), .init(textKey: "")),
        (.init(.gdata), .init(textKey: "$t", hasTextElements: true)),
        (.init(.jsonml), .init(textKey: "text", isOrdered: true)),
        (grouped, .init(textKey: "text", group: group, hasTextElements: true)),
    ]

    static func difference(_ number: Int) throws -> String? {
        let (options, manner) = manners[number % manners.count]
        var dice = RandomSource(seed: number, for: .edits)
        let value = try XMLReader(options).read(.string(xml.replacing("\n", with: "")))
        let start = Pair(value: value, model: model(of: value))
        var pairs = Array(repeating: start, count: 3)
        var kept: [(XMLValue, String)] = []
        for edit in 0..<250 {
            if let difference = self.edit(&pairs, manner, &dice) { return "edit \(edit): \(difference)" }
            for pair in pairs {
                let json = pair.model.json
                guard pair.value.json(.compact) == json else {
                    return "edit \(edit): \(pair.value.json(.compact))\nthe model: \(json)"
                }
                if edit % 5 == 0 { kept.append((pair.value, json)) }
            }
            for index in pairs.indices where pairs[index].model.json.utf8.count > 20_000 { pairs[index] = start }
        }
        // A change never reaches a copy that was made before.
        return kept.first { $0.0.json(.compact) != $0.1 }.map { "a copy became \($0.0.json(.compact)) from \($0.1)" }
    }
}

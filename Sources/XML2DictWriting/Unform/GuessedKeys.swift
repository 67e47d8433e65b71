import XML2Dict

package struct GuessedKeys {
    package fileprivate(set) var strings: [String] = []
    /// The key of a number or a boolean that becomes an element, although strings become attributes.
    package fileprivate(set) var other: String?

    fileprivate var room = 10_000

    package var isEmpty: Bool { strings.isEmpty }
}

extension Unform {
    /// Finds the first keys whose strings can be attributes or elements under the options.
    ///
    /// If the options make attributes of all strings, only a number or a boolean shows that another program wrote the
    /// JSON, because a reader without types makes only strings. Without a number or a boolean, no keys are then found.
    mutating func guessKeys(of value: Entry, into found: inout GuessedKeys, _ names: inout TagNames) {
        let areAttributes = rules.stringsAreAttributes && rules.emptyStringsAreAttributes
        found.other = nil
        guard rules.sharesKeys, rules.attributeNames.isEmpty, !areAttributes || !rules.hasTypes else { return }
        var containers = [value], next = 0
        while next < containers.count, found.room > 0, found.strings.count < 4 || areAttributes && found.other == nil {
            let container = containers[next]
            let isDocument = next == 0 && rules.keepsRoot && rules.rootName == nil
            next += 1
            found.room -= 1
            for index in 0..<container.childCount {
                let child = tree.child(of: container, at: index)
                if child.childCount > 0 { containers.append(child) }
                guard container.isDictionary, !isDocument, child.isText else { continue }
                let key = keys.key(child.key, tree, &names)
                guard key.role == .element, !key.isAttributeName else { continue }
                let name = tree.names[child.key].shortened
                if areAttributes, !child.isString {
                    found.other = found.other ?? name
                } else if child.isString || rules.hasTypes, rules.isAttribute(child, key, false) == areAttributes,
                    !found.strings.contains(name)
                {
                    found.strings.append(name)
                }
            }
        }
        if areAttributes, found.other == nil { found.strings = [] }
        found.strings.removeLast(max(0, found.strings.count - 4))
    }
}

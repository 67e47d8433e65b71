import XML2Dict

/// The meaning of a coding key, which the encoder finds once for each key.
///
///     "itemPrice"     an element, item_price in snake case
///     "@id"           an attribute, id
///     "{urn:a}item"   an element in a namespace, a:item
///     ""              the element's own text
///     "*"             the element's content, in order
struct EncodingKey: BitwiseCopyable {
    enum Fault: UInt8 {
        case none, name, ascii, declaredElement, reservedPrefix, namespace
    }

    var isKnown = false
    var fault = Fault.none
    var position = NodePosition()
    /// Whether `attributePaths` may make the key an attribute.
    var mayBeAttribute = false

    @inline(__always)
    func position(in element: Int32, as role: NodePosition.Role? = nil) -> NodePosition {
        var position = position
        position.parent = element
        if let role { position.role = role }
        return position
    }
}

extension EncodingTree {
    /// The uses of a text: `keys` has an item for each use, at the index `id * count + rawValue`.
    enum TextUse: Int {
        case codingKey, element, attribute

        static let count = 3
    }

    mutating func key(_ text: String, _ names: inout TagNames) -> EncodingKey {
        guard !text.isEmpty else { return EncodingKey(isKnown: true, position: NodePosition(role: .text)) }
        let id = names.id(of: text)
        return known(id, as: .codingKey) ?? makeKey(text, id, &names)
    }

    @inline(__always)
    private func known(_ id: Int, as use: TextUse) -> EncodingKey? {
        let index = id * TextUse.count + use.rawValue
        return index < keys.count && keys[index].isKnown ? keys[index] : nil
    }

    private mutating func keep(_ key: EncodingKey, of id: Int, as use: TextUse) {
        let index = id * TextUse.count + use.rawValue
        keys.extend(to: index + 1, with: EncodingKey())
        keys[index] = key
    }

    @inline(never)
    private mutating func makeKey(_ text: String, _ id: Int, _ names: inout TagNames) -> EncodingKey {
        var key: EncodingKey
        if text == "*" {
            key = EncodingKey(isKnown: true, position: NodePosition(role: .content))
        } else if let textKey = plan.textCodingKey, textKey.utf8.elementsEqual(text.utf8) {
            key = written(text, .element, &names)
            key.position.role = key.fault == .none ? .textOrElement : .text
            key.fault = .none
            key.mayBeAttribute = false
        } else {
            key = named(text, &names)
        }
        keep(key, of: id, as: .codingKey)
        return key
    }

    private mutating func named(_ text: String, _ names: inout TagNames) -> EncodingKey {
        let isMarked = text.utf8.first == UInt8(ascii: "@")
        let name = isMarked ? String(text.dropFirst()) : text
        if case .expanded(let uri, let local) = XMLPath.step(name[...]) {
            let name = plan.name(spelled(local), in: uri, isAttribute: isMarked)
            guard let name else { return EncodingKey(isKnown: true, fault: .namespace) }
            return written(name, isMarked ? .attribute : .element, &names)
        }
        let isReserved = name == "xmlns" || name.hasPrefix("xmlns:") || name.hasPrefix("xml:")
        return written(isReserved ? name : spelled(name), isMarked || isReserved ? .attribute : .element, &names)
    }

    mutating func written(_ name: String, _ use: TextUse, _ names: inout TagNames) -> EncodingKey {
        written(Int32(names.id(of: name)), use, &names)
    }

    mutating func written(_ name: Int32, _ use: TextUse, _ names: inout TagNames) -> EncodingKey {
        if let key = known(Int(name), as: use) { return key }
        let role: NodePosition.Role = use == .attribute ? .attribute : .element
        var key = EncodingKey(isKnown: true, position: NodePosition(name: name, role: role))
        let checked = names.checked(name), isDeclaration = checked.parts.role == .declaration
        let prefixName = names.scope.prefix(of: checked.parts.slot), prefix = names.view[prefixName].string
        if !checked.isValid {
            key.fault = .name
        } else if plan.isASCII, !names.view[Int(name)].utf8.allSatisfy({ $0 < 0x80 }) {
            key.fault = .ascii
        } else if role == .element, isDeclaration {
            key.fault = .declaredElement
        } else if isDeclaration, prefix == "xml" || prefix == "xmlns" {
            key.fault = .reservedPrefix
        }
        if checked.parts.hasPrefix, !isDeclaration, !plan.declares(prefix) {
            key.position.declaration = names.declaration(of: prefixName)
        }
        key.mayBeAttribute = role == .element && plan.paths.contains { $0.mayEnd(with: name) }
        keep(key, of: Int(name), as: use)
        return key
    }

    private func spelled(_ name: String) -> String {
        guard plan.style != .keep else { return name }
        return name.split(separator: ":", omittingEmptySubsequences: false)
            .map { KeySpelling.spell(String($0), plan.style) }.joined(separator: ":")
    }
}

/// An array that the coding key `*` decodes: the content of an element, in document order.
///
///     <p/>x<img/>      [ .p(…), .text("x"), .img(…) ]
///
/// An enumeration decodes a dictionary whose only key is the name of a case. So the decoder of an item offers one key.
/// An element has its name as the key, or `*` if no case has this name. A text has the empty key, the text key of the
/// options, or `text`.
protocol ContentList {
    static func decode(_ content: ElementContent, in list: ElementDecoder) throws -> Self
}

struct ContentItem {
    var keys: [String]
    let entry: Entry
    let isText: Bool
    private(set) var isRefused = false

    mutating func choose(_ isKey: (String) -> Bool) {
        let others = isText ? [] : [ElementDecoder.contentKey]
        guard let key = (keys + others).first(where: isKey) else {
            isRefused = true
            return
        }
        (keys, isRefused) = ([key], false)
    }
}

extension Array: ContentList where Element: Decodable {
    static func decode(_ content: ElementContent, in list: ElementDecoder) throws -> [Element] {
        var items: [Element] = []
        for (index, item) in content.enumerated() {
            let decoder = ElementDecoder(list.item(item), .index(index, in: list.path), in: list)
            do {
                items.append(try decoder.decode(Element.self, isFull: true))
            } catch {
                // If the enumeration has no case for text, the array leaves out the text.
                guard let item = decoder.item, item.isText, item.isRefused else { throw error }
            }
        }
        return items
    }
}

extension ElementDecoder {
    static let contentKey = "*"
    static let contentIsArray: ErrorMessage =
        "the key '*' takes an array of an enumeration with a case for each element"

    /// Decodes the content of this element, and throws if the decoder keeps no order, or if the type is not an array.
    func decodeContent<Decoded>(_ type: Decoded.Type, _ key: any CodingKey) throws -> Decoded {
        guard session.decoder.keepsOrder else {
            throw DecodingError.keyNotFound(
                key,
                context("the key '*' is the content of an element in document order, which XMLDecoder.keepsOrder keeps")
            )
        }
        let list = ElementDecoder(Entry(key: 0, kind: .array, length: 0, offset: 0), .key(key, in: path), in: self)
        let isEmpty = entry.kind == .string && entry.length == 0
        let content = ElementContent(of: isEmpty ? .null : XMLValue(storage: session.storage, entry: entry))
        guard let type = type as? any ContentList.Type, let decoded = try type.decode(content, in: list) as? Decoded
        else {
            throw list.mismatch(type, Self.contentIsArray)
        }
        return decoded
    }

    fileprivate func item(_ item: ElementContent.Item) -> ContentItem {
        let textKeys = ["", session.tree.names[session.tree.textKey].string, "text"]
        let name = item.name.map { String(decoding: $0, as: UTF8.self) }
        return ContentItem(
            keys: name.map { [$0, session.expandedName(of: $0)].compactMap(\.self) } ?? textKeys,
            entry: item.value.entry,
            isText: item.name == nil
        )
    }
}

extension XMLValue {
    /// The text of this value under any convention, or `nil` if the value has no text.
    ///
    /// ```swift
    /// menu["items"]?["item"]?["name"]?.text          // "Cake", for {"text": "Cake"} and for "Cake"
    /// ```
    ///
    /// A string, a number or a boolean is its own text. A dictionary has its text under the text key. The text of an
    /// array is the text of its first item, so the same code reads an element that occurs once or many times.
    /// ``list(_:)`` has all elements. If the options separate the runs of text between child elements, `text` joins the
    /// runs. `<a/>` has no text, and an attribute `a=""` has an empty text.
    public var text: String? {
        let value = first
        if let text = value.onlyText { return String(decoding: text, as: UTF8.self) }
        let runs = value.runs
        guard !runs.isEmpty else { return nil }
        return String(decoding: runs.flatMap { $0.storage.tree.text($0.entry) }, as: UTF8.self)
    }

    /// The ``text`` as a whole number (XML Schema part 2, section 3.3.13), or `nil` if the text does not fit an `Int`.
    public var int: Int? { integer() }

    package func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        withText { try? TextNumber.integer($0) }
    }

    /// The ``text`` as a floating-point number (XML Schema part 2, section 3.2.5), or `nil` for any other text and for
    /// a number that is too large.
    ///
    /// The result is the nearest `Double`, in every locale. `INF`, `-INF` and `NaN` are numbers.
    public var double: Double? {
        withText { try? TextNumber.floatingPoint($0) }
    }

    /// The ``text`` as a boolean, from `true`, `1`, `false` or `0` (XML Schema part 2, section 3.2.2), or `nil` for any
    /// other text.
    public var bool: Bool? {
        withText(TextNumber.boolean)
    }

    private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
        let value = first
        if let text = value.onlyText { return body(text) }
        var text = value.text
        return text?.withUTF8(body)
    }

    private var onlyText: UnsafeBufferPointer<UInt8>? {
        let tree = storage.tree
        if let cdata = storage.roles.cdataKey, tree.child(of: entry, under: cdata) != nil { return nil }
        return tree.textOfElement(entry)
    }

    /// The runs of text of an element, under its text key, or under the key `text` in a value from a program.
    private var runs: [XMLValue] {
        let roles = storage.roles
        if isOrderedElement || roles.form.keepsOrder || roles.cdataKey != nil {
            return ElementContent(of: self).filter { $0.name == nil }.map(\.value)
        }
        let tree = storage.tree
        guard let index = (0..<entry.childCount).first(where: { tree.child(of: entry, at: $0).key == roles.textKey })
        else { return roles.isOfReader ? [] : ofReaderByDefault }
        let texts = child(at: index).list.filter(\.entry.isText)
        // An attribute and a child element may also have the text key. The text of the element comes last.
        return roles.form.hasMarkedAttributes ? texts : texts.suffix(1)
    }

    private var ofReaderByDefault: [XMLValue] {
        guard let text = self["text"], text.entry.isText else { return [] }
        return [text]
    }
}

extension StorageView {
    /// Returns the text of an element, or `nil` if the element has no text or several runs of text.
    func textOfElement(_ entry: Entry) -> UnsafeBufferPointer<UInt8>? {
        if entry.isText { return text(entry) }
        guard let child = child(of: entry, under: textKey), child.isText else { return nil }
        return text(child)
    }
}

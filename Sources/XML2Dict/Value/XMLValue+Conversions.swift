extension XMLValue {
    /// The text of this value, whatever shape a convention gave it: of a string, a number or a boolean it is itself, of an element with
    /// attributes or children what stands under the key of text; `nil` when there is none.
    ///
    /// ```swift
    /// menu["items"]?["item"]?["name"]?.text          // "Cake", for {"text": "Cake"} and for "Cake"
    /// ```
    public var text: String? {
        textBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text as a whole number (XML Schema part 2, section 3.3.13); `nil` when it is none, or too large.
    public var int: Int? { integer() }

    /// The text as a whole number of any width; `nil` when it is none, or out of its range.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        textBytes.flatMap { try? TextNumber.integer($0) }
    }

    /// The text as a floating-point number (XML Schema part 2, section 3.2.5); `nil` when it is none, or too large.
    ///
    /// It is the nearest one there is, in every locale. `INF`, `-INF` and `NaN` are such numbers.
    public var double: Double? {
        textBytes.flatMap { try? TextNumber.floatingPoint($0) }
    }

    /// The text as a boolean: `true` and `1`, `false` and `0` (XML Schema part 2, section 3.2.2); `nil` when it is none.
    public var bool: Bool? {
        textBytes.flatMap(TextNumber.boolean)
    }

    /// Whether this is null.
    public var isNull: Bool { entry.kind == .null }

    /// The bytes of the text, which are good as long as this value is.
    private var textBytes: UnsafeBufferPointer<UInt8>? {
        let tree = storage.tree
        if entry.isText { return tree.text(entry) }
        guard let child = tree.child(of: entry, under: tree.textKey), child.isText else { return nil }
        return tree.text(child)
    }
}

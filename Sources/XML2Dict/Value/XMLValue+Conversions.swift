extension XMLValue {
    /// The text of this value under any convention: a string, a number or a boolean as text, or the text under the text
    /// key of a dictionary; `nil` when the value has no text.
    ///
    /// ```swift
    /// menu["items"]?["item"]?["name"]?.text          // "Cake", for {"text": "Cake"} and for "Cake"
    /// ```
    public var text: String? {
        textBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text as a whole number (XML Schema part 2, section 3.3.13); `nil` when it is not a whole number, or is too
    /// large.
    public var int: Int? { integer() }

    /// The text as a whole number of any width; `nil` when it is not a whole number, or is out of the type's range.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        textBytes.flatMap { try? TextNumber.integer($0) }
    }

    /// The text as a floating-point number (XML Schema part 2, section 3.2.5); `nil` when it is not a number, or is too
    /// large.
    ///
    /// The result is the nearest `Double`, in every locale. `INF`, `-INF` and `NaN` are numbers, too.
    public var double: Double? {
        textBytes.flatMap { try? TextNumber.floatingPoint($0) }
    }

    /// The text as a boolean: `true` and `1`, `false` and `0` (XML Schema part 2, section 3.2.2); `nil` when it is not
    /// a boolean.
    public var bool: Bool? {
        textBytes.flatMap(TextNumber.boolean)
    }

    /// Whether this is null.
    public var isNull: Bool { entry.kind == .null }

    /// The bytes of the text, valid as long as this value is.
    private var textBytes: UnsafeBufferPointer<UInt8>? {
        let tree = storage.tree
        if entry.isText { return tree.text(entry) }
        guard let child = tree.child(of: entry, under: tree.textKey), child.isText else { return nil }
        return tree.text(child)
    }
}

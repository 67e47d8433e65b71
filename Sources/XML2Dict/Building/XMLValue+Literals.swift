// Values that are written down in a program, for tests above all.

extension XMLValue: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension XMLValue: ExpressibleByStringInterpolation {}

extension XMLValue: ExpressibleByIntegerLiteral {
    /// A number.
    public init(integerLiteral number: Int) {
        self.init(.number, String(number))
    }
}

extension XMLValue: ExpressibleByFloatLiteral {
    /// A number, as Swift prints it; infinity and NaN, which JSON does not have, are strings.
    public init(floatLiteral number: Double) {
        self.init(number.isFinite ? .number : .string, number.description)
    }
}

extension XMLValue: ExpressibleByBooleanLiteral {
    /// A boolean.
    public init(booleanLiteral value: Bool) {
        self.init(.boolean, value ? "true" : "false")
    }
}

extension XMLValue {
    /// Null.
    ///
    /// It is not written `nil`: that would be null, and not nothing, wherever Swift can choose, as in `isWanted ? value : nil`.
    public static let null = XMLValue(.null, "")
}

extension XMLValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral items: XMLValue...) {
        self.init(items)
    }
}

extension XMLValue: ExpressibleByDictionaryLiteral {
    /// A dictionary, its keys in the order in which they are written.
    ///
    /// Values under one key fold into an array.
    public init(dictionaryLiteral entries: (String, XMLValue)...) {
        self.init(entries)
    }
}

extension XMLValue {
    /// A string.
    public init(_ text: String) {
        self.init(.string, text)
    }

    /// An array of values.
    public init(_ items: [XMLValue]) {
        self.init(.array, items.map { ("", $0) })
    }

    /// A dictionary of values under keys, in this order.
    ///
    /// Values under one key fold into an array.
    public init(_ entries: [(String, XMLValue)]) {
        self.init(.dictionary, entries)
    }

    private init(_ kind: ValueComposer.Text, _ text: String) {
        var composer = ValueComposer()
        composer.add(text, kind, under: "")
        self = composer.finish()
    }

    private init(_ container: ValueComposer.Container, _ items: [(String, XMLValue)]) {
        var composer = ValueComposer()
        composer.open(under: "")
        for (key, value) in items {
            composer.add(value, under: key)
        }
        composer.close(container)
        self = composer.finish()
    }
}

// Values that a program makes: literals, and texts, numbers, booleans and containers that it computes.

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
    /// A number, as Swift prints it.
    ///
    /// Infinity and NaN are strings, because JSON does not have them.
    public init(floatLiteral number: Double) {
        self.init(number)
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
    /// XMLValue has no literal `nil`: Swift would read `isWanted ? value : nil` as null, and not as no value.
    public static let null = XMLValue(.null, "")
}

extension XMLValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral items: XMLValue...) {
        self.init(items)
    }
}

extension XMLValue: ExpressibleByDictionaryLiteral {
    /// A dictionary with its keys in this order.
    ///
    /// Values under the same key fold into an array.
    public init(dictionaryLiteral entries: (String, XMLValue)...) {
        self.init(entries)
    }
}

extension XMLValue {
    /// A string.
    public init(_ text: String) {
        self.init(.string, text)
    }

    /// A number.
    public init(_ number: some BinaryInteger) {
        self.init(.number, String(number))
    }

    /// A number, as Swift prints it.
    ///
    /// Infinity and NaN are strings, as JSON does not have them.
    public init(_ number: Double) {
        self.init(number.isFinite ? .number : .string, number.description)
    }

    /// A boolean.
    public init(_ value: Bool) {
        self.init(.boolean, value ? "true" : "false")
    }

    /// An array of values.
    public init(_ items: [XMLValue]) {
        self.init(.array, items.map { ("", $0) })
    }

    /// A dictionary of values under keys, in this order.
    ///
    /// Values under the same key fold into an array.
    public init(_ entries: [(String, XMLValue)]) {
        self.init(.dictionary, entries)
    }

    private init(_ kind: Entry.Kind, _ text: String) {
        let literals = ValueStorage.ofLiterals
        var text = text
        self = text.withUTF8 { TextStorage($0, like: literals, literals.names).value(kind) }
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

extension XMLValue: ExpressibleByStringLiteral {
    /// Creates a string.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension XMLValue: ExpressibleByStringInterpolation {}

extension XMLValue: ExpressibleByIntegerLiteral {
    /// Creates a number.
    public init(integerLiteral number: Int) {
        self.init(.number, String(number))
    }
}

extension XMLValue: ExpressibleByFloatLiteral {
    /// Creates a number with the digits that Swift prints, or a string for infinity and NaN, which JSON lacks.
    public init(floatLiteral number: Double) {
        self.init(number)
    }
}

extension XMLValue: ExpressibleByBooleanLiteral {
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) {
        self.init(.boolean, value ? "true" : "false")
    }
}

extension XMLValue {
    /// Null.
    ///
    /// `XMLValue` has no literal `nil`, because Swift would read `isWanted ? value : nil` as null and not as no value.
    public static let null = XMLValue(.null, "")
}

extension XMLValue: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral items: XMLValue...) {
        self.init(items)
    }
}

extension XMLValue: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary with the keys in this order, and joins values under the same key to an array.
    public init(dictionaryLiteral entries: (String, XMLValue)...) {
        self.init(entries)
    }
}

extension XMLValue {
    /// Creates a string.
    public init(_ text: String) {
        self.init(.string, text)
    }

    /// Creates a number.
    public init(_ number: some BinaryInteger) {
        self.init(.number, String(number))
    }

    /// Creates a number with the digits that Swift prints, or a string for infinity and NaN, which JSON lacks.
    public init(_ number: Double) {
        self.init(number.isFinite ? .number : .string, number.description)
    }

    /// Creates a boolean.
    public init(_ value: Bool) {
        self.init(.boolean, value ? "true" : "false")
    }

    /// Creates an array.
    public init(_ items: [XMLValue]) {
        self.init(.array, items.map { ("", $0) })
    }

    /// Creates a dictionary with the keys in this order, and joins values under the same key to an array.
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

extension XMLValue: Encodable {
    /// Encodes the value.
    ///
    /// An `XMLEncoder` writes the value in the convention of the value's reader. Any other encoder, such as
    /// `JSONEncoder`, gets the types of JSON. A number with more digits than Swift's types can hold becomes a string.
    /// If two keys are equal as Swift strings, the method throws an error, because the encoder would lose a value.
    ///
    /// The value can be nested 1,000 deep, or less on a thread with a small stack, because encoders recurse.
    /// Foundation's `JSONEncoder` stops at about 500. ``json(_:)`` writes any depth.
    ///
    /// - Parameter encoder: The encoder that writes the value.
    /// - Throws: An `EncodingError` when the value is nested too deep or has two equal keys, and errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? any ValueEncoder else { return try encode(toForeign: encoder) }
        try encoder.encodeAsIs(self)
    }
}

package protocol ValueEncoder: Encoder {
    func encodeAsIs(_ value: XMLValue) throws
}

extension XMLValue {
    private static var deepestEncoding: Int { 1_000 }

    func encode(toForeign encoder: any Encoder) throws {
        let tree = storage.tree
        try checkDepth(encoder.codingPath)
        switch entry.kind {
        case .null, .string, .name, .number, .boolean:
            var container = encoder.singleValueContainer()
            try encodeSimple(into: &container)
        case .array:
            var container = encoder.unkeyedContainer()
            for index in 0..<entry.length { try container.encode(child(at: index)) }
        case .dictionary, .textOnly:
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            var seen: Set<String> = []
            for index in 0..<entry.childCount {
                let child = child(at: index)
                let key = tree.names[child.entry.key].string
                guard seen.insert(key).inserted else {
                    throw invalid("two keys are equal as strings, '\(key)', and differ as bytes", encoder.codingPath)
                }
                try container.encode(child, forKey: AnyCodingKey(stringValue: key))
            }
        }
    }

    private func checkDepth(_ path: [any CodingKey]) throws {
        guard let problem = Self.depthProblem(path.count) else { return }
        throw invalid("\(problem); json(_:) writes any depth", Array(path.prefix(20)))
    }

    /// Returns the reason why a value cannot be encoded or decoded at a depth, or `nil`.
    static func depthProblem(_ depth: Int) -> String? {
        if depth > deepestEncoding { return "the value is nested more than \(deepestEncoding) deep" }
        if ThreadStack.isEnough(atDepth: depth) { return nil }
        return "the value is nested \(depth) deep, which is too much for the stack of this thread"
    }

    private func invalid(_ message: String, _ path: [any CodingKey]) -> EncodingError {
        .invalidValue(kind, .init(codingPath: path, debugDescription: message))
    }

    private func encodeSimple(into container: inout any SingleValueEncodingContainer) throws {
        switch entry.kind {
        case .null: try container.encodeNil()
        case .boolean: try container.encode(bool ?? false)
        case .number: try encodeNumber(into: &container)
        default: try container.encode(string ?? "")
        }
    }

    private func isExact(_ number: Double) -> Bool {
        DecimalText(storage.tree.text(entry)[...])?.isEqual(to: number) == true
    }

    private func encodeNumber(into container: inout any SingleValueEncodingContainer) throws {
        if let number: Int64 = integer() {
            try container.encode(number)
        } else if let number: UInt64 = integer() {
            try container.encode(number)
        } else if let number = double, isExact(number) {
            try container.encode(number)
        } else {
            try container.encode(string ?? "")
        }
    }
}

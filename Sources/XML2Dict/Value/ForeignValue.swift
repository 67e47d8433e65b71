indirect enum ForeignValue: Decodable {
    case text(String, Entry.Kind)
    case array([ForeignValue])
    /// Sorted by the bytes of the keys.
    case dictionary([(key: String, value: ForeignValue)])

    init(from decoder: any Decoder) throws {
        try Self.checkDepth(decoder)
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            let keys = container.allKeys.sorted {
                $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
            }
            self = .dictionary(
                try keys.map { ($0.stringValue, try container.decode(ForeignValue.self, forKey: $0)) }
            )
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [ForeignValue] = []
            while !container.isAtEnd { items.append(try container.decode(ForeignValue.self)) }
            self = .array(items)
        } else {
            self = try Self.simple(decoder.singleValueContainer())
        }
    }

    private static func simple(_ container: any SingleValueDecodingContainer) throws -> ForeignValue {
        if container.decodeNil() { return .text("", .null) }
        if let value = try? container.decode(Bool.self) { return .text(value ? "true" : "false", .boolean) }
        if let number = try? container.decode(Int64.self) { return .text(String(number), .number) }
        if let number = try? container.decode(UInt64.self) { return .text(String(number), .number) }
        if let number = try? container.decode(Double.self) {
            return .text(number.description, number.isFinite ? .number : .string)
        }
        do {
            return .text(try container.decode(String.self), .string)
        } catch {
            let message = "expected a dictionary, an array, a string, a number of Double's range, a boolean or null"
            throw DecodingError.typeMismatch(
                XMLValue.self,
                .init(codingPath: container.codingPath, debugDescription: message, underlyingError: error)
            )
        }
    }

    private static func checkDepth(_ decoder: any Decoder) throws {
        let path = decoder.codingPath
        guard let problem = XMLValue.depthProblem(path.count) else { return }
        throw DecodingError.dataCorrupted(.init(codingPath: Array(path.prefix(20)), debugDescription: problem))
    }

    func add(to composer: inout ValueComposer, under key: String) {
        switch self {
        case .text(let text, let kind): composer.add(text, kind, under: key)
        case .array(let items):
            composer.open(under: key)
            for item in items { item.add(to: &composer, under: "") }
            composer.close(.array)
        case .dictionary(let entries):
            composer.open(under: key)
            for entry in entries { entry.value.add(to: &composer, under: entry.key) }
            composer.close(.dictionary)
        }
    }
}

extension XMLValue {
    init(foreign decoder: any Decoder) throws {
        let value = try ForeignValue(from: decoder)
        var composer = ValueComposer()
        value.add(to: &composer, under: "")
        self = composer.finish()
    }
}

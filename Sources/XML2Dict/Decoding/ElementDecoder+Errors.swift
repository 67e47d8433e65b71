extension ElementDecoder {
    var line: Int? {
        var decoder: ElementDecoder? = self
        while let one = decoder {
            if let line = session.storage.line(of: one.item?.entry ?? one.entry) { return line }
            decoder = one.parent
        }
        return session.storage.origin?.line
    }

    func context(_ message: ErrorMessage) -> DecodingError.Context {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: message.description)
        return located(context, remedy: message.remedy)
    }

    private func located(_ context: DecodingError.Context, remedy: String? = nil) -> DecodingError.Context {
        context.at(session.file, line: line, session.storage.origin, remedy: remedy)
    }

    func withPosition(_ error: DecodingError) -> DecodingError {
        guard error.position == nil else { return error }
        return switch error {
        case .typeMismatch(let type, let context): .typeMismatch(type, located(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, located(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, located(context))
        case .dataCorrupted(let context): .dataCorrupted(located(context))
        @unknown default: error
        }
    }

    func mismatch(_ type: Any.Type, _ message: ErrorMessage) -> DecodingError {
        .typeMismatch(type, context(message))
    }

    func corrupted(_ message: ErrorMessage) -> DecodingError {
        .dataCorrupted(context(message))
    }

    static func name(of type: Any.Type) -> String { "\(type)" }

    func several(_ type: Any.Type, _ expected: String) -> DecodingError {
        guard item == nil else { return mismatch(type, Self.contentIsArray) }
        let mayBeMap = entry.length > 0 && (isDictionary || parent?.isDictionary == true)
        let first = mayBeMap ? ElementDecoder(session.tree.child(of: entry, at: 0), .index(0, in: path), in: self) : nil
        let isMap = first?.allKeys.count == 2
        let remedy: ErrorMessage = isMap ? Self.wrapperHint(isMap: true) : "; an array takes them all"
        return mismatch(type, "expected one \(expected), found \(entry.length) of this name\(remedy)")
    }

    /// Replaces Swift's error for an enumeration, which only says that the number of keys is invalid.
    func choiceFault(_ type: Any.Type, _ error: DecodingError) -> DecodingError {
        guard case .typeMismatch(let wrong, let context) = error, wrong == type,
            context.debugDescription.hasPrefix("Invalid number of keys found, expected one."), let keyType
        else { return error }
        let cases = (keyType as? any CaseIterable.Type).map { Self.cases(of: $0) } ?? []
        let found = allKeys.prefix(8).map { "'\($0.shortened)'" }.joined(separator: ", ")
        let names = cases.isEmpty ? "" : " (\(cases.joined(separator: ", ")))"
        let expected = "expected one child element for \(Self.name(of: type)), with the name of a case\(names)"
        return mismatch(type, "\(expected), found \(found.isEmpty ? "nothing" : found)")
    }

    /// Returns a hint if an element with `keyCount` different keys seems to wrap a list or a map, or else empty text.
    func wrapperHint(_ keyCount: Int) -> ErrorMessage {
        guard let parent else { return "" }
        let isMap = keyCount == 2 && parent.isDictionary
        guard isMap || keyCount == 1 && isItem && parent.entry.kind != .array else { return "" }
        return Self.wrapperHint(isMap: isMap)
    }

    private static func wrapperHint(isMap: Bool) -> ErrorMessage {
        let article = "'Lists and maps inside an element' in the article Decoding"
        return "; a \(isMap ? "map" : "list") inside an element needs a type of its own: see \(article)"
    }

    private var isDictionary: Bool { keyType.map { "\($0)" } == "_DictionaryCodingKey" }

    private static func cases<Keys: CaseIterable>(of type: Keys.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any CodingKey)?.stringValue }
    }

    /// Text for a message: quoted, shortened, with control characters escaped.
    static func quoted(_ text: UnsafeBufferPointer<UInt8>) -> String {
        let string = String(decoding: text.prefix(256), as: UTF8.self)
        let short = string.unicodeScalars.prefix(60).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
        return "'\(short)\(string.unicodeScalars.count > 60 || text.count > 256 ? "…" : "")'"
    }
}

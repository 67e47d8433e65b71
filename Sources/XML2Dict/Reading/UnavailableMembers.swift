// Calls that programmers may try. The compiler's message shows the correct call.

extension XMLReader {
    /// Not available: use `read(.string(…))` or `read(.file(…))`.
    @available(*, unavailable, message: "call 'read(.string(text))', or 'read(.file(path))' for a file")
    public func read(_ text: String) throws(XMLError) -> XMLValue { try read(.string(text)) }

    /// Not available: use `read(.string(…))`.
    @available(*, unavailable, message: "call 'read(.string(text))'")
    public func read(string: String) throws(XMLError) -> XMLValue { try read(.string(string)) }

    /// Not available: use `read(.file(…))`.
    @available(*, unavailable, message: "call 'read(.file(path))'")
    public func read(contentsOf path: String) throws(XMLError) -> XMLValue { try read(.file(path)) }

    /// Not available: use `read(.bytes(…))`.
    @available(*, unavailable, message: "call 'read(.bytes(data))'")
    public func read(_ bytes: some Collection<UInt8>) throws(XMLError) -> XMLValue { try read(.bytes(Array(bytes))) }

    /// Not available: use ``init(_:_:)``.
    @available(*, unavailable, renamed: "init(_:)")
    public init(options: XMLOptions) { self.init(options) }
}

extension XMLReader {
    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'in: .bytes(data)', '.string(text)' or '.file(path)'")
    public func records(
        at path: XMLPath,
        in bytes: some Collection,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<XMLValue> { try records(at: path, in: .bytes([]), onError: policy) }

    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'in: .bytes(data)', '.string(text)' or '.file(path)'")
    public func documents(in bytes: some Collection) throws(XMLError) -> XMLRecords<XMLValue> {
        try documents(in: .bytes([]))
    }
}

extension XMLDecoder {
    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'in: .bytes(data)', '.string(text)' or '.file(path)'")
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: XMLPath,
        in bytes: some Collection,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<Record> { try records(of: type, at: path, in: .bytes([]), onError: policy) }

    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'from: .bytes(data)'")
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from bytes: some Collection<UInt8>
    ) throws -> Decoded { try decode(type, from: .bytes(Array(bytes))) }
}

extension XMLSource {
    /// Not available: use ``bytes(_:)``.
    @available(*, unavailable, renamed: "bytes(_:)")
    public static func data(_ data: some Collection<UInt8> & Sendable) -> XMLSource { .bytes(data) }
}

extension XMLValue {
    /// Not available: use an initializer.
    @available(*, unavailable, message: "write 'XMLValue(items)', or a literal: [\"a\", \"b\"]")
    public static func array(_ items: [XMLValue]) -> XMLValue { XMLValue(items) }
}

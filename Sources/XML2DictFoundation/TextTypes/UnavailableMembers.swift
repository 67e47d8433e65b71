public import Foundation
public import XML2Dict
public import XML2DictWriting

// Members that `JSONDecoder`, `JSONEncoder` and XMLCoder have, and calls with a URL: the compiler suggests another way.

extension XMLDecoder {
    /// Not available: `options.keyStyle = .camel` reads `item_price` as `itemPrice`.
    @available(*, unavailable, message: "set 'options.keyStyle': .camel reads item_price as itemPrice")
    public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
        get { .useDefaultKeys }
        set {}
    }

    /// Not available: `INF`, `Infinity` and `NaN` are always read.
    @available(*, unavailable, message: "not needed: INF, -INF, Infinity, -Infinity and NaN are always read")
    public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy {
        get { .throw }
        set {}
    }
}

extension XMLDecoder.DateDecodingStrategy {
    /// Not available: use ``internet``, which also reads seconds since 1970.
    @available(*, unavailable, message: "use '.internet', which reads these too, or '.custom'")
    public static var secondsSince1970: Self { .internet }
}

extension XMLEncoder.DateEncodingStrategy {
    /// Not available: use `custom`.
    @available(*, unavailable, message: "use '.custom' with a single value container")
    public static var secondsSince1970: Self { .iso8601 }
}

extension XMLEncoder {
    /// Not available: use ``data(from:root:)``, because XML needs the name of the root.
    @available(*, unavailable, message: "call 'data(from:root:)' or 'string(from:root:)': the root needs a name")
    public func encode(_ value: some Encodable) throws -> Data { try data(from: value, root: "") }

    /// Not available: use ``data(from:root:)``.
    @available(*, unavailable, message: "call 'data(from:root:)' or 'string(from:root:)'")
    public func encode(_ value: some Encodable, withRootKey root: String) throws -> Data {
        try data(from: value, root: root)
    }

    /// Not available: use `format`.
    @available(*, unavailable, message: "set 'format': .pretty, .compact; keys of dictionaries are always sorted")
    public var outputFormatting: JSONEncoder.OutputFormatting {
        get { [] }
        set {}
    }

    /// Not available: use `keyStyle`.
    @available(*, unavailable, message: "set 'keyStyle': .snake writes itemPrice as item_price")
    public var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy {
        get { .useDefaultKeys }
        set {}
    }

    /// Not available: `INF`, `-INF` and `NaN` are written.
    @available(*, unavailable, message: "not needed: INF, -INF and NaN are written, as in XML Schema")
    public var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy {
        get { .throw }
        set {}
    }

    /// Not available: use `write(_:root:to:)` with a file descriptor, or write ``data(from:root:)``.
    @available(*, unavailable, message: "call 'data(from:root:).write(to: url)'")
    public func write(_ value: some Encodable, root: String, to url: URL) throws {}
}

extension XMLReader {
    /// Not available: use `read(.file(…))`.
    @available(*, unavailable, message: "call 'read(.file(url))', or 'await read(.url(url))' for one of the web")
    public func read(_ url: URL) throws(XMLError) -> XMLValue { try read(.file(url)) }
}

extension XMLWriter {
    /// Not available: use `bytes(from:)`, or `write(_:to:)` with a file descriptor.
    @available(*, unavailable, message: "call 'Data(bytes(from: value)).write(to: url)'")
    public func write(_ value: XMLValue, to url: URL) throws {}
}

extension XMLReader {
    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'in: .file(url)', or 'in: .url(url)' for a web address")
    public func records(
        at path: XMLPath,
        in url: URL,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<XMLValue> { try records(at: path, in: .file(url), onError: policy) }
}

extension XMLDecoder {
    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'from: .file(url)', or 'from: .url(url)' for a web address")
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from url: URL) throws -> Decoded {
        try decode(type, from: .file(url))
    }

    /// Not available: use a source.
    @available(*, unavailable, message: "use a source: 'in: .file(url)', or 'in: .url(url)' for a web address")
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: XMLPath,
        in url: URL,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<Record> { try records(of: type, at: path, in: .file(url), onError: policy) }
}

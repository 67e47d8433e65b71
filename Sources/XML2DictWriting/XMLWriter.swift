public import XML2Dict

/// Writes values as XML: the inverse of `XMLReader` with the same options.
///
/// ```swift
/// let pom = try XMLReader(.xmltodict).read(.file("pom.xml"))
/// print(try XMLWriter(.xmltodict).string(from: pom))
/// ```
///
/// A document that is read, written and read again with the same options gives the same value (ROUND-TRIP), under the
/// conditions in <doc:WritingXML>. A value that XML cannot represent is an error with its path. No key and no text can
/// inject markup.
///
/// `XMLOptions.keyStyle` and the options of paths have no effect. If options give types, numbers and booleans can also
/// be attributes when attributes and elements share keys. Of the input options, only the limits and the handling of
/// entities have an effect, and only on a DOCTYPE. The limit `[.result]` applies to values, not to their text.
public struct XMLWriter: Sendable {
    /// The options of the reader that made the value.
    ///
    /// If you neither pass nor set options, a value from a reader is written with the options of that reader. Any other
    /// value, such as one from literals or JSON, follows `XMLOptions.xmltodict`: `@` marks attributes, and `#text` is
    /// the text beside them.
    public var options: XMLOptions {
        didSet {
            takesOptionsOfValue = false
            kept = Kept()
        }
    }
    private var takesOptionsOfValue: Bool
    /// Whether a reader made the value, so that messages must not suggest other options.
    private(set) var isOfReader = false

    /// The layout of the text.
    public var format: Format { didSet { kept = Kept() } }

    /// The name of a root element around the value, or `nil` if the value contains the name of its root.
    ///
    /// An array, a number, a dictionary with several elements, and a value of `XMLOptions.parker` need a root name.
    public var rootName: String? { didSet { kept = Kept() } }

    /// The name of the elements for the items of an array without a key, or `nil` to make such an array an error.
    ///
    /// Such an array is the whole value, or is in another array.
    public var itemName: String? { didSet { kept = Kept() } }

    /// The keys that are attributes, if the value does not show whether a string is an attribute or an element.
    ///
    /// The value does not show this if the options merge attributes (`XMLOptions.Attributes.merge`) and make strings of
    /// elements with only text. The writer then makes an element of each string, except under these keys and under
    /// `xmlns`, `xmlns:…` and `xml:…`.
    public var attributeNames: Set<String> = [] { didSet { kept = Kept() } }

    /// Whether the root declares the namespaces of `XMLOptions.namespacePrefixes` with their prefixes.
    ///
    /// The namespace with an empty prefix becomes the default namespace.
    public var declaresNamespaces = false { didSet { kept = Kept() } }

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - options: The options of the reader that made the value, or `nil` to take these options from the value.
    ///   - format: The layout of the text.
    public init(_ options: XMLOptions? = nil, format: Format = .pretty) {
        self.options = options ?? .xmltodict
        takesOptionsOfValue = options == nil
        self.format = format
    }

    private var kept = Kept<(roles: KeyRoles?, plan: WritingPlan)>()

    func plan() throws(XMLError) -> WritingPlan {
        try kept.made(where: { $0.roles == nil }) { () throws(XMLError) in (nil, try WritingPlan(self)) }.plan
    }

    func plan(for roles: KeyRoles) throws(XMLError) -> WritingPlan {
        guard let own = roles.options else { return try plan() }
        return try kept.made(where: { $0.roles === roles }) { () throws(XMLError) in
            var settled = self
            settled.isOfReader = true
            if takesOptionsOfValue { settled.options = own.forWriting }
            let differences = settled.options.differences(from: own)
            guard differences.isEmpty else {
                throw XMLError(
                    .invalidOptions,
                    "the value was read with other options (\(differences.joined(separator: ", "))); leave out the writer's options, or give it those of the reader"
                )
            }
            return (roles, try WritingPlan(settled))
        }.plan
    }

    package func check() throws(XMLError) {
        _ = try plan()
    }

    /// Writes a value as a string.
    ///
    /// - Parameter value: A value in the form of the options.
    /// - Returns: The text, which ends with a line feed.
    /// - Throws: An ``/XML2Dict/XMLError`` with the code `invalidOptions`, or `invalidValue` and an
    ///   ``/XML2Dict/XMLError/path``.
    public func string(from value: XMLValue) throws(XMLError) -> String {
        let writer = try writing(value, to: .memory)
        return String(decoding: writer.tags.output.text, as: UTF8.self)
    }

    /// Writes a value as bytes of UTF-8, like ``string(from:)``.
    ///
    /// - Throws: The errors of ``string(from:)``.
    public func bytes(from value: XMLValue) throws(XMLError) -> [UInt8] {
        let writer = try writing(value, to: .memory)
        return Array(writer.tags.output.text)
    }

    /// Writes a value to an open file in chunks, without the whole text in memory.
    ///
    /// - Parameters:
    ///   - value: A value in the form of the options.
    ///   - fileDescriptor: The file, open for writing, which stays open.
    /// - Throws: The errors of ``string(from:)``, or an ``/XML2Dict/XMLError`` with the code `inputOutput`. The file
    ///   may then have a part of the text.
    public func write(_ value: XMLValue, to fileDescriptor: Int32) throws(XMLError) {
        var writer = try writing(value, to: .file(fileDescriptor))
        try writer.flush()
    }

    private func writing(_ value: XMLValue, to target: OutputBuffer.Target) throws(XMLError) -> NodeWriter<Unform> {
        var writer = NodeWriter(try plan(for: value.storage.roles), to: target)
        writer.tags.names.readCount = value.storage.byteCount ?? .max
        writer.source.tree = value.storage.tree
        try writer.writeDocument(value.entry)
        return writer
    }
}

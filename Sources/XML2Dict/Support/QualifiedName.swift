/// A prefix, which may be empty, and a local name (Namespaces in XML 1.0, section 4).
package struct QualifiedName {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    package enum Role: UInt8, BitwiseCopyable {
        case ordinary
        case declaration
        case null
        case type
    }

    let prefix: Bytes
    let local: Bytes

    init(_ name: Bytes) {
        let colon = name.firstIndex(of: UInt8(ascii: ":")) ?? name.startIndex
        // A colon at the start or at the end does not separate anything.
        let hasPrefix = colon > name.startIndex && colon + 1 < name.endIndex
        prefix = hasPrefix ? name[..<colon] : name[..<name.startIndex]
        local = hasPrefix ? name[(colon + 1)...] : name
    }

    func name(in uri: UnsafeBufferPointer<UInt8>) -> Bytes {
        uri.isEmpty ? Slice(base: local.base, bounds: prefix.startIndex..<local.endIndex) : local
    }

    var role: Role {
        if prefix.elementsEqual("xmlns".utf8) || prefix.isEmpty && local.elementsEqual("xmlns".utf8) {
            return .declaration
        }
        guard !prefix.isEmpty else { return .ordinary }
        return local.elementsEqual("nil".utf8) ? .null : local.elementsEqual("type".utf8) ? .type : .ordinary
    }

    /// Returns the rule of Namespaces in XML 1.0 that a declaration breaks (section 3), or `nil`.
    package static func mistake(declaring prefix: some Collection<UInt8>, as uri: some Collection<UInt8>) -> String? {
        if prefix.elementsEqual("xmlns".utf8) || uri.elementsEqual(NamespaceURI.xmlns.utf8) {
            return "the prefix xmlns and its namespace cannot be declared"
        }
        if prefix.elementsEqual("xml".utf8) != uri.elementsEqual(NamespaceURI.xml.utf8) {
            return "the prefix xml belongs to the namespace \(NamespaceURI.xml), and no other prefix or namespace does"
        }
        guard uri.isEmpty, !prefix.isEmpty else { return nil }
        return "the prefix \(String(shortening: prefix)) is declared without a namespace"
    }
}

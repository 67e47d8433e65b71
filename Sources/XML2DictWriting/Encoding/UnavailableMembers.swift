// Calls that new users of the encoder try first. The compiler names the call to use instead.

extension XMLEncoder {
    /// Not available: use ``string(from:root:)`` or ``bytes(from:root:)``, because XML needs the name of the root.
    @available(*, unavailable, message: "call 'string(from:root:)' or 'bytes(from:root:)': the root needs a name")
    @_disfavoredOverload
    public func encode(_ value: some Encodable) throws -> [UInt8] { try bytes(from: value, root: "") }

    /// Not available: use ``string(from:root:)`` or ``bytes(from:root:)``.
    @available(*, unavailable, message: "call 'string(from:root:)' or 'bytes(from:root:)'")
    @_disfavoredOverload
    public func encode(_ value: some Encodable, withRootKey root: String) throws -> [UInt8] {
        try bytes(from: value, root: root)
    }
}

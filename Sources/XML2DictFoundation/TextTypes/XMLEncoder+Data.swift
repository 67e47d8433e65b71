public import Foundation
public import XML2Dict

extension XMLEncoder {
    /// Encodes a value as a document in memory; `bytes(from:root:)` as Foundation's `Data`.
    ///
    /// - Throws: The errors of the method that it calls.
    public func data(from value: some Encodable, root: String) throws -> Data {
        Data(try bytes(from: value, root: root))
    }
}

/// Joins the parts of a document into one value.
///
///     parts, in any order ─▶ IDs of names ─▶ parts, in the order of the document ─▶ the joiner's builder ─▶ value
///
/// The builder gets the elements that were open at a cut, because no part has all their content.
final class DocumentJoiner: @unchecked Sendable {
    private let monitor = Monitor()
    /// Folds the elements that were open at a cut, and assigns one id to each name of all parts.
    private var builder: ValueBuilder
    private var parts: [StorageBlocks] = []

    /// The maximum number of different names in a part, because more names would take much memory in each part.
    private static let mostNames = 65_536

    init(_ plan: Plan) {
        builder = ValueBuilder(plan)
    }

    /// Prepares the builder of a part, on any thread.
    func prepare(_ builder: inout ValueBuilder) {
        if let last = monitor.locked({ parts.last }) { builder.reserveRoom(like: last) }
    }

    /// Takes the content of a part from its builder, on any thread.
    ///
    /// - Throws: `BuildError.tooMany` for a part with too many names.
    func take(_ builder: inout ValueBuilder) throws(BuildError) -> BuiltPart {
        guard builder.open.names.count <= Self.mostNames else { throw .tooMany }
        var ids = GrowableBuffer<Int32>()
        try monitor.locked { () throws(BuildError) in
            for id in 0..<builder.open.names.count {
                let name = builder.open.names.names[id]
                let common = try self.builder.open.names.checked(
                    self.builder.open.names.id(of: name.bytes, count: name.byteCount)
                )
                ids.append(Int32(common))
            }
        }
        return try builder.takePart(ids)
    }

    func join(_ part: BuiltPart) throws(BuildError) {
        try monitor.locked { () throws(BuildError) in
            try builder.join(part)
            parts.append(part.blocks)
        }
    }

    /// The memory outside the parts, in bytes.
    var resultByteCount: Int { builder.resultByteCount }

    func takeDocument() throws(BuildError) -> XMLValue {
        // The warning about a reserved key needs the line of its element, which the joiner does not know.
        guard builder.reserved == nil else { throw .tooMany }
        return try builder.takeDocument(of: parts)
    }
}

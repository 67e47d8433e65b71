import XML2Dict

/// A follower for one builder, in memory of its own: a class would check each access.
final class TypeSession: ElementFollower {
    private let follower: UnsafeMutablePointer<TypeFollower>
    private let notes: Notes?

    /// Decides for each mismatch whether to report it.
    typealias Notes = (_ fault: ElementFault) -> Bool

    init(_ follower: consuming TypeFollower, _ notes: Notes?) {
        self.follower = .allocate(capacity: 1)
        self.follower.initialize(to: follower)
        self.notes = notes
    }

    deinit {
        follower.deinitialize(count: 1)
        follower.deallocate()
    }

    func begin(_ name: FollowedName, key: Int, depth: Int, _ names: NameView) -> ElementForm {
        follower.pointee.begin(name, key: key, depth: depth, names)
    }

    func setType(_ uri: UnsafeBufferPointer<UInt8>, _ local: Slice<UnsafeBufferPointer<UInt8>>) -> ElementForm {
        follower.pointee.setType(uri, local)
    }

    var fault: ElementFault { follower.pointee.fault }

    func typed(_ text: Entry, depth: Int, in space: inout ShapingSpace) -> Entry? {
        follower.pointee.typed(text, depth: depth, in: &space)
    }

    func typed(_ attribute: Entry, _ name: FollowedName, in space: inout ShapingSpace) -> Entry? {
        follower.pointee.typed(attribute, name, in: &space)
    }

    func declares(_ key: Int, _ names: NameView) -> Bool { follower.pointee.declares(key, names) }

    func empty(depth: Int) -> EmptyForm { follower.pointee.empty(depth: depth) }

    func blank(_ key: Int, depth: Int, _ names: NameView) -> BlankForm {
        follower.pointee.blank(key, depth: depth, names)
    }

    func missingLists(depth: Int, includesSeen: Bool) -> [(uri: String, local: String)] {
        follower.pointee.missingLists(depth: depth, includesSeen: includesSeen)
    }

    func note(_ fault: ElementFault) -> Bool { notes?(fault) ?? true }

    func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch]) {
        (value, [])
    }
}

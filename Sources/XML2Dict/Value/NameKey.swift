/// A name as a key of Swift's dictionaries, equal by its bytes; the caller keeps the bytes alive.
struct NameKey: Hashable {
    private let name: Name

    init(_ name: Name) {
        self.name = name
    }

    static func == (first: NameKey, second: NameKey) -> Bool {
        first.name.equals(second.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: UnsafeRawBufferPointer(name.utf8))
    }
}

/// A name that is equal to another one only with the same bytes, as keys are (EXACT-NAMES).
///
/// Swift's strings are also equal when Unicode says that they look the same.
struct ExactName: Hashable {
    private let bytes: [UInt8]

    init(_ name: String) {
        bytes = Array(name.utf8)
    }
}

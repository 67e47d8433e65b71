/// The attributes of a start tag, one by one, as the parser gives them: names and values in turn, and a null pointer at
/// the end.
struct AttributeList: Sequence, IteratorProtocol {
    private var place: UnsafePointer<UnsafePointer<CChar>?>

    @inline(__always)
    init(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        place = attributes
    }

    /// The next attribute, its name and value as C strings; `nil` when there are no more.
    @inline(__always)
    mutating func next() -> (name: UnsafePointer<CChar>, value: UnsafePointer<CChar>)? {
        guard let name = place[0], let value = place[1] else { return nil }
        place += 2
        return (name, value)
    }
}

/// The attributes of a start tag, as expat passes them: names and values in turn, and a null pointer at the end.
struct AttributeList: Sequence, IteratorProtocol {
    private var place: UnsafePointer<UnsafePointer<CChar>?>

    @inline(__always)
    init(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        place = attributes
    }

    /// Whether the tag has no attributes.
    @inline(__always)
    var isEmpty: Bool { place.pointee == nil }

    /// Returns the next attribute; `nil` after the last one.
    ///
    /// The address of a name always means the same name, as expat keeps each attribute's name once.
    @inline(__always)
    mutating func next() -> (name: CString, value: CString)? {
        guard let name = place[0], let value = place[1] else { return nil }
        place += 2
        return (CString(name), CString(value))
    }
}

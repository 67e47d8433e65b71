package struct CString: BitwiseCopyable {
    let start: UnsafePointer<CChar>

    @inline(__always)
    package init(_ start: UnsafePointer<CChar>) {
        self.start = start
    }

    // Without the label, Swift would pass a literal as a `String`, and free the string's bytes after the call.
    init(literal: StaticString) {
        start = UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
            count: Memory.length(of: start)
        )
    }

    /// Compares byte by byte up to the first difference, without measuring the string.
    @inline(__always)
    static func == (string: CString, literal: StaticString) -> Bool {
        // The loop also compares the null byte of the literal, so it stops at the end of a shorter string.
        for index in 0...literal.utf8CodeUnitCount
        where UInt8(bitPattern: string.start[index]) != literal.utf8Start[index] {
            return false
        }
        return true
    }
}

/// The attributes of a start tag in expat's form: name, value, name, value, and so on, then a null pointer.
package struct AttributeList: Sequence, IteratorProtocol {
    private var pointer: UnsafePointer<UnsafePointer<CChar>?>

    @inline(__always)
    init(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        pointer = attributes
    }

    @inline(__always)
    var isEmpty: Bool { pointer.pointee == nil }

    /// Returns the next attribute, whose name has the same address in each tag if the list is from expat.
    @inline(__always)
    package mutating func next() -> (name: CString, value: CString)? {
        guard let name = pointer[0], let value = pointer[1] else { return nil }
        pointer += 2
        return (CString(name), CString(value))
    }
}

/// The strings of a start tag in expat's form, in memory that the next tag reuses.
package struct TagStrings: ~Copyable {
    private var bytes = GrowableBuffer<UInt8>()
    private var offsets = GrowableBuffer<Int>()
    private var pointers = GrowableBuffer<UnsafePointer<CChar>?>()

    package init() {}

    package mutating func begin(_ name: UnsafeBufferPointer<UInt8>) {
        (bytes.count, offsets.count) = (0, 0)
        append(name)
    }

    package mutating func addAttribute(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        append(name)
        append(value)
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        offsets.append(bytes.count)
        bytes.append(text)
        bytes.append(0)
    }

    /// Returns the strings, which the next tag overwrites.
    package mutating func end() -> (name: CString, attributes: AttributeList) {
        let start = UnsafeRawPointer(bytes.base).assumingMemoryBound(to: CChar.self)
        pointers.count = 0
        for index in 1..<max(1, offsets.count) { pointers.append(start + offsets[index]) }
        pointers.append(nil)
        return (CString(start), AttributeList(pointers.base))
    }
}

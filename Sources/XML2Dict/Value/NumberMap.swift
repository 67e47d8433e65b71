/// The numbers that the names of one list have in another one.
struct NumberMap {
    private let numbers: UnsafePointer<Int32>

    /// A map of the numbers from 0 on, which must stay alive as long as the map.
    init(_ numbers: borrowing GrowableBuffer<Int32>) {
        self.numbers = UnsafePointer(numbers.base)
    }

    @inline(__always)
    subscript(number: Int) -> Int { Int(numbers[number]) }
}

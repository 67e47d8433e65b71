/// The address from which entries count: the first entry, or the first byte of text, of the storage that a reader made.
///
/// A changed value has memory of its own, elsewhere. Its entries refer to that by the distance from this address, too,
/// which may be negative:
///
///     own block      address            end           own block
///     [ … ]          [ 0 1 2 3 …        ]             [ … ]
///       └ offset −n                                     └ offset +m
///
/// A pointer must not leave its block, even in passing, so the sum is one of integers. The integers wrap, and the
/// result is the address of a live entry or byte: offsets come only from storages that keep the block alive.
@usableFromInline package struct BlockAddress<Element: BitwiseCopyable>: BitwiseCopyable {
    @usableFromInline let start: Int

    init(_ first: UnsafePointer<Element>) {
        start = Int(bitPattern: first)
    }

    /// The address from which the entries of a storage with many blocks count: see `JoinedOffsets`.
    static var joined: BlockAddress { BlockAddress(start: JoinedOffsets.address(MemoryLayout<Element>.stride)) }

    private init(start: Int) {
        self.start = start
    }

    @inlinable @inline(__always)
    package static func + (address: BlockAddress, offset: Int) -> UnsafePointer<Element> {
        let place = address.start &+ offset &* MemoryLayout<Element>.stride
        // No block is at address 0, and an empty run is at the start or is not read.
        return UnsafePointer(bitPattern: place).unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    package subscript(offset: Int) -> Element { (self + offset).pointee }

    /// The offset of a place in any block: an exact one, as malloc(3) aligns all blocks by the stride of an entry.
    func offset(of place: UnsafeRawPointer) -> Int {
        let distance = Int(bitPattern: place) &- start
        assert(distance.isMultiple(of: MemoryLayout<Element>.stride), "a block that is not aligned")
        return distance / MemoryLayout<Element>.stride
    }
}

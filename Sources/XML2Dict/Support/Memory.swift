// Functions of the C library for memory and strings.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    #error("xml2dict needs a C library with POSIX files and iconv")
#endif

/// Raw memory whose allocation may fail.
package enum Memory {
    /// The memory of all empty buffers, which may be read, and is never written or freed.
    nonisolated(unsafe) static let spare: UnsafeMutableRawPointer = {
        let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        spare.initializeMemory(as: UInt8.self, repeating: 0)
        return spare.baseAddress.unsafelyUnwrapped
    }()

    /// A new block of `bytes` bytes; `nil` when memory is exhausted.
    static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
        return malloc(bytes)
    }

    /// A new block of `count` times `size` bytes that are zero; `nil` when memory is exhausted.
    static func allocateZeroed(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
        return calloc(count, size)
    }

    /// The block in its new size, possibly moved, or a new block for `nil`.
    ///
    /// When memory is exhausted, the result is `nil`, and the old block is unchanged.
    package static func reallocate(_ pointer: UnsafeMutableRawPointer?, _ bytes: Int) -> UnsafeMutableRawPointer? {
        return realloc(pointer, bytes)
    }

    package static func free(_ pointer: UnsafeMutableRawPointer?) {
        systemFree(pointer)
    }

    // MARK: Room for Swift's objects

    /// The room that code needs whose objects are small: messages, paths, the objects of a reader.
    ///
    /// It is less than 128 KiB: glibc maps larger blocks, and when it has freed one, it maps only blocks that are
    /// larger still, so that growing buffers would be copied.
    static let smallRoom = 120 * 1024

    /// Whether so many bytes can be allocated now.
    ///
    /// Swift's arrays, strings and objects end the process when memory is exhausted. So code that makes some of a size
    /// that a document decides asks before, for more than they need. The answer is no promise: another thread may take
    /// the memory.
    static func hasRoom(_ bytes: Int) -> Bool {
        guard let block = allocateForCheck(bytes) else { return false }
        free(block)
        return true
    }

    /// Throws `BuildError.outOfMemory` when there is no room for so many bytes.
    static func checkRoom(_ bytes: Int) throws(BuildError) {
        guard hasRoom(bytes) else { throw .outOfMemory }
    }

    /// A block, by a call that is not inlined: the compiler removes a call of malloc(3) whose block is only freed.
    @inline(never)
    private static func allocateForCheck(_ bytes: Int) -> UnsafeMutableRawPointer? {
        allocate(bytes)
    }

    // MARK: Pages

    /// The size from which memory is made resident a step at a time.
    static let largeSize = 4 * 1024 * 1024
    /// The size of such a step.
    static let stepSize = 1024 * 1024

    /// Asks the system for all pages of a piece of memory at once.
    ///
    /// Linux before 5.14 and other systems ignore that, and provide each page when it is touched.
    static func makeResident(_ pointer: UnsafeMutableRawPointer, _ bytes: Int) {
        #if os(Linux)
            let populateWrite: Int32 = 23  // MADV_POPULATE_WRITE, which older headers lack
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let start = (Int(bitPattern: pointer) + page - 1) / page * page
            let end = (Int(bitPattern: pointer) + bytes) / page * page
            if end > start { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, populateWrite) }
        #endif
    }

    // MARK: Bytes

    /// Whether the bytes at both places are equal.
    ///
    /// For names, which are short, this is faster than a call of memcmp(3). It reads no byte beyond them.
    @inline(__always)
    static func areEqual(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int) -> Bool {
        let first = UnsafeRawPointer(first), second = UnsafeRawPointer(second)
        if count >= 8 {
            return areEqual(first, second, count, stepping: UInt64.self)
        } else if count >= 4 {
            return areEqual(first, second, count, stepping: UInt32.self)
        }
        return areEqual(first, second, count, stepping: UInt8.self)
    }

    /// Compares a unit at a time; the last unit may overlap the unit before it.
    ///
    /// `count` must be 0, or at least the size of a unit.
    @inline(__always)
    private static func areEqual<Unit: FixedWidthInteger & BitwiseCopyable>(
        _ first: UnsafeRawPointer,
        _ second: UnsafeRawPointer,
        _ count: Int,
        stepping: Unit.Type
    ) -> Bool {
        var offset = 0
        while offset < count {
            let place = min(offset, count &- MemoryLayout<Unit>.size)
            let unit = first.loadUnaligned(fromByteOffset: place, as: Unit.self)
            guard unit == second.loadUnaligned(fromByteOffset: place, as: Unit.self) else { return false }
            offset &+= MemoryLayout<Unit>.size
        }
        return true
    }

    /// The order of `count` bytes at both places: negative when the first bytes come first, 0 when they are equal.
    static func compare(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int) -> Int32 {
        memcmp(first, second, count)
    }

    /// The place of the first byte with a value; `nil` when there is none.
    @inline(__always)
    static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The length of a C string.
    @inline(__always)
    static func length(of string: UnsafePointer<CChar>) -> Int {
        Int(strlen(string))
    }
}

// The method above hides the function of the same name.
private func systemFree(_ pointer: UnsafeMutableRawPointer?) { free(pointer) }

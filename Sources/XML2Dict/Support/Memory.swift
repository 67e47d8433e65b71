// What the C library gives, under names of our own.

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
enum Memory {
    /// The place of empty buffers: bytes that may be read, and are never written or freed.
    nonisolated(unsafe) static let spare: UnsafeMutableRawPointer = {
        let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        spare.initializeMemory(as: UInt8.self, repeating: 0)
        return spare.baseAddress.unsafelyUnwrapped
    }()

    /// `bytes` bytes, or `nil` when memory is exhausted.
    static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
        return malloc(bytes)
    }

    /// `size` bytes that hold zero, or `nil` when memory is exhausted.
    static func allocateZeroed(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
        return calloc(count, size)
    }

    /// The block with another size, its content moved, or a new one in place of `nil`; `nil` when memory is exhausted,
    /// and then the old block is still there.
    static func reallocate(_ pointer: UnsafeMutableRawPointer?, _ bytes: Int) -> UnsafeMutableRawPointer? {
        return realloc(pointer, bytes)
    }

    /// From this size on, memory is made resident a step at a time.
    static let largeSize = 4 * 1024 * 1024
    static let stepSize = 1024 * 1024

    /// Asks the system for the pages of a piece of memory, all at once.
    ///
    /// Where it cannot (Linux before 5.14, other systems), they come as ever when they are touched.
    static func makeResident(_ pointer: UnsafeMutableRawPointer, _ bytes: Int) {
        #if os(Linux)
            let populateWrite: Int32 = 23  // MADV_POPULATE_WRITE, which older headers lack
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let start = (Int(bitPattern: pointer) + page - 1) / page * page
            let end = (Int(bitPattern: pointer) + bytes) / page * page
            if end > start { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, populateWrite) }
        #endif
    }

    static func free(_ pointer: UnsafeMutableRawPointer?) {
        #if canImport(Darwin)
            Darwin.free(pointer)
        #elseif canImport(Glibc)
            Glibc.free(pointer)
        #else
            Musl.free(pointer)
        #endif
    }

    /// Whether the bytes at both places are the same.
    ///
    /// It is made for names, which are short: no call, and no byte beyond is looked at.
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

    /// Compares a unit at a time; the last one overlaps the one before.
    ///
    /// There must be at least one, or nothing to compare.
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

    /// The order of `count` bytes at both places: negative when the first ones come first, 0 when they are the same.
    static func compare(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int) -> Int32 {
        memcmp(first, second, count)
    }

    /// The length of a C string.
    @inline(__always)
    static func length(of string: UnsafePointer<CChar>) -> Int {
        Int(strlen(string))
    }
}

/// The text the C library has for an error number, such as "No such file or directory".
func describeSystemError(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}

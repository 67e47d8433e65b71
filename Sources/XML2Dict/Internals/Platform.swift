// What the C library gives, under names of our own: the one place that knows which C library it is.

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
    /// A few bytes for an empty buffer. When not even these can be had, the Swift runtime could not go on either.
    static func allocateOrTrap(_ bytes: Int) -> UnsafeMutableRawPointer {
        guard let memory = malloc(bytes) else { fatalError("out of memory") }
        return memory
    }

    /// `size` bytes that hold zero, or `nil` when memory is exhausted.
    static func allocateZeroed(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
        calloc(count, size)
    }

    /// The block with another size, its content moved; `nil` when memory is exhausted, and then the old block still stands.
    static func reallocate(_ pointer: UnsafeMutableRawPointer, _ bytes: Int) -> UnsafeMutableRawPointer? {
        realloc(pointer, bytes)
    }

    /// From this size on, memory is asked for in large pages.
    private static let largeSize = 8 * 1024 * 1024

    /// Asks for pages of megabytes in place of kilobytes for a large block, which saves most of the time that the system spends on
    /// handing out memory piece by piece. Only Linux has such a wish, and it may be ignored.
    static func preferLargePages(_ pointer: UnsafeMutableRawPointer, _ bytes: Int) {
        #if os(Linux)
            guard bytes >= largeSize else { return }
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let start = (Int(bitPattern: pointer) + page - 1) / page * page
            let end = (Int(bitPattern: pointer) + bytes) / page * page
            madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE)
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

    /// Whether `count` bytes at both places are the same.
    @inline(__always)
    static func areEqual(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int) -> Bool {
        memcmp(first, second, count) == 0
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

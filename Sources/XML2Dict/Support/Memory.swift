#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    #error("xml2dict needs a C library with POSIX files and iconv")
#endif

/// Allocates raw memory, or ends the process if the system refuses.
package enum Memory {
    /// The memory of all empty buffers, which code may read, but must not write or free.
    package nonisolated(unsafe) static let spare: UnsafeMutableRawPointer = {
        let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
        spare.initializeMemory(as: UInt8.self, repeating: 0)
        return spare.baseAddress.unsafelyUnwrapped
    }()

    static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer {
        given(malloc(bytes))
    }

    static func allocateZeroed(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer {
        given(calloc(count, size))
    }

    package static func reallocate(_ pointer: UnsafeMutableRawPointer?, _ bytes: Int) -> UnsafeMutableRawPointer {
        given(realloc(pointer, bytes))
    }

    private static func given(_ block: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
        guard let block else { isExhausted() }
        return block
    }

    package static func free(_ pointer: UnsafeMutableRawPointer?) {
        systemFree(pointer)
    }

    nonisolated(unsafe) private static var ending: (status: Int32, cleanUp: @convention(c) () -> Void)?

    /// Sets the exit status and the last call of a process that runs out of memory.
    ///
    /// Call this before starting threads. `cleanUp` must allocate no memory, and several threads may call it at once.
    package static func atExhaustion(exitWith status: Int32, after cleanUp: @escaping @convention(c) () -> Void) {
        ending = (status, cleanUp)
    }

    /// Ends the process, because the system refuses memory, or because no memory is large enough.
    ///
    /// No caller could handle the error, because the code for the error would also need memory. Without `atExhaustion`,
    /// the process aborts, as a Swift program does when an array cannot grow.
    @inline(never)
    package static func isExhausted() -> Never {
        let sentence: StaticString = "xml2dict: error: memory is exhausted\n"
        _ = write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
        guard let ending else { abort() }
        ending.cleanUp()
        _exit(ending.status)
    }

    static let largeSize = 4 * 1024 * 1024
    static let stepSize = 1024 * 1024

    /// Asks Linux for all pages of a range of memory at once (Linux before 5.14 ignores the request).
    static func makeResident(_ pointer: UnsafeMutableRawPointer, _ bytes: Int) {
        #if os(Linux)
            let populateWrite: Int32 = 23  // MADV_POPULATE_WRITE, which older headers lack
            let page = Int(sysconf(Int32(_SC_PAGESIZE)))
            let start = (Int(bitPattern: pointer) + page - 1) / page * page
            let end = (Int(bitPattern: pointer) + bytes) / page * page
            if end > start { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, populateWrite) }
        #endif
    }

    /// Compares short names faster than memcmp(3), and reads no byte beyond the names.
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

    /// Compares units, where the last two units may overlap, so `count` must be 0 or at least the size of a unit.
    @inline(__always)
    private static func areEqual<Unit: FixedWidthInteger & BitwiseCopyable>(
        _ first: UnsafeRawPointer,
        _ second: UnsafeRawPointer,
        _ count: Int,
        stepping: Unit.Type
    ) -> Bool {
        var offset = 0
        while offset < count {
            let start = min(offset, count &- MemoryLayout<Unit>.size)
            let unit = first.loadUnaligned(fromByteOffset: start, as: Unit.self)
            guard unit == second.loadUnaligned(fromByteOffset: start, as: Unit.self) else { return false }
            offset &+= MemoryLayout<Unit>.size
        }
        return true
    }

    static func compare(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, count: Int) -> Int32 {
        memcmp(first, second, count)
    }

    @inline(__always)
    static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Returns the first index of a byte from `start` on, and calls memchr(3) only if none of the next 8 bytes matches.
    @inline(__always)
    static func first(_ byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < text.count, let base = text.baseAddress else { return nil }
        if start &+ 8 <= text.count {
            let marks = marks(of: byte, in: base.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian)
            if marks != 0 { return start &+ marks.trailingZeroBitCount &>> 3 }
        }
        return first(byte, in: UnsafeRawBufferPointer(start: base + start, count: text.count &- start)).map {
            $0 &+ start
        }
    }

    /// Returns the index of the first byte that `marks` marks, where `marks` must not mark zero bytes of the padding.
    @inline(__always)
    static func first(in text: UnsafeRawBufferPointer, from start: Int, _ marks: (UInt64) -> UInt64) -> Int? {
        guard let base = text.baseAddress else { return nil }
        var index = start
        while index < text.count {
            var word: UInt64 = 0
            if index &+ 8 <= text.count {
                word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            } else {
                for byte in text[index...].reversed() { word = word &<< 8 | UInt64(byte) }
            }
            let found = marks(word)
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        return nil
    }

    /// Marks `<` and `>` like `marks(of:in:)`, in one comparison, because the two characters differ in one bit.
    @inline(__always)
    static func marksOfBrackets(in word: UInt64) -> UInt64 {
        marks(of: UInt8(ascii: ">"), in: word | 0x0202_0202_0202_0202)
    }

    /// Returns a word whose lowest set bit is the highest bit of the first byte that equals `byte`, or 0.
    @inline(__always)
    static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Bytes that equal `byte` are 0 in `different`.
        let different = word ^ (ones &* UInt64(byte))
        return (different &- ones) & ~different & (ones &* 0x80)
    }

    @inline(__always)
    static func length(of string: UnsafePointer<CChar>) -> Int {
        Int(strlen(string))
    }
}

// Inside `Memory`, the method `free` hides this function of the C library.
private func systemFree(_ pointer: UnsafeMutableRawPointer?) { free(pointer) }

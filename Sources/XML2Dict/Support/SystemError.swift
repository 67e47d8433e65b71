#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An error number of the operating system, such as ENOENT.
package struct SystemError: Error {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static var current: SystemError { SystemError(number: errno) }

    /// The error of an `OutputBuffer` that is full, and whose text must not go to the file yet.
    static var fullBuffer: SystemError { SystemError(number: ENOBUFS) }

    var isFullBuffer: Bool { number == ENOBUFS }

    package var isDirectory: Bool { number == EISDIR }

    /// The C library's text for the number, such as "No such file or directory".
    package var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}

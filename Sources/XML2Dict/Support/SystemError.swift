#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An error number of the operating system, such as ENOENT.
@usableFromInline package struct SystemError: Error {
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    package static var current: SystemError { SystemError(number: errno) }

    package var isDirectory: Bool { number == EISDIR }

    /// The C library's text for the number, such as "No such file or directory".
    package var text: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}

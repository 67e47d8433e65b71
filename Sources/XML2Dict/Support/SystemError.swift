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

    var isDirectory: Bool { number == EISDIR }

    package var text: String { describeSystemError(number) }
}

/// Takes the place of the function behind Swift's random numbers: they are always the same.
///
/// The library mixes one into the hashes of names, so that nobody can choose names that collide. With another one each time, the same
/// input would take other ways, and neither would runs repeat nor would the fuzzer know what is new.
@_cdecl("swift_stdlib_random")
package func fillWithFixedBytes(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
    buffer.initializeMemory(as: UInt8.self, repeating: 0x5A, count: count)
}

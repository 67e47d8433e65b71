/// Replaces the source of Swift's random numbers by a constant.
///
/// The library mixes a random number into the hashes of names, so that an attacker cannot choose names that collide.
/// With a new number each time, the same input would take other branches. Runs would not repeat, and the fuzzer could
/// not recognize new code.
@_cdecl("swift_stdlib_random")
package func fillWithFixedBytes(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
    buffer.initializeMemory(as: UInt8.self, repeating: 0x5A, count: count)
}

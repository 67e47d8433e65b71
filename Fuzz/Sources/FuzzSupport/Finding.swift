/// Ends the program with what was found, so that the fuzzer keeps the input that led there.
package func report(_ finding: String) -> Never {
    fatalError(finding)
}

/// Reports a finding unless a condition holds.
package func check(_ condition: Bool, _ finding: @autoclosure () -> String) {
    if !condition { report(finding()) }
}

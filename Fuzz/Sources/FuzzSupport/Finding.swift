/// Ends the program with a finding, so that the fuzzer keeps the input.
package func report(_ finding: String) -> Never {
    fatalError(finding)
}

/// Reports a finding unless a condition holds.
package func check(_ condition: Bool, _ finding: @autoclosure () -> String) {
    if !condition { report(finding()) }
}

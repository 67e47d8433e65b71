internal import TestModel
package import XML2Dict

/// Ends the program with a finding, so that the fuzzer keeps the input.
package func report(_ finding: String) -> Never {
    fatalError(finding)
}

/// Reports a finding unless a condition holds.
package func check(_ condition: Bool, _ finding: @autoclosure () -> String) {
    if !condition { report(finding()) }
}

/// Reports a finding unless the JSON of a value is valid and equal to the value.
package func checkJSON(_ value: XMLValue, _ format: XMLValue.JSONFormat) {
    if let finding = JSONCheck.finding(value, format) { report(finding) }
}

/// The version of this package: the one place that says it.
enum Version {
    static let number = "0.1.0"
}

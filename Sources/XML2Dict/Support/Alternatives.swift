extension [String] {
    /// The words as an enumeration in a sentence: `a, b or c`.
    package var alternatives: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
    }
}

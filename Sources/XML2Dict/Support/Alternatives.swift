extension [String] {
    /// The words as a sentence has them: `a, b or c`.
    package var alternatives: String {
        guard let last else { return "" }
        return count == 1 ? last : dropLast().joined(separator: ", ") + " or " + last
    }
}

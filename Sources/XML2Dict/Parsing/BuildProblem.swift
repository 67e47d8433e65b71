/// Why a value could not be built, other than by a fault of the XML itself.
enum BuildProblem: Error {
    case outOfMemory
    /// More different names than key numbers, or a text, array or dictionary longer than an entry can say.
    case tooMany
}

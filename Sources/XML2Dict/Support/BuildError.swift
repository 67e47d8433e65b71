/// Why a value could not be built, other than by a fault of the XML itself.
enum BuildError: Error {
    case outOfMemory
    /// More different names than key numbers, or a text, array or dictionary longer than an entry can say.
    case tooMany
    /// A rule of Namespaces in XML is broken, in words.
    case namespace(ErrorMessage)
    /// Different things share a key, and that was refused, in words.
    case collision(ErrorMessage)
}

package import XML2Dict

/// The reason why writing stops, without its place in the value.
package enum WriteError: Error {
    case output(SystemError)
    case value(ErrorMessage)
    /// A text that is not a name, by its number.
    case name(Int32)
    /// An attribute that the tag has already, by the number of its name.
    case attributeTwice(Int)
    /// Names that are too long for what was read.
    case amplification
}

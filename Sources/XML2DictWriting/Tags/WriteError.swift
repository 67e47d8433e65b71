package import XML2Dict

/// The reason why writing stops, without the path in the value.
package enum WriteError: Error {
    case output(SystemError)
    case value(ErrorMessage)
    /// The id of a text that is not a name.
    case name(Int32)
    /// The id of the name of a repeated attribute.
    case attributeTwice(Int)
    /// Names that are too long for the number of bytes read.
    case amplification
}

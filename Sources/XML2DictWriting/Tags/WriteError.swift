package import XML2Dict

package enum WriteError: Error {
    case output(SystemError)
    case value(ErrorMessage)
    /// The id of a text that is not a name.
    case name(Int32)
    /// The id of the name of a repeated attribute.
    case attributeTwice(Int)
    case amplification
}

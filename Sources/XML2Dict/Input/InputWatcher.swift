/// An observer of the reading of a file.
package protocol InputWatcher: AnyObject {
    /// Called before a read that has to wait for bytes.
    ///
    /// - Returns: Whether to wait; otherwise the input ends here.
    func willWait() -> Bool

    /// Called after a read, with the number of all bytes so far.
    func hasRead(_ count: Int)

    /// Called at the end of the input.
    func hasReachedEnd()
}

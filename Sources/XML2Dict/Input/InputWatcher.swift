/// Hears how the reading of a file goes.
package protocol InputWatcher: AnyObject {
    /// The next read will have to wait for bytes to come.
    ///
    /// - Returns: Whether to go on; if not, the input ends here.
    func willWait() -> Bool

    /// So many bytes have been read in all.
    func hasRead(_ count: Int)

    /// There are no more bytes.
    func hasReachedEnd()
}

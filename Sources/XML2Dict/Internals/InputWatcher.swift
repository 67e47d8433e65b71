/// Is told how the reading of a file goes.
package protocol InputWatcher: AnyObject {
    /// The next read will have to wait for bytes to come.
    func willWait()

    /// So many bytes have been read in all.
    func hasRead(_ count: Int)
}

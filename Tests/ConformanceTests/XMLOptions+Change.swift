import XML2Dict

extension XMLOptions {
    /// A convention with changes.
    init(_ convention: Convention = .xmlreader, _ change: (inout XMLOptions) -> Void) {
        self.init(convention)
        change(&self)
    }
}

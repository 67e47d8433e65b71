// Compares strings by their Unicode scalars. Swift considers `é` and `e` with an accent equal, but XML does not.

extension String {
    func hasSameScalars(as other: String) -> Bool {
        unicodeScalars.elementsEqual(other.unicodeScalars)
    }

    package init(scalars: some Sequence<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

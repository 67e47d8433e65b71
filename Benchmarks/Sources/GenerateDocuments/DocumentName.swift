/// The documents there are.
enum DocumentName: String, CaseIterable {
    case feed
    case map
    case wiki
    case treebank

    func shape(size: Int) -> any DocumentShape {
        switch self {
        case .feed: FeedDocument()
        case .map: MapDocument(size: size)
        case .wiki: WikiDocument()
        case .treebank: TreebankDocument()
        }
    }
}

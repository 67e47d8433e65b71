/// A node as a value that tests can compare: an attribute with its name and value, an element with its name and nodes.
package indirect enum ContentNode: Equatable {
    case attribute(String, String)
    case text(String)
    case cdata(String)
    case comment(String)
    case instruction(String, String)
    case element(String, [ContentNode])
}

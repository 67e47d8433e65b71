/// A node with its content.
package indirect enum ContentNode: Equatable {
    case attribute(String, String)
    case text(String)
    case cdata(String)
    case comment(String)
    case instruction(String, String)
    case element(String, [ContentNode])
}

/// A session that follows the elements of a document from start tag to end tag.
///
/// An XML Schema gives types to names with their namespaces, which a value may lack, and to elements by their parents'
/// types. So such a session answers at each start tag with what the element is:
///
///     start tag   parent's shape, expanded name, xsi:type  ──▶  begin         ──▶  the element's shape
///     attribute   its text                                 ──▶  attribute     ──▶  an entry in its type
///     end tag     the text                                 ──▶  convert       ──▶  an entry in its type
///                 the shape                                ──▶  missingLists  ──▶  the arrays that it lacks
///
/// The builder acts on a shape as on the marks of a path, and passes it back as it is.
package protocol ElementShaper: ShapingSession {
    /// Begins an element.
    ///
    /// - Parameters:
    ///   - tag: The names in its start tag.
    ///   - parent: The shape of the element around it; `nil` for the root.
    ///   - names: The names of the document.
    /// - Returns: Its shape, and what is wrong with its names. An element that the schema does not have has any type.
    func begin(
        _ tag: ShapedTag,
        in parent: ElementShape?,
        _ names: NameView
    ) -> (shape: ElementShape, fault: ElementFault?)

    /// Gives an attribute its type.
    ///
    /// - Parameters:
    ///   - attribute: The attribute. One that is in an array even alone is returned as a listed entry.
    ///   - name: Its name.
    ///   - element: The shape of its element, the innermost one.
    ///   - space: The memory around it.
    /// - Returns: The attribute in its type.
    func attribute(
        _ attribute: Entry,
        _ name: ExpandedName,
        of element: ElementShape,
        in space: inout ShapingSpace
    ) -> ShapedText

    /// Gives the text of an element its type.
    ///
    /// - Parameters:
    ///   - text: The text; an empty one where `ElementShape.Empty.text` asks for it.
    ///   - element: The shape of the innermost element.
    ///   - space: The memory around it.
    /// - Returns: The text in its type.
    func convert(_ text: Entry, of element: ElementShape, in space: inout ShapingSpace) -> ShapedText

    /// The names of the arrays that an element may lack: namespaces and local names.
    ///
    /// - Parameters:
    ///   - element: The shape of the innermost element, which ends.
    ///   - includesSeen: Whether the options may have left out elements that the document has.
    /// - Returns: The names.
    func missingLists(of element: ElementShape, includesSeen: Bool) -> [(uri: String, local: String)]

    /// Counts a mismatch.
    ///
    /// - Returns: Whether to report it.
    func note(_ fault: ElementFault) -> Bool
}

/// The answer of an `ElementShaper` about an element.
package struct ElementShape: BitwiseCopyable {
    /// The value of an element without content.
    package enum Empty: UInt8, BitwiseCopyable {
        /// The value of the options.
        case ofOptions
        case string, dictionary, list, null
        /// Not allowed: `convert` says why.
        case fault
    }

    /// The meaning of text that is only white space.
    package enum Blank: UInt8, BitwiseCopyable {
        /// A text as any other, white space as between child elements, or nothing.
        case text, layout, nothing
    }

    /// The state of the session in the element; only the session reads it.
    package var state: Int
    /// `list`, `dictionary`, and the marks that only shapes give.
    package var marks: Marks
    package var whenEmpty = Empty.ofOptions
    package var whenBlank = Blank.text

    package init(state: Int, marks: Marks = []) {
        self.state = state
        self.marks = marks
    }
}

/// The names in a start tag.
package struct ShapedTag {
    package let name: ExpandedName
    /// The number of the element's key.
    package let key: Int
    /// The namespace, empty for none, and the local name of the type that its `xsi:type` names; `nil` without one.
    package let type: (uri: UnsafeBufferPointer<UInt8>, local: Slice<UnsafeBufferPointer<UInt8>>)?
}

/// A name of a document with its namespace.
package struct ExpandedName: BitwiseCopyable {
    /// The number of the name as the document writes it.
    package let written: Int
    /// The number of its namespace; below 0 without one.
    package let namespace: Int32
    /// The place of its local name.
    package let localStart: Int
    /// Whether an attribute declares a namespace, or is about the instance of a schema.
    package var isOfInstance = false
}

/// A text or an attribute in its type.
package enum ShapedText {
    case entry(Entry)
    /// It has no place in the value.
    case nothing
    /// Its type does not allow it.
    case fault(ElementFault)
}

/// A mismatch at an element or an attribute.
package final class ElementFault {
    /// The place in the schema; 0, without a name, for a message that needs no path.
    package let place: Int
    /// Distinguishes faults at one place: the first fault of each place and name is reported.
    package let name: String
    /// The message after the path of the element or the attribute.
    package let message: String

    /// The message for a key that only one name may have.
    package static let sameKey =
        "has the key of another declared name; options that keep namespaces, or prefix attributes, make keys differ"

    package init(at place: Int, name: String = "", _ message: String) {
        self.place = place
        self.name = name
        self.message = message
    }
}

/// A session that follows the elements of a document from start tag to end tag.
///
/// An XML Schema determines an element's type by the element's namespace and name and by the parent's type. A value may
/// lack namespaces, so the session determines the shape of each element at the start tag:
///
///     start tag   parent's shape, expanded name, xsi:type  ──▶  begin         ──▶  the element's shape
///     attribute   the attribute's text                     ──▶  attribute     ──▶  an entry of the attribute's type
///     end tag     the element's text                       ──▶  convert       ──▶  an entry of the element's type
///                 the shape                                ──▶  missingLists  ──▶  the arrays that the element lacks
///
/// The builder applies the marks of a shape like the marks of a path, and passes the shape to later calls unchanged.
package protocol ElementShaper: ShapingSession {
    /// Returns the shape of an element, and an error if the schema does not allow the element's name or `xsi:type`.
    ///
    /// If the schema lacks the element, the shape allows any content.
    func begin(
        _ tag: ShapedTag,
        in parent: ElementShape?,
        _ names: NameView
    ) -> (shape: ElementShape, fault: ElementMismatch?)

    /// Converts an attribute to the type in the schema, as a listed entry if even a single value must be in an array.
    func attribute(
        _ attribute: Entry,
        _ name: ExpandedName,
        of element: ElementShape,
        in space: inout ShapingSpace
    ) -> ShapedText

    /// Converts the text of an element to the element's type, or refuses an empty text if `whenEmpty` is `fault`.
    func convert(_ text: Entry, of element: ElementShape, in space: inout ShapingSpace) -> ShapedText

    /// Returns the expanded names of children that must be in arrays and that the element lacks at its end tag.
    ///
    /// `includesSeen` also includes names of children that the element has, because an option may omit these children.
    func missingLists(of element: ElementShape, includesSeen: Bool) -> [(uri: String, local: String)]

    /// Counts a mismatch, and returns whether to report it.
    func note(_ fault: ElementMismatch) -> Bool
}

package struct ElementShape: BitwiseCopyable {
    package enum Empty: UInt8, BitwiseCopyable {
        case ofOptions
        case string, dictionary, list, null
        /// An error, which `convert` returns.
        case fault
    }

    /// The meaning of text that is only white space.
    package enum Blank: UInt8, BitwiseCopyable {
        /// `layout` is white space between child elements.
        case text, layout, nothing
    }

    /// The state of the session in the element, which the builder does not interpret.
    package var state: Int
    /// Only `list`, `dictionary` and marks that paths never set.
    package var marks: Marks
    package var whenEmpty = Empty.ofOptions
    package var whenBlank = Blank.text

    package init(state: Int, marks: Marks = []) {
        self.state = state
        self.marks = marks
    }
}

package struct ShapedTag {
    package let name: ExpandedName
    package let key: Int
    /// The expanded name in `xsi:type`, with an empty URI for no namespace.
    package let type: (uri: UnsafeBufferPointer<UInt8>, local: Slice<UnsafeBufferPointer<UInt8>>)?
}

package struct ExpandedName: BitwiseCopyable {
    package let written: Int
    /// The ID of the namespace's URI, or a negative number if the name has no namespace.
    package let namespace: Int32
    /// The offset of the local name in the written name.
    package let localStart: Int
    /// Whether an attribute declares a namespace, or is in the namespace of `xsi:type`.
    package var isOfInstance = false
}

package enum ShapedText {
    case entry(Entry)
    /// The attribute gets no entry.
    case nothing
    case fault(ElementMismatch)
}

package final class ElementMismatch {
    /// The ID of a component of the schema, or 0 (and `name` is empty) if the message needs no path.
    package let component: Int
    /// Distinguishes errors at one component, because the session reports only the first error for each name.
    package let name: String
    /// The rest of a message that begins with the path.
    package let message: String

    package static let sameKey =
        "has the key of another declared name; options that keep namespaces, or prefix attributes, make keys differ"

    package init(at component: Int, name: String = "", _ message: String) {
        self.component = component
        self.name = name
        self.message = message
    }
}

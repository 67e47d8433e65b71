/// The facts about the values at one path, in a tree of paths.
///
/// The children of a node are the keys of its dictionaries, in the order of their first appearance:
///
///     feed ─┬─ first ─▶ entry ── next ─▶ title ── next ─▶ -1
///           └─ last ──────────────────────▲
///
/// A node is a plain value, so learning a value allocates nothing. `ShapeLearner` has the names and examples.
struct ShapeNode: BitwiseCopyable {
    /// The maximum of indented levels, because otherwise the output would grow with the square of the depth.
    static let shownLevels = 32

    /// The id of the key in the shape's names, or `root`, or `items` for the items of an array in an array.
    let key: Int32
    let parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1

    /// The number of dictionaries with the key, and the number of values under the key in all dictionaries.
    var parents = 0
    var count = 0
    /// The smallest and largest number of values under the key in one dictionary that has the key.
    var least = Int.max
    var most = 0
    var arrays = 0

    var dictionaries = 0
    var nulls = 0
    /// The number of values that are JSON numbers, and the number of booleans.
    var numbers = 0
    var booleans = 0
    /// The number of texts in the arrays that keep the order of an element's content.
    var textMarks = 0
    var nestedArrays = 0

    var forms = TextForms()
    /// The number of texts such as `INF` and `NaN`, which decoders read as numbers, but which JSON lacks.
    var notFinite = 0
    /// The length of the longest text in bytes of UTF-8.
    var longest = 0

    static let items: Int32 = -2
    static let root: Int32 = -1

    var texts: Int { forms.total }

    mutating func add(_ other: ShapeNode) {
        parents += other.parents
        count += other.count
        least = min(least, other.least)
        most = max(most, other.most)
        arrays += other.arrays
        dictionaries += other.dictionaries
        nulls += other.nulls
        numbers += other.numbers
        booleans += other.booleans
        textMarks += other.textMarks
        nestedArrays += other.nestedArrays
        forms.add(other.forms)
        notFinite += other.notFinite
        longest = max(longest, other.longest)
    }

    /// Moves the facts about texts to a new node for the text key, and counts each text as a dictionary of this node.
    mutating func takeTexts() -> ShapeNode {
        var texts = ShapeNode(key: key, parent: parent)
        (texts.parents, texts.count, texts.least, texts.most) = (self.texts, self.texts, 1, 1)
        (texts.numbers, texts.booleans, texts.forms) = (numbers, booleans, forms)
        (numbers, booleans, forms, dictionaries) = (0, 0, TextForms(), dictionaries + self.texts)
        return texts
    }

    @inline(__always)
    mutating func occur(_ values: Int) {
        parents &+= 1
        count &+= values
        least = min(least, values)
        most = max(most, values)
    }
}

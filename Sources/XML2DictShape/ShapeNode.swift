/// The facts about the values at one path, in a tree of paths.
///
/// The children of a node are the keys of its dictionaries, in the order of their first appearance:
///
///     feed ─┬─ first ─▶ entry ── next ─▶ title ── next ─▶ -1
///           └─ last ──────────────────────▲
///
/// A node is a plain value, so that learning allocates nothing for a value. Names and examples are elsewhere.
struct ShapeNode: BitwiseCopyable {
    /// How many levels the output about a shape indents: with more, it would grow with the square of the depth.
    static let shownLevels = 32

    /// The number of its key in the shape's names; `items` for the items of an array that is itself an item.
    let key: Int32
    let parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1

    // Occurrences.
    /// How many dictionaries have the key.
    var parents = 0
    /// How many values are under the key in all of these.
    var count = 0
    /// The least and the greatest number of values in one dictionary that has the key.
    var least = Int.max
    var most = 0
    /// How many of the dictionaries have an array under the key.
    var arrays = 0

    // Kinds of values.
    var dictionaries = 0
    var nulls = 0
    /// Texts that are numbers or booleans in the value.
    var numbers = 0
    var booleans = 0
    /// How many entries of the array of an element's order mark a piece of text.
    var textMarks = 0
    /// Values that are arrays inside arrays.
    var nestedArrays = 0

    // Texts.
    var forms = TextForms()
    /// How many texts are `INF`, `NaN` and the like, which are numbers for a decoder, and not for JSON.
    var notFinite = 0
    /// The length of the longest text in bytes of UTF-8.
    var longest = 0

    /// The key of the items of an array that is itself an item.
    static let items: Int32 = -2
    /// The key of the root.
    static let root: Int32 = -1

    /// How many texts there are.
    var texts: Int { forms.total }

    /// Adds the facts of another node, except its example.
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

    /// Moves the facts about texts to a new node, and counts each text as a dictionary.
    mutating func takeTexts() -> ShapeNode {
        var texts = ShapeNode(key: key, parent: parent)
        (texts.parents, texts.count, texts.least, texts.most) = (self.texts, self.texts, 1, 1)
        (texts.numbers, texts.booleans, texts.forms) = (numbers, booleans, forms)
        (numbers, booleans, forms, dictionaries) = (0, 0, TextForms(), dictionaries + self.texts)
        return texts
    }

    /// Notes that a dictionary has some values under the key.
    @inline(__always)
    mutating func occur(_ values: Int) {
        parents &+= 1
        count &+= values
        least = min(least, values)
        most = max(most, values)
    }
}

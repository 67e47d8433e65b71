// What the members of XMLReader.Options can be.

extension XMLReader {
    /// What an element becomes.
    public enum Elements: Hashable, Sendable {
        /// A dictionary of what is in it: attributes, then child elements, comments and the like by first appearance, then text.
        case dictionaries

        /// An array: the element's name, a dictionary of its attributes if it has any, then its text and its child elements in document
        /// order (JsonML).
        ///
        /// Comments and the like are arrays of their key and what they are: `["#comment", "x"]`. The name is spelled as a key would be.
        /// What options say of empty elements, of those with only text, of siblings and of the text's key has no meaning here.
        case arrays
    }

    /// Whether the result has the root's name.
    public enum Root: Hashable, Sendable {
        /// The result is a dictionary with one key, the root's name.
        case kept

        /// The result is the root's value. What stands beside the root has no place then, and is left out.
        case dropped
    }

    /// What becomes of attributes.
    public enum Attributes: Hashable, Sendable {
        /// `<a id="1"/>` becomes `{"a": {"id": "1"}}`. An attribute and a child of one name fold into an array.
        case merged

        /// Each attribute's key starts with this text: with `@`, `<a id="1"/>` becomes `{"a": {"@id": "1"}}`. Without any text it is
        /// the same as `merged`.
        case prefixed(String)

        /// An element's attributes become a dictionary of their own under this key: with `@attributes`, `<a id="1"/>` becomes
        /// `{"a": {"@attributes": {"id": "1"}}}`.
        case grouped(String)

        /// Attributes are left out.
        case discarded
    }

    /// What is cut off an element's text.
    ///
    /// White space is what XML 1.0 calls so (production 3): space, tab, carriage return, line feed; no-break spaces are
    /// text. Comments and CDATA sections under keys of their own are trimmed in the same way, and stay, as empty strings, when nothing is
    /// left of them.
    ///
    /// Where elements are arrays, their text has no white space where they begin and end, and that beside child elements stays; pieces of
    /// nothing but white space are left out.
    public enum Trimming: Hashable, Sendable {
        /// White space at both ends of the element's whole text.
        case ends

        /// The same, and each run of white space inside becomes one space.
        case collapse

        /// Nothing. White space between elements is then text as well.
        case none
    }

    /// What an element with text but without attributes and children becomes.
    public enum TextOnly: Hashable, Sendable {
        /// `<name>Cake</name>` becomes `{"name": {"text": "Cake"}}`, so that an attribute added later changes no shape.
        case dictionary

        /// `<name>Cake</name>` becomes `{"name": "Cake"}`.
        case string
    }

    /// What an element with nothing in it becomes: `<a/>`, `<a></a>`, and whatever is left empty by the other options.
    public enum Empty: Hashable, Sendable {
        /// `{}`
        case dictionary

        /// `null`
        case null

        /// `""`
        case string

        /// Nothing: it is left out, and so is its parent if that has nothing else. The root stays, as `{}`.
        case omitted
    }

    /// What child elements become that are several and all have one name.
    public enum Siblings: Hashable, Sendable {
        /// `<list><i>1</i><i>2</i></list>` becomes a dictionary with one key, under which the elements are an array.
        case folded

        /// It becomes that array itself, as in the Parker convention; the name `i` is not kept.
        ///
        /// An element with anything else in it stays a dictionary, and so does one with a single child, unless that is on the list
        /// of ``Options/forceList``.
        case array
    }

    /// What becomes of the prefixes of names (Namespaces in XML 1.0).
    public enum Namespaces: Hashable, Sendable {
        /// Names stay as they are written.
        case kept

        /// Prefixes and declarations are left out. Names that fall together fold.
        case stripped

        /// In place of its prefix a name has the namespace's URI: `http://www.w3.org/2005/Atom:entry`. A prefix that is not declared is an
        /// error. Attributes without a prefix have no namespace. What stands between URI and name is ``Options/prefixSeparator``; in paths such a
        /// name is written `{http://www.w3.org/2005/Atom}entry`.
        case expanded
    }

    /// What becomes of namespace declarations.
    public enum NamespaceDeclarations: Hashable, Sendable {
        /// They are attributes like others.
        case attributes

        /// Those of one element are a dictionary of prefixes and URIs, in place of an attribute `xmlns`, behind the others.
        case collected

        /// Such a dictionary stands in every element and has all that are in force there (BadgerFish, rules 6 to 8).
        ///
        /// Beyond a million declarations in all, elements may have 100 on average; more is an error with the code `limit`.
        case inScope

        /// They are left out.
        case discarded
    }

    /// How names are spelled as keys: prefix, or URI, and name as one.
    ///
    /// A word ends at anything that is neither letter nor digit, before a capital behind a small letter or a digit, and before the
    /// last of several capitals when a small letter follows: `HTTPServer2-name` is `HTTP`, `Server2`, `name`. Low lines at the
    /// beginning stay.
    public enum KeyStyle: Hashable, Sendable {
        /// As in the document.
        case asWritten

        /// In lower case: `ItemID` becomes `itemid`.
        case lowercase

        /// In lower case with low lines between words: `itemID`, `item-id` and `item:ID` become `item_id`.
        case snakeCase

        /// With capitals where words begin, but for the first: `item-id`, `item_id` and `ItemID` become `itemId`.
        case camelCase
    }

    /// What happens when different things share a key.
    public enum Collision: Hashable, Sendable {
        /// They fold into an array, in document order.
        case folded

        /// The document is refused with the code `collision`, which names the element and the key.
        case refused
    }

    /// Whether numbers and booleans are recognised in text and attributes.
    public enum Types: Hashable, Sendable {
        /// Everything is a string.
        case strings

        /// Text that is a number as JSON writes it (RFC 8259, section 6) is a number, and `true` and `false` are booleans.
        ///
        /// Only what prints back the same text: `007`, `+1`, `1e400`, `-0` and `NaN` stay strings. Every digit is kept.
        case inferred
    }

    /// What text can be made to be.
    public enum TextType: Hashable, Sendable {
        /// It stays as it is.
        case string

        /// A number, if it is one as XML Schema writes them: `007`, `+1`, `.5` and `-0` become `7`, `1`, `0.5` and `0`.
        ///
        /// Anything else stays a string, also `INF` and `NaN`, which JSON does not have, and what is too big or too near to zero for a
        /// `Double`, such as `1e400`.
        case number

        /// `true` and `1`, `false` and `0`. Anything else stays a string.
        case boolean
    }

    /// A type for what is at a path.
    public struct TypedPath: Hashable, Sendable {
        /// The elements whose text it is for, or attributes, as in `item/@id`.
        public var path: String

        /// What they are.
        public var type: TextType

        /// A type for what is at a path.
        public init(_ path: String, _ type: TextType) {
            self.path = path
            self.type = type
        }
    }

    /// What becomes of references to entities, other than the five that XML itself knows and characters' numbers.
    public enum Entities: Hashable, Sendable {
        /// References to those whose text is in the document are replaced by it, within limits. Others are an error.
        case expanded

        /// A document that declares any is refused with the code `forbiddenEntity`.
        case forbidden

        /// The 252 names that HTML gives to characters, such as `&nbsp;`, are known, too (HTML 4.01, section 24).
        ///
        /// A document's own declaration of such a name comes first. References to what neither knows are an error.
        case html
    }
}

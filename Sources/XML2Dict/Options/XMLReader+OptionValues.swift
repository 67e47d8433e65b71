// The values of the members of XMLReader.Options.

extension XMLReader {
    /// The form of an element in the result.
    public enum Elements: Hashable, Sendable {
        /// A dictionary: attributes first, then child elements, comments and the like by first appearance, then text.
        ///
        /// `<a id="1">x<b/></a>` becomes `{"a": {"id": "1", "b": {}, "text": "x"}}`.
        case dictionaries

        /// An array: the element's name, a dictionary of its attributes if it has any, then its text and its child
        /// elements in document order (JsonML).
        ///
        /// `<a id="1">x<b/></a>` becomes `{"a": ["a", {"id": "1"}, "x", ["b"]]}`. A comment or the like is an array of
        /// its key and its text: `["#comment", "x"]`. ``Options/keys`` applies to the names. The options
        /// ``Options/empty``, ``Options/textOnly``, ``Options/siblings`` and ``Options/textKey`` have no effect.
        case arrays
    }

    /// Whether the result has the root's name.
    public enum Root: Hashable, Sendable {
        /// The result is a dictionary with one key, the root's name: `<a>x</a>` becomes `{"a": {"text": "x"}}`.
        case kept

        /// The result is the root's value: `<a>x</a>` becomes `{"text": "x"}`. Comments and the like beside the root
        /// are left out.
        case dropped
    }

    /// How attributes are represented.
    public enum Attributes: Hashable, Sendable {
        /// `<a id="1"/>` becomes `{"a": {"id": "1"}}`. An attribute and a child element with the same name become an
        /// array.
        case merged

        /// Each attribute's key starts with this text: with `@`, `<a id="1"/>` becomes `{"a": {"@id": "1"}}`. An empty
        /// text has the effect of `merged`.
        case prefixed(String)

        /// The attributes of an element are a dictionary under this key: with `@attributes`, `<a id="1"/>` becomes
        /// `{"a": {"@attributes": {"id": "1"}}}`.
        case grouped(String)

        /// Attributes are left out.
        case discarded
    }

    /// How white space in an element's text is removed.
    ///
    /// White space is space, tab, carriage return and line feed (XML 1.0, production 3); a no-break space is text.
    /// Comments and CDATA sections under keys of their own are trimmed in the same way. They remain, as empty strings,
    /// when they hold only white space.
    ///
    /// Where elements are arrays, white space is removed at the beginning and the end of each element, and remains
    /// beside child elements. Pieces that hold only white space are left out.
    public enum Trimming: Hashable, Sendable {
        /// White space is removed at both ends of the element's whole text: `<a> x  y </a>` has the text `x  y`.
        case ends

        /// White space is removed at both ends, and each run of white space inside becomes one space: `<a> x  y </a>`
        /// has the text `x y`.
        case collapse

        /// No white space is removed. White space between elements is then text as well.
        case none
    }

    /// The form of an element with text but without attributes and child elements.
    public enum TextOnly: Hashable, Sendable {
        /// `<name>Cake</name>` becomes `{"name": {"text": "Cake"}}`. The element has the same form when it gets an
        /// attribute later.
        case dictionary

        /// `<name>Cake</name>` becomes `{"name": "Cake"}`.
        case string
    }

    /// The form of an empty element: `<a/>`, `<a></a>`, or an element that other options leave empty.
    public enum Empty: Hashable, Sendable {
        /// `<a/>` becomes `{"a": {}}`.
        case dictionary

        /// `<a/>` becomes `{"a": null}`.
        case null

        /// `<a/>` becomes `{"a": ""}`.
        case string

        /// The element is left out, and so is its parent if that holds nothing else. The root remains, as `{}`.
        case omitted
    }

    /// How siblings with the same name are represented, when their parent holds nothing else.
    public enum Siblings: Hashable, Sendable {
        /// The parent is a dictionary with one key: `<list><i/><i/></list>` becomes `{"list": {"i": [{}, {}]}}`.
        case folded

        /// The parent is the array itself, as in the Parker convention: `<list><i/><i/></list>` becomes `{"list": [{},
        /// {}]}`.
        ///
        /// A parent that holds anything else stays a dictionary. So does a parent with a single child, unless
        /// ``Options/forceList`` has the child's path.
        case array
    }

    /// How the prefixes of names are represented (Namespaces in XML 1.0).
    public enum Namespaces: Hashable, Sendable {
        /// Names stay as they are written: `atom:entry`.
        case kept

        /// Prefixes and declarations are left out: `entry`. Siblings whose names become equal fold into an array.
        case stripped

        /// The namespace's URI replaces the prefix: `http://www.w3.org/2005/Atom:entry`.
        ///
        /// A prefix that is not declared is an error. Attributes without a prefix have no namespace.
        /// ``Options/prefixSeparator`` separates the URI from the name; paths write such a name as
        /// `{http://www.w3.org/2005/Atom}entry`.
        case expanded
    }

    /// How namespace declarations are represented.
    public enum NamespaceDeclarations: Hashable, Sendable {
        /// Declarations are attributes like others: `<a xmlns:b="u"/>` becomes `{"a": {"xmlns:b": "u"}}`.
        case attributes

        /// The declarations of an element are a dictionary after its attributes: `<a xmlns:b="u"/>` becomes
        /// `{"a": {"xmlns": {"b": "u"}}}`.
        case collected

        /// Every element has a dictionary of all declarations that are in force there (BadgerFish, rules 6 to 8).
        ///
        /// After a million declarations in all, elements may have 100 on average; more is an error with the code
        /// `limit`.
        case inScope

        /// Declarations are left out.
        case discarded
    }

    /// How names are spelled as keys; a prefix or URI is part of the name.
    ///
    /// A word ends at anything that is neither letter nor digit, before a capital that follows a small letter or a
    /// digit, and before the last of several capitals when a small letter follows: `HTTPServer2-name` has the words
    /// `HTTP`, `Server2`, `name`. Underscores at the beginning stay.
    public enum KeyStyle: Hashable, Sendable {
        /// As in the document.
        case asWritten

        /// In lower case: `ItemID` becomes `itemid`.
        case lowercase

        /// In lower case with underscores between words: `itemID`, `item-id` and `item:ID` become `item_id`.
        case snakeCase

        /// With a capital at the beginning of each word except the first: `item-id`, `item_id` and `ItemID` become
        /// `itemId`.
        case camelCase
    }

    /// How the reader treats different things with the same key.
    public enum Collision: Hashable, Sendable {
        /// They fold into an array, in document order: `<a id="1"><id/></a>` becomes `{"a": {"id": ["1", {}]}}`.
        case folded

        /// The document is refused with the code `collision`; the message names the element and the key.
        case refused
    }

    /// Whether text and attributes can be numbers and booleans.
    public enum Types: Hashable, Sendable {
        /// Text and attributes are strings.
        case strings

        /// A number as JSON writes it (RFC 8259, section 6) is a number; `true` and `false` are booleans.
        ///
        /// A number must print back as the same text: `007`, `+1`, `1e400`, `-0` and `NaN` stay strings. Every digit is
        /// kept.
        case inferred
    }

    /// A type for text and attributes.
    ///
    /// A value that does not parse as the requested type stays a string.
    public enum TextType: Hashable, Sendable {
        /// The text as it is.
        case string

        /// A number as XML Schema writes it: `007`, `+1`, `.5` and `-0` become `7`, `1`, `0.5` and `0`.
        ///
        /// `INF` and `NaN`, which JSON does not have, stay strings. So does a number outside the range of `Double`,
        /// such as `1e400`.
        case number

        /// A boolean: `true` and `1`, `false` and `0`.
        case boolean
    }

    /// A path, and the type of the text or attributes there.
    public struct TypedPath: Hashable, Sendable {
        /// The path of elements, whose text has the type, or of attributes, as in `item/@id`.
        public var path: String

        /// The type.
        public var type: TextType

        /// A path with a type.
        public init(_ path: String, _ type: TextType) {
            self.path = path
            self.type = type
        }
    }

    /// How the reader treats references to entities, other than the five of XML itself and character references.
    public enum Entities: Hashable, Sendable {
        /// The text that the document declares replaces each reference, within the limits. Other references are an
        /// error.
        case expanded

        /// A document that declares an entity is refused with the code `forbiddenEntity`.
        case forbidden

        /// The 252 names of HTML for characters, such as `&nbsp;`, are declared, too (HTML 4.01, section 24).
        ///
        /// A document's own declaration of such a name takes precedence. References to other names are an error.
        case html
    }
}

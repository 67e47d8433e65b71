// The types of the members of XMLOptions.
//
// Later versions may add cases, so a `switch` outside of this package needs `@unknown default`. Compilers before Swift
// 6.2.3 do not have the attribute `@nonexhaustive`, and need no `@unknown default`.

extension XMLOptions {
    /// The representation of attributes.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Attributes: Hashable, Sendable {
        /// `<a id="1"/>` becomes `{"a": {"id": "1"}}`, and an attribute and a child with the same name become an array.
        case merge

        /// With `@`, `<a id="1"/>` becomes `{"a": {"@id": "1"}}`. An empty prefix has the effect of ``merge``.
        case prefix(String)

        /// With `@attributes`, `<a id="1"/>` becomes `{"a": {"@attributes": {"id": "1"}}}`.
        case group(String)

        /// Attributes are left out.
        case discard
    }

    /// The removal of white space in an element's text.
    ///
    /// White space is space, tab, carriage return and line feed (XML 1.0, production 3). A no-break space is text.
    /// Comments are trimmed in the same way, but CDATA sections under a separate key are not. If elements are arrays,
    /// white space at the beginning and the end of each element, and runs of only white space, are removed.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Trim: Hashable, Sendable {
        /// White space is removed at both ends of the element's whole text: `<a> x  y </a>` has the text `x  y`.
        case ends

        /// As ``ends``, and each run of white space inside becomes one space: `<a> x  y </a>` has the text `x y`.
        case collapse

        /// White space between elements is removed, if an element with child elements has no other text.
        ///
        /// `<a> <b> x </b> </a>` becomes `{"a": {"b": {"text": " x "}}}`. References and CDATA sections are other text,
        /// so `<a>&#32;<b/></a>` has the text ` `. `<a> </a>` also keeps its text. Comments do not change.
        case layout

        /// No white space is removed, so white space between elements is text.
        case none
    }

    /// The form of an empty element: `<a/>`, `<a></a>`, or an element that other options leave empty.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Empty: Hashable, Sendable {
        /// `<a/>` becomes `{"a": {}}`.
        case dictionary

        /// `<a/>` becomes `{"a": null}`.
        case null

        /// `<a/>` becomes `{"a": ""}`.
        case string

        /// Empty elements are left out, and so are parents that contain nothing else, but an empty root becomes `{}`.
        case omit
    }

    /// The representation of prefixes in names (Namespaces in XML 1.0).
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Namespaces: Hashable, Sendable {
        /// Names do not change: `atom:entry`.
        case keep

        /// Prefixes and declarations are left out (`entry`), and siblings whose names become equal fold into an array.
        case strip

        /// The namespace's URI replaces the prefix: `http://www.w3.org/2005/Atom:entry`.
        ///
        /// A prefix that is not declared is an error. Attributes without a prefix have no namespace. A colon separates
        /// the URI from the name. Paths write such a name as `{http://www.w3.org/2005/Atom}entry`.
        case expand
    }

    /// The representation of namespace declarations.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum NamespaceDeclarations: Hashable, Sendable {
        /// Declarations are attributes like others: `<a xmlns:b="u"/>` becomes `{"a": {"xmlns:b": "u"}}`.
        case keep

        /// `<a xmlns:b="u"/>` becomes `{"a": {"xmlns": {"b": "u"}}}`, with the dictionary after the attributes.
        case collect

        /// Every element has a dictionary of all declarations that are in force there (BadgerFish, rules 6 to 8).
        ///
        /// The dictionaries count toward the limit ``XMLOptions/Limit/amplification``.
        case inherit

        /// Declarations are left out.
        case drop

        package var areCollected: Bool { self == .collect || self == .inherit }
    }

    /// The spelling of names as keys, including prefixes but not URIs.
    ///
    /// Characters that are neither letters nor digits separate words. A word also begins at the `B` of `aB`, `1B` and
    /// `ABc`: `HTTPServer2-name` has the words `HTTP`, `Server2`, `name`. Underscores at the beginning stay.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum KeyStyle: Hashable, Sendable {
        /// As in the document.
        case keep

        /// In lower case: `ItemID` becomes `itemid`.
        case lower

        /// In lower case with underscores between words: `itemID`, `item-id` and `item:ID` become `item_id`.
        case snake

        /// With a capital at each word except the first: `item-id`, `item_id` and `ItemID` become `itemId`.
        case camel
    }

    /// A type for text and attributes.
    ///
    /// A value that does not parse as the requested type stays a string.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum TextType: Hashable, Sendable {
        /// The text as it is.
        case string

        /// A number of XML Schema: `007`, `+1`, `.5` and `-0` become `7`, `1`, `0.5` and `0`.
        ///
        /// `INF`, `NaN` and numbers outside the range of `Double`, such as `1e400`, stay strings.
        case number

        /// A boolean: `true` and `1`, `false` and `0`.
        case boolean
    }

    /// The reaction of a reader of records to a broken record.
    ///
    /// ```swift
    /// var items = try XMLReader().records(at: "item", in: .file("feed.xml"), onError: .skip { print($0) })
    /// ```
    public struct ErrorPolicy: Sendable {
        let report: (@Sendable (XMLError) -> Void)?
        package let skips: Bool
        var collects: Bool { skips && report == nil }

        /// Throws if nothing would report or keep the errors of skipped records.
        func checkReport() throws(XMLError) {
            guard collects else { return }
            throw XMLError(
                .invalidOptions,
                "only XMLRecords keeps the errors of skipped records; use '.skip { error in … }'"
            )
        }

        /// The first error ends the document.
        public static let stop = ErrorPolicy(report: nil, skips: false)

        /// Broken records are reported and skipped.
        ///
        /// A record is broken if it is not well-formed, exceeds a limit, has something that an option refuses, or does
        /// not decode as the type of records. Reading resumes after a record that does not decode, and otherwise at the
        /// next start tag of a record after the refused token. SKIP-EXACT in SECURITY.md is the exact rule:
        ///
        /// - No broken record is delivered. No well-formed record that begins after the refused token is lost.
        /// - A missing end tag is found only at the enclosing end tag. All records before that end tag are skipped.
        /// - If the broken record contains records, reading resumes at the next of these records. Another error in the
        ///   broken record counts as another broken record.
        /// - A refused end tag closes the open element that it names, or else the innermost open element.
        /// - An error outside of records ends the document. So does a document that is cut off, an error of the source,
        ///   or a byte that is invalid in an encoding other than UTF-8 and US-ASCII.
        /// - The limit ``XMLOptions/Limit/errors`` bounds the number of broken records. The next broken record ends the
        ///   document. After broken records, parsers read some text again. If this text exceeds 64 MiB plus 32 times
        ///   the text so far, the next broken record also ends the document.
        ///
        /// - Parameter report: Called for each broken record, in the order of the document, between two records. The
        ///   error has the position, the path and the reason. With `nil`, ``XMLRecords/errors`` has the errors.
        /// - Returns: The policy.
        public static func skip(_ report: (@Sendable (XMLError) -> Void)? = nil) -> ErrorPolicy {
            ErrorPolicy(report: report, skips: true)
        }
    }
}

// The types of the members of XMLOptions.
//
// Later versions may add cases, so a `switch` outside of this package needs `@unknown default`. The attribute that says
// so is known to compilers from Swift 6.2.3 on; for older ones these are plain enumerations.

extension XMLOptions {
    /// How attributes are represented.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Attributes: Hashable, Sendable {
        /// `<a id="1"/>` becomes `{"a": {"id": "1"}}`. An attribute and a child element with the same name become an
        /// array.
        case merge

        /// Each attribute's key starts with this text: with `@`, `<a id="1"/>` becomes `{"a": {"@id": "1"}}`. An empty
        /// text is ``merge``.
        case prefix(String)

        /// The attributes of an element are a dictionary under this key: with `@attributes`, `<a id="1"/>` becomes
        /// `{"a": {"@attributes": {"id": "1"}}}`.
        case group(String)

        /// Attributes are left out.
        case discard
    }

    /// How white space in an element's text is removed.
    ///
    /// White space is space, tab, carriage return and line feed (XML 1.0, production 3); a no-break space is text.
    /// Comments and CDATA sections under keys of their own are trimmed in the same way. They remain, as empty strings,
    /// when they hold only white space.
    ///
    /// Where elements are arrays, white space is removed at the beginning and the end of each element, and remains
    /// beside child elements. Runs of only white space are left out.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Trim: Hashable, Sendable {
        /// White space is removed at both ends of the element's whole text: `<a> x  y </a>` has the text `x  y`.
        case ends

        /// White space is removed at both ends, and each run of white space inside becomes one space: `<a> x  y </a>`
        /// has the text `x y`.
        case collapse

        /// White space between elements is removed: the text of an element that has child elements, if all of it is
        /// white space without references and CDATA sections. `<a> <b> x </b> </a>` becomes `{"a": {"b": {"text": " x
        /// "}}}`.
        ///
        /// All other text, and every comment, stays as it is: `<a> </a>` has the text ` `, and so has `<a>&#32;<b/></a>`.
        case layout

        /// No white space is removed. White space between elements is then text as well.
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

        /// The element is left out, and so is its parent if that holds nothing else. The root remains, as `{}`.
        case omit
    }

    /// How the prefixes of names are represented (Namespaces in XML 1.0).
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Namespaces: Hashable, Sendable {
        /// Names stay as they are written: `atom:entry`.
        case keep

        /// Prefixes and declarations are left out: `entry`. Siblings whose names become equal fold into an array.
        case strip

        /// The namespace's URI replaces the prefix: `http://www.w3.org/2005/Atom:entry`.
        ///
        /// A prefix that is not declared is an error. Attributes without a prefix have no namespace.
        /// A colon separates the URI from the name; paths write such a name as `{http://www.w3.org/2005/Atom}entry`.
        case expand
    }

    /// How namespace declarations are represented.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum NamespaceDeclarations: Hashable, Sendable {
        /// Declarations are attributes like others: `<a xmlns:b="u"/>` becomes `{"a": {"xmlns:b": "u"}}`.
        case keep

        /// The declarations of an element are a dictionary after its attributes: `<a xmlns:b="u"/>` becomes
        /// `{"a": {"xmlns": {"b": "u"}}}`.
        case collect

        /// Every element has a dictionary of all declarations that are in force there (BadgerFish, rules 6 to 8).
        ///
        /// After a million declarations in all, elements may have 100 on average; more is an error with the code
        /// `limit`.
        case inherit

        /// Declarations are left out.
        case drop

        /// Whether an element has a dictionary of declarations.
        package var areCollected: Bool { self == .collect || self == .inherit }
    }

    /// How names are spelled as keys; a prefix or URI is part of the name.
    ///
    /// A word ends at anything that is neither letter nor digit, before a capital that follows a small letter or a
    /// digit, and before the last of several capitals when a small letter follows: `HTTPServer2-name` has the words
    /// `HTTP`, `Server2`, `name`. Underscores at the beginning stay.
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

        /// With a capital at the beginning of each word except the first: `item-id`, `item_id` and `ItemID` become
        /// `itemId`.
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

        /// A number as XML Schema writes it: `007`, `+1`, `.5` and `-0` become `7`, `1`, `0.5` and `0`.
        ///
        /// `INF` and `NaN`, which JSON does not have, stay strings. So does a number outside the range of `Double`,
        /// such as `1e400`.
        case number

        /// A boolean: `true` and `1`, `false` and `0`.
        case boolean
    }

    /// The reaction of a reader of records to a broken record: to stop, or to report and skip it.
    ///
    /// ```swift
    /// var items = try XMLReader().records(at: "item", in: .file("feed.xml"), onError: .skip { print($0) })
    /// ```
    public struct ErrorPolicy: Sendable {
        /// Called for each broken record.
        let report: (@Sendable (XMLError) -> Void)?
        /// Whether broken records are skipped.
        package let skips: Bool
        /// Whether the errors of skipped records are kept for the caller.
        var collects: Bool { skips && report == nil }

        /// Refuses to skip without a function where nothing keeps the errors.
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
        /// A record is broken when it is not well-formed, exceeds a limit, has something that an option refuses, or does
        /// not decode as the type of records. After a record that does not decode, reading resumes after it. Otherwise it
        /// resumes at the next start tag of a record after the token that the parser refused; SKIP-EXACT in SECURITY.md is
        /// the exact rule. So:
        ///
        /// - No record that is well-formed and begins after that token is lost, and no broken record is delivered.
        /// - A missing end tag is found only at the enclosing end tag; all records before it are skipped.
        /// - If the broken record contains records, reading resumes at the next one of these; another fault in the broken
        ///   record counts as another broken record.
        /// - A refused end tag closes the open element that it names, and otherwise the innermost one.
        /// - An error outside of records ends the document, and so does a document that is cut off, an error of the source,
        ///   or a byte that is invalid in an encoding other than UTF-8 and US-ASCII.
        /// - The limit ``XMLOptions/Limit/errors`` bounds the number of broken records; the next one ends the document.
        ///   After a broken record, parsers read some text again. When that text exceeds 64 MiB plus 32 times the text so
        ///   far, the next broken record ends the document.
        ///
        /// - Parameter report: Called for each broken record, in the order of the document, between two records. The error
        ///   has the position, the path and the reason. With `nil`, ``XMLRecords/errors`` has them.
        /// - Returns: The policy.
        public static func skip(_ report: (@Sendable (XMLError) -> Void)? = nil) -> ErrorPolicy {
            ErrorPolicy(report: report, skips: true)
        }
    }
}

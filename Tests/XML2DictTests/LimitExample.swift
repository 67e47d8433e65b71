import XML2Dict

/// A limit, a document at the limit, and one just above it.
struct LimitExample: Sendable, CustomStringConvertible {
    let limit: XMLOptions.Limit
    let options: XMLOptions
    /// The document at the limit, and its JSON.
    let kept: (xml: String, json: String)
    /// The document above the limit.
    let breached: String
    /// The message without the limit's name.
    let fact: String
    /// The column of the error, on the first line.
    let column: Int

    var description: String { limit.name }

    init(
        _ limit: XMLOptions.Limit,
        _ value: Int,
        keeps kept: String,
        as json: String,
        breaches breached: String,
        _ fact: String,
        column: Int
    ) {
        self.limit = limit
        var options = XMLOptions()
        options.limits[limit] = value
        self.options = options
        self.kept = (kept, json)
        self.breached = breached
        self.fact = fact
        self.column = column
    }

    var message: String { "\(fact); \(limit.member) allows more" }

    /// The tested values of the limits.
    ///
    /// Small values keep the documents readable.
    static let all = [
        LimitExample(
            .depth,
            2,
            keeps: "<a><b/></a>",
            as: #"{"a":{"b":{}}}"#,
            breaches: "<a><b><c/></b></a>",
            "elements are nested more than 2 deep",
            column: 7
        ),
        LimitExample(
            .tokenLength,
            12,
            keeps: "<abc d='12'>and text of any length &lt; <!--45678--></abc>",
            as: #"{"abc":{"d":"12","text":"and text of any length <"}}"#,
            breaches: "<a><!--456789--></a>",
            "a tag, comment, processing instruction or declaration is longer than 12 bytes",
            column: 4
        ),
        LimitExample(
            .nameLength,
            3,
            keeps: "<abc def='long'>longer</abc>",
            as: #"{"abc":{"def":"long","text":"longer"}}"#,
            breaches: "<abc><é2/><éé/></abc>",
            "a name is longer than 3 bytes",
            column: 11
        ),
        LimitExample(
            .namespaceLength,
            3,
            keeps: "<a xmlns='abc' xmlns:p='def' xmlnsx='longer'/>",
            as: #"{"a":{"xmlns":"abc","xmlns:p":"def","xmlnsx":"longer"}}"#,
            breaches: "<a><b xmlns:p='abcd'/></a>",
            "the URI of a namespace is longer than 3 bytes",
            column: 4
        ),
        LimitExample(
            .attributes,
            2,
            keeps: "<!DOCTYPE a [<!ATTLIST a z CDATA '3'>]><a x='1' y='2'/>",
            as: #"{"a":{"x":"1","y":"2","z":"3"}}"#,
            breaches: "<a x='1' y='2' xmlns='3'/>",
            "a tag has more than 2 attributes",
            column: 1
        ),
        LimitExample(
            .entities,
            2,
            keeps: "<!DOCTYPE a [<!ENTITY b '1'><!ENTITY % c '2'><!ENTITY b '3'>]><a>&b;</a>",
            as: #"{"a":{"text":"1"}}"#,
            breaches: "<!DOCTYPE a [<!ENTITY b '1'><!ENTITY % c '2'><!ENTITY d SYSTEM '3'>]><a/>",
            "the document declares more than 2 entities",
            column: 67
        ),
        LimitExample(
            .entityLength,
            3,
            keeps: "<!DOCTYPE a [<!ENTITY b '&#233;2'>]><a>&b;</a>",
            as: #"{"a":{"text":"é2"}}"#,
            breaches: "<!DOCTYPE a [<!ENTITY b '&#233;&#233;'>]><a>&b;</a>",
            "the text of an entity is longer than 3 bytes",
            column: 25
        ),
        LimitExample(
            .attributeDeclarations,
            2,
            keeps: "<!DOCTYPE a [<!ATTLIST a b CDATA '1'><!ATTLIST c d ID #IMPLIED>]><a/>",
            as: #"{"a":{"b":"1"}}"#,
            breaches: "<!DOCTYPE a [<!ATTLIST a b CDATA '1' b CDATA '2'><!ATTLIST c d ID #IMPLIED>]><a/>",
            "the document declares more than 2 attributes",
            column: 67
        ),
        // The names of the options take most of it.
        LimitExample(
            .result,
            225,
            keeps: "<abc>12345</abc>",
            as: #"{"abc":{"text":"12345"}}"#,
            breaches: "<abc>123456</abc>",
            "the result takes more than 225 bytes",
            column: 1
        ),
    ]
}

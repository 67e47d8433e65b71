// The shapes of Smithy's XML protocol tests, as plain types without `init(from:)` and `encode(to:)`.

import Foundation

/// A list in a wrapper element: `<list><member>…</member></list>`.
struct Members<Item: Codable>: Codable { var member: [Item] }
struct Items<Item: Codable>: Codable { var item: [Item] }

/// A map of entries: `<map><entry><key>…</key><value>…</value></entry></map>`.
struct Entries<Entry: Codable>: Codable { var entry: [Entry] }
struct Pair<Value: Codable>: Codable { var key: String, value: Value }

enum Smithy {
    struct ErrorResponse<Failure: Codable>: Codable { var Error: Failure }
    struct EC2ErrorResponse<Failure: Codable>: Codable { var Errors: ErrorResponse<Failure> }

    struct Nothing: Codable {}
    struct Value: Codable { var value: Int? }
    struct Greeting: Codable { var hi: String? }
    struct Person: Codable { var greeting: String?, name: String? }
    struct PersonBody: Codable { var nested: Person? }
    struct Foo: Codable { var foo: String? }
    struct Baz: Codable { var baz: String? }
    struct GreetingResult: Codable { var greeting: String? }
    struct Moment: Codable { var datetime: Date? }
    struct Blob: Codable { var data: Data? }
    struct EmptyString: Codable { var emptyString: String? }
    struct InvalidGreeting: Codable { var Message: String? }

    struct ComplexError: Codable {
        var TopLevel: String?, Nested: Inner?
        struct Inner: Codable {
            var Foo: String?
        }
    }

    struct Scalars: Codable {
        var stringValue: String?, emptyStringValue: String?, trueBooleanValue: Bool?, falseBooleanValue: Bool?
        var byteValue: Int8?, shortValue: Int16?, integerValue: Int32?, longValue: Int64?, floatValue: Float?
        var doubleValue: Double?
        enum CodingKeys: String, CodingKey {
            case stringValue, emptyStringValue, trueBooleanValue, falseBooleanValue, byteValue, shortValue, integerValue
            case longValue, floatValue
            case doubleValue = "DoubleDribble"
        }
    }

    struct Timestamps: Codable {
        var normal: Date?, dateTime: Date?, dateTimeOnTarget: Date?, epochSeconds: Date?, epochSecondsOnTarget: Date?
        var httpDate: Date?, httpDateOnTarget: Date?
    }

    enum FooEnum: String, Codable { case foo = "Foo", baz = "Baz", bar = "Bar", one = "1", zero = "0" }

    struct Enums: Codable {
        var fooEnum1: FooEnum?, fooEnum2: FooEnum?, fooEnum3: FooEnum?
        var fooEnumList: Members<FooEnum>?, fooEnumSet: Members<FooEnum>?, fooEnumMap: Entries<Pair<FooEnum>>?
    }

    enum IntEnum: Int, Codable { case a = 1, b, c }

    struct IntEnums: Codable {
        var intEnum1: IntEnum?, intEnum2: IntEnum?, intEnum3: IntEnum?
        var intEnumList: Members<IntEnum>?, intEnumSet: Members<IntEnum>?, intEnumMap: Entries<Pair<IntEnum>>?
    }

    struct Lists: Codable {
        var stringList: Members<String>?, stringSet: Members<String>?, integerList: Members<Int>?
        var booleanList: Members<Bool>?, timestampList: Members<Date>?, enumList: Members<FooEnum>?
        var intEnumList: Members<IntEnum>?, nestedStringList: Members<Members<String>>?
        var renamedListMembers: Items<String>?
        var flattenedList: [String]?, flattenedList2: [String]?, flattenedListWithMemberNamespace: [String]?
        var flattenedListWithNamespace: [String]?
        var structureList: Items<Structure>?, flattenedStructureList: [Structure]?

        struct Structure: Codable {
            var a: String?, b: String?
            enum CodingKeys: String, CodingKey { case a = "value", b = "other" }
        }

        enum CodingKeys: String, CodingKey {
            case stringList, stringSet, integerList, booleanList, timestampList, enumList, intEnumList, nestedStringList
            case renamedListMembers = "renamed"
            case flattenedList
            case flattenedList2 = "customName"
            case flattenedListWithMemberNamespace, flattenedListWithNamespace
            case structureList = "myStructureList"
            case flattenedStructureList
        }
    }

    struct EmptyLists: Codable { var stringList: Members<String>?, stringSet: Members<String>? }

    struct Maps: Codable { var myMap: Entries<Pair<Greeting>>? }

    struct NamedMaps: Codable {
        var myMap: Entries<Setting>?
        struct Setting: Codable { var Attribute: String, Setting: Greeting }
    }

    struct FlattenedMap: Codable { var myMap: [Pair<String>]? }

    struct NamespacedMap: Codable {
        var myMap: [Entry]?
        struct Entry: Codable { var K: String, V: String }
        enum CodingKeys: String, CodingKey { case myMap = "KVP" }
    }

    struct NestedMaps: Codable {
        var nestedMap: Entries<Pair<Entries<Pair<String>>>>?
        var flatNestedMap: [Pair<Entries<Pair<String>>>]?
    }

    struct NamedNestedMaps: Codable {
        var nestedXmlMapWithXmlNameMap: Entries<Outer>?
        struct Outer: Codable { var OuterKey: String, value: Entries<Inner> }
        struct Inner: Codable { var InnerKey: String, InnerValue: String }
    }

    indirect enum Union: Codable {
        case booleanValue(Bool)
        case unionValue(Union)
        case stringValue(String)
    }
    struct Unions: Codable { var unionValue: Union? }

    struct Attributes: Codable {
        var attr: String?, foo: String?, baz: String?
        enum CodingKeys: String, CodingKey { case attr = "@test", foo, baz }
    }

    struct Namespaces: Codable {
        var nested: Nested?
        struct Nested: Codable { var foo: String?, values: Members<String>? }
    }

    /// The types by the names of the shapes.
    static var types: [String: any Codable.Type] {
        [
            "BodyWithXmlName": PersonBody.self, "ComplexError": ComplexError.self, "ContentTypeParameters": Value.self,
            "DatetimeOffsets": Moment.self, "FlattenedXmlMap": FlattenedMap.self,
            "FlattenedXmlMapWithXmlNamespace": NamespacedMap.self, "FractionalSeconds": Moment.self,
            "GreetingWithErrors": GreetingResult.self, "HttpPayloadWithMemberXmlName": Person.self,
            "HttpPayloadWithStructure": Person.self, "HttpPayloadWithXmlName": Person.self,
            "HttpPayloadWithXmlNamespace": Person.self, "HttpPayloadWithXmlNamespaceAndPrefix": Person.self,
            "IgnoreQueryParamsInResponse": Baz.self, "IgnoresWrappingXmlName": Foo.self,
            "InvalidGreeting": InvalidGreeting.self, "NestedXmlMapWithXmlName": NamedNestedMaps.self,
            "NestedXmlMaps": NestedMaps.self, "NoInputAndNoOutput": Nothing.self, "NoInputAndOutput": Nothing.self,
            "NoSuchBucket": Nothing.self, "SimpleScalarProperties": Scalars.self,
            "SimpleScalarXmlProperties": Scalars.self, "XmlAttributes": Attributes.self,
            "XmlAttributesInMiddle": Attributes.self, "XmlAttributesOnPayload": Attributes.self, "XmlBlobs": Blob.self,
            "XmlEmptyBlobs": Blob.self, "XmlEmptyLists": EmptyLists.self, "XmlEmptyMaps": Maps.self,
            "XmlEmptyStrings": EmptyString.self, "XmlEnums": Enums.self, "XmlIntEnums": IntEnums.self,
            "XmlLists": Lists.self, "XmlMaps": Maps.self, "XmlMapsXmlName": NamedMaps.self,
            "XmlNamespaces": Namespaces.self, "XmlTimestamps": Timestamps.self, "XmlUnions": Unions.self,
        ]
    }
}

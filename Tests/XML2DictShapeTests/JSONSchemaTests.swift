// JSON Schemas: reading and refusing them, and checking values.

import Testing
import XML2Dict
import XML2DictShape

@Suite("JSON Schemas")
struct JSONSchemaTests {
    @Test("A schema that xml2dict cannot hold is an error with its path")
    func refused() throws {
        for (schema, pointer, message) in [
            (#"{"minimum": 1}"#, "#/minimum", "the keyword minimum is not supported; a schema has type,"),
            (#"{"requird": []}"#, "#/requird", "the keyword requird is not supported"),
            (#"{"properties": {"a/b": {"enum": [1]}}}"#, "#/properties/a~1b/enum", "the keyword enum is not supported"),
            (#"{"type": "text"}"#, "#/type", "'text' is not a type; use object, array, string"),
            (#"{"type": []}"#, "#/type", "type must be a name, or an array of names"),
            (#"{"type": 1}"#, "#/type", "this must be an array of strings"),
            (#"{"format": "email"}"#, "#/format", "the format 'email' is not supported; use date"),
            (#"{"items": [{}]}"#, "#/items", "a schema must be an object, true or false"),
            (#"{"minItems": -1}"#, "#/minItems", "minItems must be a whole number, 0 or more"),
            (#"{"minItems": 1.5}"#, "#/minItems", "minItems must be a whole number, 0 or more"),
            (#"{"required": "a"}"#, "#/required", "this must be an array of strings"),
            (#"{"properties": []}"#, "#/properties", "this must be an object"),
            (##"{"$ref": "#/$defs/a"}"##, "#/$ref", "'#/$defs/a' leads to no schema of this file"),
            (##"{"$ref": "https://a.example/b"}"##, "#/$ref", "'https://a.example/b' leads to no schema of this file"),
            (##"{"$ref": "#"}"##, "#/$ref", "the references lead in a circle"),
            (##"{"$ref": "#/$defs/a", "type": "object"}"##, "#", "move type, which is beside $ref,"),
            (#"{"required": ["a"], "additionalProperties": false}"#, "#/required", "'a' is required, and no value"),
            (#"{"required": ["a"], "properties": {"a": false}}"#, "#/required", "'a' is required, and no value"),
            (
                #"{"type": "string", "properties": {}}"#, "#",
                "properties applies to the type object, and the type is string"
            ),
            (
                #"{"type": ["object", "null"], "items": true}"#, "#",
                "items applies to the type array, and the type is object or null"
            ),
            (##"{"properties": {"a": {"$id": "b"}}}"##, "#/properties/a/$id", "$id is supported only at the top"),
            (
                #"{"properties": {"a": {"type": "integer", "x-xml2dict-types": "plain"}}}"#,
                "#/properties/a/x-xml2dict-types",
                #"x-xml2dict-types must be "inferred"; without it, numbers such as 007 fit, too"#
            ),
            (#"{"x-xml2dict-type": "inferred"}"#, "#/x-xml2dict-type", "the keyword x-xml2dict-type is not supported"),
            ("true", "#", "a schema that is only true describes nothing"),
            ("7", "#", "a schema must be an object, true or false"),
        ] {
            let error = #expect(throws: XMLError.self, "\(schema)") { try XMLShape(json: schema) }
            #expect(error?.code == .invalidSchema, "\(schema)")
            #expect(error?.path == pointer, "\(schema)")
            #expect(error?.words.description.hasPrefix(message) == true, "\(error?.words.description ?? "")")
        }
    }

    @Test("A repeated key in a schema is an error")
    func repeatedKey() throws {
        let error = #expect(throws: XMLError.self) { try XMLShape(json: #"{"type":"string","type":"null"}"#) }
        #expect(error?.code == .malformed)
        #expect(error?.words.description == "the object that ends here has a key twice")
        #expect(error?.column == 31)
    }

    @Test("Text that is not JSON is an error with its line")
    func noJSON() throws {
        let error = #expect(throws: XMLError.self) { try XMLShape(json: "{\n\"type\": }") }
        #expect(error?.code == .malformed)
        #expect(error?.line == 2)
    }

    @Test("Keywords that only describe are kept")
    func kept() throws {
        for schema in [
            #"{"$schema":"x","$id":"y","$comment":"z","title":"t","description":"d","default":[1],"examples":[null],"x-note":{}}"#,
            #"{"type":["string","null"],"format":"date"}"#,
            #"{"type":["integer","null"],"x-xml2dict-types":"inferred"}"#,
            ##"{"$defs":{"a":{"$ref":"#"},"b":true},"type":"object","required":["c"],"properties":{"c":{"$ref":"#/$defs/a"}}}"##,
            #"{"type":"array","minItems":1,"items":{"additionalProperties":{"type":"integer"}}}"#,
        ] {
            #expect(try XMLShape(json: schema).json(.compact) == schema, "\(schema)")
        }
    }

    @Test("A schema of 30,000 levels is read, and checks values as deep")
    func deep() throws {
        let depth = 30_000
        let schema = try XMLShape(
            json:
                String(repeating: #"{"items":"#, count: depth) + #"{"type":"null"}"#
                + String(repeating: "}", count: depth)
        )
        let value = try XMLValue(
            json: String(repeating: "[", count: depth) + "null" + String(repeating: "]", count: depth),
            limits: [.depth: .max]
        )
        try schema.validate(value)
        #expect(schema.json(.compact).utf8.count == depth * 10 + 15)
    }

    @Test("Each of 20,000 properties is found")
    func wide() throws {
        let count = 20_000
        let properties = (0..<count).map { #""k\#($0)":{"type":"integer"}"# }.joined(separator: ",")
        let schema = try XMLShape(json: #"{"properties":{\#(properties)},"additionalProperties":false}"#)
        let reversed = (0..<count).reversed().map { #""k\#($0)":1"# }.joined(separator: ",")
        try schema.validate(XMLValue(json: "{\(reversed)}"))
        #expect(throws: XMLError.self) { try schema.validate(XMLValue(json: #"{"k20000":1}"#)) }
    }

    @Test("An existing value is checked without conversion")
    func checked() throws {
        for (schema, value, message) in [
            (#"{"type":"integer"}"#, "1.0", nil), (#"{"type":"integer"}"#, "1e3", nil),
            (#"{"type":"integer"}"#, "1.5", "the value is the text '1.5', where the schema expects an integer"),
            (#"{"type":"number"}"#, #""1""#, "the value is the text '1', where the schema expects a number"),
            (
                #"{"type":["boolean","null"]}"#, "[]",
                "the value is a list of 0 values, where the schema expects a boolean or null"
            ),
            (#"{"type":"array"}"#, "1", "the value is the text '1', where the schema expects an array"),
            (#"{"items":{"type":"string"}}"#, #"["a",{}]"#, "/1 is an object, where the schema expects a string"),
            (#"{"items":{"type":"string"}}"#, "7", nil),
            (#"{"properties":{"a":{"items":false}}}"#, #"{"a":[1]}"#, "/a has 1 item, where the schema allows none"),
            (#"{"required":["a","b"]}"#, #"{"b":1}"#, "the value has no 'a', which the schema requires"),
            (#"{"additionalProperties":false}"#, #"{"x/y":1}"#, "/x~1y is not in the schema"),
            (
                #"{"additionalProperties":{"type":"null"}}"#, #"{"x":1}"#,
                "/x is the text '1', where the schema expects null"
            ),
            (#"{"minItems":2}"#, "[1]", "the value has 1 item, where the schema requires at least 2"),
            (
                #"{"format":"date"}"#, #""2026-02-30""#,
                "the value is the text '2026-02-30', where the schema expects the format date"
            ),
            (#"{"format":"uri"}"#, #""urn:isbn:1""#, nil), (#"{"format":"uri"}"#, #""http://[::1]/""#, nil),
            (
                #"{"format":"uri"}"#, #""http://a/#b#c""#,
                "the value is the text 'http://a/#b#c', where the schema expects the format uri"
            ),
            (
                #"{"format":"uri"}"#, #""a:[[]""#,
                "the value is the text 'a:[[]', where the schema expects the format uri"
            ),
            (#"{"format":"date"}"#, "5", nil),
            (#"{"format":"uri"}"#, #""/a""#, "the value is the text '/a', where the schema expects the format uri"),
            (##"{"$defs":{"t":{"items":{"$ref":"#/$defs/t"}}},"$ref":"#/$defs/t"}"##, "[[[]]]", nil),
            (##"{"$defs":{"a b%":{"type":"string"}},"$ref":"#/$defs/a%20b%"}"##, #""x""#, nil),
        ] as [(String, String, String?)] {
            let schema = try XMLShape(json: schema), value = try XMLValue(json: value)
            guard let message else {
                try schema.validate(value)
                continue
            }
            let error = #expect(throws: XMLError.self, "\(schema)") { try schema.validate(value) }
            #expect(error?.code == .mismatch, "\(schema)")
            #expect(error?.words.description == message, "\(schema)")
        }
    }

    @Test("A shape accepts the values that it was learned from")
    func learned() throws {
        var learner = XMLShape.Learner()
        let values = try ["{}", #"{"a":[1,"x"]}"#, #"{"a":null,"b":{"c":[[]]}}"#].map { try XMLValue(json: $0) }
        for value in values { try learner.learn(value) }
        let schema = learner.shape()
        #expect(throws: XMLError.self) { try schema.validate(XMLValue(json: #"{"c":1}"#)) }
        #expect(throws: XMLError.self) { try schema.validate(XMLValue(json: #"{"b":[]}"#)) }
        try schema.validate(values[0])
    }
}

// Every option applies to every way to read: whole, in chunks of any size, as a string, as records.

import Foundation
import TestSupport
import Testing
import XML2Dict

@Suite("Options apply to every way to read")
struct OptionInvarianceTests {
    /// Options with a name for the report.
    struct Choice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: XMLOptions

        init(
            _ name: String,
            _ convention: XMLOptions.Convention = .xmlreader,
            _ change: (inout XMLOptions) -> Void = { _ in }
        ) {
            testDescription = name
            options = XMLOptions(convention).with(change)
        }
    }

    private static let choices: [Choice] =
        XMLOptions.Convention.allCases.map { Choice($0.rawValue, $0) } + [
            Choice("grouped attributes") { $0.attributes = .group("g") },
            Choice("discarded attributes") { $0.attributes = .discard },
            Choice("strings, omitted") {
                $0.textOnlyIsString = true
                $0.empty = .omit
            },
            Choice("forced text", .xmltodict) { $0.forceText = ["i", "p:name"] },
            Choice("forced lists") { $0.forceList = ["i/*", "p:name"] },
            Choice("lists everywhere", .xmltodict) { $0.forceList = ["*"] },
            Choice("siblings, lists", .parker) { $0.forceList = ["n"] },
            Choice("nil, types", .xmltodict) {
                $0.nilIsNull = true
                $0.infersTypes = true
            },
            Choice("types by path") {
                $0.typesByPath = ["@*": .number, "*": .number, "n": .string]
            },
            Choice("separator") { $0.textSeparator = " | " },
            Choice("separator, no trimming") {
                $0.textSeparator = "|"
                $0.trim = .none
            },
            Choice("collapse, separator") {
                $0.trim = .collapse
                $0.textSeparator = "\n"
            },
            Choice("no trimming, xml:space ignored") {
                $0.trim = .none
                $0.honorsXMLSpace = false
            },
            Choice("asides") {
                $0.cdataKey = "c"
                $0.commentKey = "!"
                $0.processingInstructionKey = "?"
                $0.doctypeKey = "d"
                $0.includesXMLDeclaration = true
            },
            Choice("asides in order", .jsonml) {
                $0.cdataKey = "c"
                $0.commentKey = "!"
                $0.processingInstructionKey = "?"
                $0.trim = .ends
            },
            Choice("stripped") { $0.namespaces = .strip },
            Choice("stripped, collected") {
                $0.namespaces = .strip
                $0.namespaceDeclarations = .collect
            },
            Choice("expanded") { $0.namespaces = .expand },
            Choice("expanded, in scope, camel") {
                $0.namespaces = .expand
                $0.namespaceDeclarations = .inherit
                $0.keyStyle = .camel
                $0.attributes = .prefix("@")
            },
            Choice("fixed prefixes") {
                $0.namespacePrefixes = ["urn:p": "fixed", "urn:q": ""]
                $0.namespaceDeclarations = .drop
                $0.prefixSeparator = "_"
            },
            Choice("snake") { $0.keyStyle = .snake },
            Choice("skipped") { $0.skip = ["n", "@id", "p:name/*"] },
        ]

    /// Documents with elements `i`: constructs that a cut could split, and records.
    private static let documents = [
        """
        <?xml version="1.0" encoding="UTF-8"?>\r
        <!-- before --><?pi before?>
        <!DOCTYPE r [\r
          <!-- inside --><!ENTITY e "<i id='5'>e<n>5</n></i>"><!ENTITY t "te&#120;t">
          <!ATTLIST i kind CDATA "plain" xmlns:d CDATA "urn:d">
        ]>
        <r xmlns:p="urn:p" xmlns="urn:q" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\r
          <i id="1"><p:name> Zoë  😀 </p:name><n>01</n><n>2.50</n></i>
          <i id="2" xml:space="preserve"> a <b/> c <![CDATA[ d\t ]]> <!-- e -->&t;<b xml:space="default"> f </b></i>
          <x><i/><i xsi:nil="true"/><i xmlns:p="urn:other" p:id="3"><p:name>n</p:name><text>in</text></i></x>
          &e;<i>true</i>&e;<!-- last --><?pi last?>
        </r>
        <!-- after --><?pi after?>
        """,
        "<r><i>\u{FFFD}\u{10000}</i><i a=' &#10; '>]]&gt;</i><i><i>&lt;</i><itemID/><item-id/></i><i><![CDATA[]]></i></r>",
        "<i><n>1</n>\n<n> </n><n><b/></n></i>",
        "<r>\(String(repeating: "<i><n>7</n> tail </i>\n", count: 30))</r>",
    ]

    /// The JSON of one way to read, or the error.
    private func result(_ body: () throws -> String) throws -> String {
        do {
            return try body()
        } catch let error as XMLError {
            return "\(error.code): \(error)"
        }
    }

    private func pushed(_ bytes: [UInt8], _ options: XMLOptions, size: Int) throws -> String {
        try result { try XMLPushReader.read(bytes, options, inChunksOf: size).json(.compact) }
    }

    @Test("A document has one value, whole, as a string and in chunks")
    func documents() throws {
        for choice in Self.choices {
            for document in Self.documents {
                let bytes = Array(document.utf8)
                let whole = try result { try XMLReader(choice.options).read(.bytes(bytes)).json(.compact) }
                #expect(
                    try result { try XMLReader(choice.options).read(.string(document)).json(.compact) } == whole,
                    "\(choice)"
                )
                for size in [1, 2, 3, 7, 64] {
                    #expect(try pushed(bytes, choice.options, size: size) == whole, "chunks of \(size)")
                }
                let utf16 = Array(document.replacing("UTF-8", with: "UTF-16").utf16).flatMap {
                    [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                }
                let fromUTF16 = try pushed([0xFF, 0xFE] + utf16, choice.options, size: 5)
                #expect(fromUTF16.replacing("UTF-16", with: "UTF-8") == whole, "\(choice)")
            }
        }
    }

    private func records(_ bytes: [UInt8], at path: String, _ options: XMLOptions, size: Int) throws -> String {
        try result {
            var push = try XMLPushRecords(at: XMLPath(path), options)
            var found: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                try push.feed(bytes[start..<min(start + size, bytes.count)])
                while let record = try push.next() { found.append(record.json(.compact)) }
            }
            push.finish()
            while let record = try push.next() { found.append(record.json(.compact)) }
            return "[" + found.joined(separator: ",") + "]"
        }
    }

    @Test("Records, records from chunks, and selected elements are the same", arguments: choices)
    func records(choice: Choice) throws {
        let path = choice.options.namespaces == .expand ? "{urn:q}i" : "i"
        for document in Self.documents {
            let bytes = Array(document.utf8)
            let selected = try result {
                try XMLReader(choice.options.with { $0.select = [XMLPath(unchecked: path)] }).read(.bytes(bytes)).json(
                    .compact
                )
            }
            let whole = try result {
                var records = try XMLReader(choice.options).records(at: XMLPath(path), in: .bytes(bytes))
                var found: [String] = []
                while let record = try records.next() { found.append(record.json(.compact)) }
                return "[" + found.joined(separator: ",") + "]"
            }
            #expect(whole == selected)
            for size in [1, 3, 64] {
                #expect(try records(bytes, at: path, choice.options, size: size) == whole, "chunks of \(size)")
            }
        }
    }

    /// Attributes, children and text that share names, before or after respelling.
    ///
    /// Each has a different word.
    private static let crowded = """
        <r xmlns:a="urn:a" xmlns:b="urn:b" text="(1)" a:x="(2)" b:x="(3)" c="(4)"><text>(5)</text>(6)<c>(7)</c>
        <itemId>(8)</itemId><item-id>(9)</item-id><a:c>(10)</a:c><c d="(11)"/><n>(12)<![CDATA[(13)]]></n>(14)
        <i d="(15)"><i><d>(16)</d></i><d>(17)</d></i><b:i><a:c>(18)</a:c><b:c>(19)</b:c></b:i><r r="(20)">(21)</r></r>
        """

    /// The choices that keep all content.
    private static let lossless = choices.filter { choice in
        choice.options.attributes != .discard && choice.options.skip.isEmpty
            && (choice.options.textKey != nil || choice.options.elementsAreArrays)
    }

    @Test("No value is overwritten: each value under a shared key appears once")
    func overwriting() throws {
        for choice in Self.lossless {
            let json = try convert(Self.crowded, choice.options)
            for number in 1...21 {
                #expect(json.components(separatedBy: "(\(number))").count == 2, "(\(number)) in \(json)")
            }
        }
    }

    @Test("Each option changes the value of a document")
    func coverage() throws {
        let plain = try Self.documents.map { try convert($0) }
        for choice in Self.choices where choice.testDescription != "xmlreader" {
            let changed = try Self.documents.map { document in
                try result { try convert(document, choice.options) }
            }
            #expect(changed != plain, "\(choice.testDescription)")
            #expect(changed.contains { $0.hasPrefix("{") || $0.hasPrefix("[") }, "\(choice.testDescription)")
        }
        let records = try result {
            try convert(Self.documents[0], .init(.xmltodict).with { $0.select = ["i"] })
        }
        #expect(
            records.hasPrefix(#"[{"@id":"1","@kind":"plain","@xmlns:d":"urn:d","p:name":"Zoë  😀","n":["01","2.50"]},"#)
        )
    }
}

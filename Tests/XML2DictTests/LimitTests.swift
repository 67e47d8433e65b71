// The limits for documents: each at its value and just above, for every way to read.

import TestSupport
import Testing
import XML2Dict

@Suite("Limits")
struct LimitTests {
    /// The outcome of one way to read.
    private func outcome(_ read: () throws(XMLError) -> XMLValue) -> Result<String, XMLError> {
        Result { () throws(XMLError) in try read().json(.compact) }
    }

    private func pushed(_ xml: String, _ options: XMLOptions, _ sizes: [Int]) -> Result<String, XMLError> {
        let bytes = Array(xml.utf8)
        var rest = sizes[...]
        return outcome { () throws(XMLError) in
            try XMLPushReader.read(bytes, options, inChunksOf: rest.popFirst() ?? bytes.count)
        }
    }

    @Test("A document at the limit is read; the next size is refused")
    func bounds() throws {
        for example in LimitExample.all {
            #expect(try convert(example.kept.xml, example.options) == example.kept.json, "\(example)")
            let error = try #require(throws: XMLError.self, "\(example)") {
                try convert(example.breached, example.options)
            }
            #expect(error.code == .limit, "\(example)")
            #expect(error.words.description == example.message, "\(example)")
            #expect(error.limit == example.limit.named, "\(example)")
            #expect((error.line, error.column) == (1, example.column), "\(example)")
            // The default accepts both.
            _ = try convert(example.breached)
        }
    }

    @Test("CHUNK-INVARIANT: A limit is exceeded at the same position for every cut")
    func cuts() {
        for example in LimitExample.all {
            let bytes = Array(example.breached.utf8)
            for xml in [example.kept.xml, example.breached] {
                let whole = outcome { () throws(XMLError) in
                    try XMLReader(example.options).read(.bytes(Array(xml.utf8)))
                }
                for cut in 1..<bytes.count {
                    expectSame(pushed(xml, example.options, [cut]), whole)
                }
                expectSame(pushed(xml, example.options, Array(repeating: 1, count: bytes.count)), whole)
            }
        }
    }

    /// The excerpt has the bytes of the line that have arrived, so it may differ.
    private func expectSame(_ one: Result<String, XMLError>, _ other: Result<String, XMLError>) {
        switch (one, other) {
        case (.success(let one), .success(let other)): #expect(one == other)
        case (.failure(let one), .failure(let other)):
            #expect(one.words.description == other.words.description)
            #expect(one.code == other.code)
            #expect((one.line, one.column, one.byteOffset) == (other.line, other.column, other.byteOffset))
            #expect(one.path == other.path)
        default: Issue.record("one is \(one), the other \(other)")
        }
    }

    @Test("Limits below 1 mean 0, and the greatest number means unlimited")
    func extremes() throws {
        for example in LimitExample.all {
            for value in [0, -1, Int.min] {
                let none = example.options.with { $0.limits[example.limit] = value }
                let error = try #require(throws: XMLError.self, "\(example)") {
                    try convert(example.breached, none)
                }
                #expect(error.code == .limit, "\(example)")
            }
            _ = try convert(example.breached, example.options.with { $0.limits[example.limit] = .max })
        }
    }

    @Test("The defaults are the documented ones")
    func defaults() {
        func limits(_ limit: XMLOptions.Limit) -> Int { Limits()[limit] }
        #expect(limits(.depth) == 1_000)
        #expect(limits(.tokenLength) == 16_777_216)
        #expect(limits(.nameLength) == 50_000)
        #expect(limits(.namespaceLength) == 8_192)
        #expect(limits(.attributes) == 10_000)
        #expect(limits(.entities) == 1_000)
        #expect(limits(.entityLength) == 65_536)
        #expect(limits(.attributeDeclarations) == 1_000)
        #expect(limits(.amplification) == 100)
        #expect(limits(.result) == .max)
    }

    // MARK: Tokens

    @Test("TOKEN-BOUND: Every token that expat buffers is bounded, and text is not")
    func tokens() throws {
        for (before, behind) in [
            ("<r a='", "'/>"), ("<r><!--", "--></r>"), ("<r><?p ", "?></r>"), ("<!DOCTYPE r [<!ENTITY e '", "'>]><r/>"),
            ("<!DOCTYPE r [<!--", "-->]><r/>"), ("<r", "/>"), ("<!DOCTYPE r SYSTEM '", "'><r/>"),
            ("<!DOCTYPE r [<!ATTLIST r a CDATA '", "'>]><r/>"),
        ] as [(String, String)] {
            let options = XMLOptions().with {
                $0.limits[.tokenLength] = 200_000
                $0.limits[.nameLength] = .max
                $0.limits[.entityLength] = .max
            }
            let room = 200_000 - before.utf8.count - behind.utf8.count
            _ = try convert(before + String(repeating: "x", count: room) + behind, options)
            let long = before + String(repeating: "x", count: 200_001) + behind
            let error = try #require(throws: XMLError.self, "\(before)") { try convert(long, options) }
            #expect(error.code == .limit, "\(before)")
            #expect(
                error.words.description.contains("is longer than 200000 bytes; limits[.tokenLength] allows more"),
                "\(before)"
            )
            expectSame(pushed(long, options, Array(repeating: 50_000, count: 4)), .failure(error))
        }
    }

    @Test("TOKEN-BOUND: A limit inside a character or line break holds for every cut")
    func cutCharacters() throws {
        for xml in [
            "<a b='é€😀é€😀'/>", "<a><!--\r\n\r\n😀--></a>", "<?p €€€?><a/>", "\r\n<a>😀\r\n</a>", "<é日/>",
            "<!DOCTYPE a [<!ENTITY e '€€€€'>]><a/>",
        ] as [String] {
            let bytes = Array(xml.utf8)
            let utf16 = xml.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            for limit in 1...bytes.count {
                let options = XMLOptions().with { $0.limits[.tokenLength] = limit }
                let whole = outcome { () throws(XMLError) in try XMLReader(options).read(.bytes(bytes)) }
                if case .failure(let error) = whole { #expect(error.code == .limit, "\(xml)") }
                for size in 1...4 {
                    expectSame(pushed(xml, options, Array(repeating: size, count: bytes.count)), whole)
                }
                expectSame(outcome { () throws(XMLError) in try XMLReader(options).read(.bytes(utf16)) }, whole)
            }
            #expect(throws: Never.self, "\(xml)") { try convert(xml) }
        }
    }

    @Test("TOKEN-BOUND: Text, CDATA sections and white space between tags have no limit")
    func text() throws {
        let options = XMLOptions().with { $0.limits[.tokenLength] = 12 }
        let long = String(repeating: "x ", count: 100_000)
        let space = String(repeating: " \n", count: 100_000)
        let json = try convert("<r>\(long)\(space)<![CDATA[\(long)]]></r>", options)
        #expect(json.utf8.count > 400_000 && json.hasPrefix(#"{"r":{"text":"x x "#))
    }

    @Test(
        "TOKEN-BOUND: Half characters and line breaks do not delay the longest token",
        arguments: 1...24
    )
    func halves(limit: Int) {
        let options = XMLOptions().with { $0.limits[.tokenLength] = limit }
        for xml in ["<a><!--é\r\n日\r\n😀\r--></a>\r\n", "<a é='\r😀'>\r</a>\r<!--\r\n", "<a>日</a>\r\r\r"] {
            let bytes = Array(xml.utf8)
            let whole = outcome { () throws(XMLError) in try XMLReader(options).read(.bytes(bytes)) }
            for size in 1...5 { expectSame(pushed(xml, options, Array(repeating: size, count: bytes.count)), whole) }
            var cut = Array(xml.utf8)
            while !cut.isEmpty {
                cut.removeLast()
                _ = outcome { () throws(XMLError) in try XMLReader(options).read(.bytes(cut)) }
            }
        }
    }

    @Test("TOKEN-BOUND: Records before a token that is too long are delivered")
    func recordsBefore() throws {
        let options = XMLOptions().with { $0.limits[.tokenLength] = 20 }
        var records = try XMLReader(options).records(
            at: "i",
            in: .bytes(Array("<r><i>1</i><i>2</i><i a='456789 123456789'/></r>".utf8))
        )
        #expect(try records.next()?["text"]?.string == "1")
        #expect(try records.next()?["text"]?.string == "2")
        let error = try #require(throws: XMLError.self) { try records.next() }
        #expect((error.code, error.column) == (.limit, 20))
    }

    @Test("TOKEN-BOUND: Names are bounded in all markup")
    func names() throws {
        let options = XMLOptions().with { $0.limits[.nameLength] = 3 }
        for xml in [
            "<abcd/>", "<r><abcd/></r>", "<r abcd=''/>", "<?abcd x?><r/>", "<r><?abcd?></r>", "<!DOCTYPE abcd><r/>",
            "<!DOCTYPE r [<!ENTITY abcd 'x'>]><r/>", "<!DOCTYPE r [<!ENTITY % abcd 'x'>]><r/>",
            "<!DOCTYPE r [<!ATTLIST abcd a CDATA 'x'>]><r/>", "<!DOCTYPE r [<!ATTLIST r abcd CDATA #IMPLIED>]><r/>",
            "<!DOCTYPE r [<!ENTITY e '<abcd/>'>]><r>&e;</r>", "<!DOCTYPE r SYSTEM 'x'><r>&abcd;</r>",
        ] as [String] {
            let error = try #require(throws: XMLError.self) { try convert(xml, options) }
            #expect(
                error.words.description == "a name is longer than 3 bytes; limits[.nameLength] allows more",
                "\(xml)"
            )
            // The limit also holds where nothing is built.
            _ = try #require(throws: XMLError.self) { try convert(xml, options.with { $0.skip = ["/r"] }) }
            let wider = options.with { $0.limits[.nameLength] = 4 }
            guard xml.contains("&abcd;") else {
                _ = try convert(xml, wider)
                continue
            }
            let undefined = try #require(throws: XMLError.self) { try convert(xml, wider) }
            #expect(undefined.code == .entity, "\(xml)")
        }
    }

    @Test("TOKEN-BOUND: Namespace URIs from defaults and entities have the limit of names")
    func namespaces() throws {
        for xml in [
            "<r xmlns='abcdefgh'/>", "<!DOCTYPE r [<!ATTLIST r xmlns:p CDATA 'abcdefgh'>]><r/>",
            "<!DOCTYPE r [<!ENTITY e 'abcdefgh'>]><r xmlns='&e;'/>",
            "<!DOCTYPE r [<!ENTITY e '<a xmlns=\"abcdefgh\"/>'>]><r>&e;</r>",
        ] as [String] {
            let options = XMLOptions().with { $0.limits[.nameLength] = 7 }
            let error = try #require(throws: XMLError.self, "\(xml)") { try convert(xml, options) }
            #expect(
                error.words.description.hasPrefix(
                    "the URI of a namespace is longer than 7 bytes; limits[.nameLength]"
                ),
                "\(xml)"
            )
        }
    }

    // MARK: Entities

    @Test("ENTITY-BOUND: A thousand entities of 64 KiB, nested 16 deep, and no more")
    func entities() throws {
        func document(count: Int) -> String {
            "<!DOCTYPE r [" + (1...count).map { "<!ENTITY e\($0) '\($0)'>" }.joined() + "]><r>&e\(count);</r>"
        }
        #expect(try convert(document(count: 1_000)) == #"{"r":{"text":"1000"}}"#)
        #expect(try code(document(count: 1_001)) == .limit)

        func chain(_ depth: Int, isForward: Bool) -> String {
            let declarations = (1...depth).map { $0 == 1 ? "<!ENTITY e1 'x'>" : "<!ENTITY e\($0) '&e\($0 - 1);'>" }
            let text = (isForward ? declarations.reversed() : declarations).joined()
            return "<!DOCTYPE r [\(text)]><r>&e\(depth);</r>"
        }
        for isForward in [true, false] {
            #expect(try convert(chain(16, isForward: isForward)) == #"{"r":{"text":"x"}}"#)
            let error = #expect(throws: XMLError.self) { try convert(chain(17, isForward: isForward)) }
            #expect((error?.code, error?.limit) == (.limit, nil))
            #expect(error?.words.description == "entities refer to one another more than 16 deep")
        }

        func long(_ length: Int) -> String {
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: length))'>]><r>&e;</r>"
        }
        #expect(try convert(long(65_536)).utf8.count == 65_536 + #"{"r":{"text":""}}"#.utf8.count)
        #expect(try code(long(65_537)) == .limit)
    }

    @Test("ENTITY-BOUND: Parameter entities have the same limits")
    func parameterEntities() throws {
        func chain(_ depth: Int) -> String {
            let declarations = (1...depth).map {
                $0 == 1 ? "<!ENTITY % p1 '<!ENTITY e \"x\">'>" : "<!ENTITY % p\($0) '&#37;p\($0 - 1);'>"
            }
            return "<!DOCTYPE r [\(declarations.joined()) %p\(depth);]><r>&e;</r>"
        }
        #expect(try convert(chain(16)) == #"{"r":{"text":"x"}}"#)
        #expect(try code(chain(17)) == .limit)
    }

    @Test("ENTITY-BOUND: Entities with indirect cycles are refused before their first use")
    func circle() throws {
        let circle = "<!DOCTYPE r [<!ENTITY a '&b;'><!ENTITY b '&c;'><!ENTITY c 'x&a;'>]>"
        let error = try #require(throws: XMLError.self) { try convert(circle + "<r/>") }
        #expect(error.code == .malformed)
        #expect(error.words.description == "the entity c refers to itself by way of others")
        // One that names itself is harmless until it is used.
        #expect(try convert("<!DOCTYPE r [<!ENTITY a '&a;'>]><r/>") == #"{"r":{}}"#)
        #expect(throws: XMLError.self) { try convert("<!DOCTYPE r [<!ENTITY a '&a;'>]><r>&a;</r>") }
    }

    @Test("DTD-BOUND: A thousand attributes can be declared, and no more")
    func attributeDeclarations() throws {
        func document(_ count: Int) -> String {
            "<!DOCTYPE r [<!ATTLIST r" + (1...count).map { " a\($0) CDATA #IMPLIED" }.joined() + ">]><r/>"
        }
        #expect(try convert(document(1_000)) == #"{"r":{}}"#)
        #expect(try code(document(1_001)) == .limit)
        #expect(try convert(document(1_001), .init { $0.limits[.attributes] = 1_001 }) == #"{"r":{}}"#)
    }

    private func code(_ xml: String, _ options: XMLOptions = .init()) throws -> XMLError.Code {
        try #require(throws: XMLError.self) { try convert(xml, options) }.code
    }

    // MARK: Amplification

    /// Documents whose values are much longer.
    private static let growing: [(name: String, xml: String, change: @Sendable (inout XMLOptions) -> Void)] = [
        (
            "text",
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: 60_000))'>]><r>"
                + String(repeating: "&e;", count: 1_000) + "</r>", { _ in }
        ),
        (
            "attribute values",
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: 60_000))'>]><r>"
                + String(repeating: "<i a='&e;'/>", count: 1_000) + "</r>", { _ in }
        ),
        (
            "default attributes",
            "<!DOCTYPE r [<!ATTLIST i a CDATA '\(String(repeating: "x", count: 60_000))'>]><r>"
                + String(repeating: "<i/>", count: 1_000) + "</r>", { _ in }
        ),
        (
            "many default attributes",
            "<!DOCTYPE r [<!ATTLIST i" + (0..<1_000).map { " a\($0) CDATA ''" }.joined() + ">]><r>"
                + String(repeating: "<i/>", count: 1_000) + "</r>", { _ in }
        ),
        (
            "expanded names of elements",
            "<r xmlns='\(String(repeating: "u", count: 8_000))'>"
                + (0..<20_000).map { "<i\($0 % 1_000)/>" }.joined() + "</r>", { $0.namespaces = .expand }
        ),
        (
            "expanded names of attributes",
            "<r xmlns:p='\(String(repeating: "u", count: 8_000))'>"
                + (0..<20_000).map { "<i p:a\($0)=''/>" }.joined() + "</r>", { $0.namespaces = .expand }
        ),
        (
            "declarations in force",
            "<r xmlns='\(String(repeating: "u", count: 8_000))'>"
                + String(repeating: "<i/>", count: 20_000) + "</r>", { $0.namespaceDeclarations = .inherit }
        ),
    ]

    @Test("AMPLIFY-BOUND: Past 8 MiB, a document grows at most a hundredfold")
    func amplification() throws {
        for (name, xml, change) in Self.growing {
            let options = XMLOptions().with(change)
            let error = try #require(throws: XMLError.self, "\(name)") { try convert(xml, options) }
            #expect(error.code == .limit, "\(name)")
            #expect(
                error.words.description
                    == "entities, default attributes, namespaces, origins or ancestors make the document more than 100 times as long as it is"
                    + "; limits[.amplification] allows more",
                "\(name)"
            )
            #expect(error.line == 1, "\(name)")
            let sizes = Array(repeating: 7_777, count: xml.utf8.count / 7_777)
            expectSame(pushed(xml, options, sizes), .failure(error))
            #expect(
                try convert(xml, options.with { $0.limits[.amplification] = 100_000 }).utf8.count > 8_000_000,
                "\(name)"
            )
            // Where nothing is built, the parser still delivers the text, except replaced references.
            let selected = options.with { $0.select = ["nothing"] }
            if name.hasSuffix("text") || name.hasSuffix("values") || name.hasSuffix("default attributes") {
                #expect(throws: XMLError.self, "\(name)") { try convert(xml, selected) }
            }
        }
    }

    @Test("AMPLIFY-BOUND: A name that is a key counts once")
    func namesCountOnce() throws {
        let tags = String(repeating: "<\(String(repeating: "n", count: 4_000))/>", count: 3_000)
        let options = XMLOptions().with {
            $0.namespaceDeclarations = .inherit
            $0.limits[.amplification] = 2
        }
        #expect(
            try XMLReader(options).read(.string("<r>\(tags)</r>"))["r"]?.children.count(where: { _ in true }) == 3_000
        )
    }

    @Test("AMPLIFY-BOUND: Origins and ancestors count, past 8 MiB")
    func recordsGrow() throws {
        let name = String(repeating: "n", count: 200), names = String(repeating: "<\(name)>", count: 20)
        let around = String(repeating: "</\(name)>", count: 20)
        func document(_ count: Int) -> String { names + String(repeating: "<i a='1'/>", count: count) + around }
        for path in ["i", "i/@a"] as [XMLPath] {
            for isOrigin in [true, false] {
                let options = XMLOptions().with {
                    ($0.originKey, $0.ancestorsKey) = isOrigin ? ("in", nil) : (nil, "in")
                }
                for (count, isRead) in [(300, true), (10_000, false)] {
                    var records = try XMLReader(options).records(at: path, in: .string(document(count)))
                    var byteCount = 0, limit: XMLOptions.Limit?
                    do throws(XMLError) {
                        while let record = try records.next() { byteCount += record.json(.compact).utf8.count }
                    } catch {
                        limit = error.limit
                    }
                    #expect(limit == (isRead ? nil : .amplification))
                    #expect(byteCount < max(8 << 20, 100 * document(count).utf8.count))
                }
            }
        }
    }

    @Test("AMPLIFY-BOUND: One tag of records with many bytes around is refused")
    func attributesGrow() throws {
        let attributes = (0..<5_000).map { "a\($0)='1'" }.joined(separator: " ")
        let options = XMLOptions().with { $0.ancestorsKey = "in" }
        var records = try XMLReader(options).records(at: "i/@*", in: .string("<r><i \(attributes)/></r>"))
        var error: XMLError?
        do throws(XMLError) {
            while let record = try records.next() { #expect(record.origin != nil) }
        } catch let found {
            error = found
        }
        #expect(error?.limit == .amplification && error?.column == 4)
    }

    @Test("A listing of 5,000 names with references passes every default")
    func listing() throws {
        let name = "a&quot;b&amp;c&lt;d&gt;e&apos;f&#38;g&#x26;h"
        let item = "<Contents><Key>\(name)</Key><Owner id='\(name)'/></Contents>"
        let listing =
            "<List xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>\(String(repeating: item, count: 5_000))</List>"
        let items = try XMLReader(.xmltodict).read(.string(listing))["List"]?.list("Contents") ?? []
        let text = "a\"b&c<d>e'f&g&h"
        #expect(items.count == 5_000)
        #expect(items.allSatisfy { $0["Key"]?.text == text && $0["Owner"]?["@id"]?.text == text })
    }

    @Test("AMPLIFY-BOUND: Empty elements count because they take memory")
    func empty() throws {
        let options = XMLOptions().with {
            $0.commentKey = "comment"
            $0.processingInstructionKey = "instruction"
            $0.cdataKey = "cdata"
        }
        // 49 bytes for an element with its name, 32 for another node, 33 for an instruction with its target.
        for (thing, mostReferences) in [("<i/>", 34), ("<!---->", 52), ("<?p?>", 50), ("<![CDATA[]]>", 52)] {
            func document(_ count: Int) -> String {
                let things = String(repeating: thing, count: 5_000)
                return "<!DOCTYPE r [<!ENTITY e '\(things)'>]><r>\(String(repeating: "&e;", count: count))</r>"
            }
            _ = try convert(document(mostReferences), options)
            #expect(try code(document(mostReferences + 1), options) == .limit, "\(thing)")
        }
    }

    @Test("AMPLIFY-BOUND: Elements count more if order or lines are kept")
    func ordered() throws {
        func document(_ count: Int) -> String {
            let things = String(repeating: "<i/>", count: 5_000)
            return "<!DOCTYPE r [<!ENTITY e '\(things)'>]><r>\(String(repeating: "&e;", count: count))</r>"
        }
        for (options, most) in [(XMLOptions.jsonml, 17), (XMLOptions().with { $0.keepsLines = true }, 25)] {
            _ = try convert(document(most), options)
            #expect(try code(document(most + 1), options) == .limit)
        }
    }

    @Test("AMPLIFY-BOUND: A document's own text is never refused, for every cut")
    func ownText() throws {
        let start =
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: 60_000))'>]><r>"
            + String(repeating: "&e;", count: 139) + String(repeating: "y", count: 60_000)
        let options = XMLOptions().with { $0.limits[.amplification] = 50 }
        for (xml, isRead) in [(start + "</r>", true), (start + "<i/></r>", false)] {
            let whole = outcome { () throws(XMLError) in try XMLReader(options).read(.bytes(Array(xml.utf8))) }
            if case .failure(let error) = whole {
                #expect(!isRead && error.code == .limit && error.byteOffset == start.utf8.count)
            } else {
                #expect(isRead)
            }
            expectSame(pushed(xml, options, Array(repeating: 7_777, count: xml.utf8.count / 7_777)), whole)
        }
    }

    @Test("AMPLIFY-BOUND: The first 8 MiB and predefined references are always free")
    func free() throws {
        let strict = XMLOptions().with { $0.limits[.amplification] = 0 }
        let small =
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: 60_000))'>]><r>"
            + String(repeating: "&e;", count: 130) + "</r>"
        #expect(try convert(small, strict).utf8.count > 7_800_000)
        let characters = "<r>" + String(repeating: "&amp;&#65;", count: 1_000_000) + "</r>"
        #expect(try convert(characters, strict).utf8.count == 2_000_017)
    }
}

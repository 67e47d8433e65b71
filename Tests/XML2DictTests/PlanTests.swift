import Foundation
import Synchronization
import Testing

@testable import XML2Dict

/// Plans that are made of options once, and kept.
@Suite("Kept plans")
struct PlanTests {
    @Test("Copies of a reader share its plan until their options change")
    func copies() throws {
        let reader = XMLReader(.init { $0.textKey = "#" })
        var copy = reader
        #expect(try reader.plan() === (try copy.plan()))
        copy.options.trim = .none
        #expect(try reader.plan() !== (try copy.plan()))
        #expect(try reader.read(.string("<a> 1 </a>")).json(.compact) == ##"{"a":{"#":"1"}}"##)
        #expect(try copy.read(.string("<a> 1 </a>")).json(.compact) == ##"{"a":{"#":" 1 "}}"##)
    }

    @Test("Readers with the options of a convention share one plan")
    func conventions() throws {
        #expect(try XMLReader().plan() === XMLReader(XMLOptions()).plan())
        #expect(try XMLReader(.xmltodict).plan() === XMLReader(.xmltodict).plan())
        #expect(try XMLReader(.xmltodict).plan() !== XMLReader().plan())
        #expect(try XMLReader(.init { $0.empty = .null }).plan() !== XMLReader().plan())
        #expect(try XMLDecoder().reader.plan() === XMLDecoder().reader.plan())
    }

    @Test("A kept reader follows paths with other bytes")
    func records() throws {
        let reader = XMLReader(), xml = "<a><b>0</b><\u{E9}>1</\u{E9}><e\u{301}>2</e\u{301}></a>"
        for (path, text) in [("b", "0"), ("b", "0"), ("\u{E9}", "1"), ("e\u{301}", "2"), ("b", "0")] {
            var records = try reader.records(at: XMLPath(path), in: .string(xml))
            #expect(try records.next()?.json(.compact) == #"{"text":"\#(text)"}"#)
            #expect(try records.next() == nil)
        }
        #expect(try reader.read(.string("<b/>")).json(.compact) == #"{"b":{}}"#)
    }

    @Test("Each function gets the errors of its own records")
    func policies() throws {
        let reader = XMLReader(), xml = "<a><b><c></b><b>1</b></a>"
        var reported: [[String]] = [[], []]
        for round in 0..<2 {
            let errors = Mutex<[String]>([])
            let policy = XMLOptions.ErrorPolicy.skip { error in errors.withLock { $0.append("\(error.code)") } }
            var records = try reader.records(at: "b", in: .string(xml), onError: policy)
            while try records.next() != nil {}
            reported[round] = errors.withLock { $0 }
        }
        #expect(reported == [["malformed"], ["malformed"]])
        var records = try reader.records(at: "b", in: .string(xml))
        #expect(throws: XMLError.self) { try records.next() }
    }

    @Test("Options that contradict each other are refused at each use")
    func contradiction() throws {
        let reader = XMLReader(.init { $0.attributes = .group("") })
        for _ in 0..<2 {
            let error = #expect(throws: XMLError.self) { try reader.read(.string("<a/>")) }
            #expect(error?.code == .invalidOptions)
        }
    }

    @Test("Eight threads read while the options of a copy change")
    func threads() async throws {
        let reader = XMLReader(.init { $0.forceList = ["b"] })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    var copy = reader
                    for round in 0..<100 {
                        copy.options.textKey = "t\(thread).\(round)"
                        #expect(
                            try reader.read(.string("<a><b>1</b></a>")).json(.compact) == #"{"a":{"b":[{"text":"1"}]}}"#
                        )
                        let own = try copy.read(.string("<a><b>1</b></a>")).json(.compact)
                        #expect(own == #"{"a":{"b":[{"t\#(thread).\#(round)":"1"}]}}"#)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A document has no names of the documents before it")
    func names() throws {
        let reader = XMLReader()
        let first = try reader.read(.string("<a><only/></a>"))
        let second = try reader.read(.string("<b/>"))
        #expect(first["a"]?["only"] != nil)
        let names = second.storage.names, planned = try reader.plan().names.count
        #expect((0..<names.count).map { names.view[$0].string }.dropFirst(planned) == ["b"])
    }

    @Test("Names of other documents do not count for a limit")
    func limit() throws {
        let reader = XMLReader(.init { $0.limits[.result] = 10_000 })
        let names = (0..<1_000).map { "<name\($0)/>" }.joined()
        #expect(throws: XMLError.self) { try reader.read(.string("<a>\(names)</a>")) }
        for number in 0..<1_000 { _ = try reader.read(.string("<a><other\(number)/></a>")) }
    }

    @Test("A plan of 10,000 paths finds the element of each")
    func manyPaths() throws {
        let options = XMLOptions.init { $0.forceList = (0..<10_000).map { XMLPath(unchecked: "n\($0)/x") } }
        let reader = XMLReader(options)
        #expect(try reader.read(.string("<n9999><x/></n9999>")).json(.compact) == #"{"n9999":{"x":[{}]}}"#)
        #expect(try reader.read(.string("<n><x/></n>")).json(.compact) == #"{"n":{"x":{}}}"#)
    }

    @Test("A document after a broken one is read normally")
    func pool() throws {
        let reader = XMLReader(), value = #"{"a":{"id":"1","b":{"text":"x"}}}"#
        let deep = String(repeating: "<a>", count: 500) + String(repeating: "</a>", count: 500)
        for before in [
            "<a id='2'><b></a>", "<a", "", "<!DOCTYPE a [<!ENTITY e 'y'><!ATTLIST a c 'd'>]><a>&e;</a>",
            "<a id='2' id='3'/>",
            "<a>&undeclared;</a>", "<?xml version='1.0' encoding='UTF-16'?><a/>", deep,
        ] {
            _ = try? reader.read(.string(before))
            var records = try reader.records(at: "b", in: .string("<a><b>1</b><b>2</b></a>"))
            _ = try records.next()
            #expect(try reader.read(.string("<a id='1'><b>x</b></a>")).json(.compact) == value, "\(before.prefix(40))")
        }
    }

    @Test("A document after another reader's document is read normally")
    func poolOfReaders() throws {
        let value = #"{"a":{"id":"1","b":{"text":"x"}}}"#, xml = "<!--c--><a id='1'><b><![CDATA[x]]></b></a>"
        let documents: [(options: XMLOptions, bytes: [UInt8])] = [
            (.xmlreader, Array(#"<!DOCTYPE a [<!ATTLIST a c CDATA "d" id CDATA "2">]><a/>"#.utf8)),
            (
                .xmlreader,
                Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{E9}</a>".unicodeScalars.map { UInt8($0.value) })
            ),
            (.xmlreader, [0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)),
            (.init { $0.entities = .html }, Array("<a>x</a>".utf8)),
            (.faithful, Array("<?p?><!--c--><a> <![CDATA[y]]> <b/> </a>\n".utf8)),
            (.jsonml, Array("<a xml:space='preserve'> <b/></a>".utf8)),
            (.init { $0.namespaces = .expand }, Array("<p:a xmlns:p='urn:p' p:id='2'/>".utf8)),
        ]
        for (options, bytes) in documents {
            _ = try XMLReader(options).read(.bytes(bytes))
            #expect(try XMLReader().read(.bytes(Array(xml.utf8))).json(.compact) == value)
            _ = try XMLReader(options).read(.bytes(bytes))
            #expect(try XMLReader().read(.string(xml)).json(.compact) == value)
        }
    }

    @Test("Eight threads share a decoder and a reader of records")
    func shared() async throws {
        struct Item: Codable, Equatable { var b: [String] }
        let decoder = XMLDecoder(), reader = XMLReader(), xml = "<a><b>1</b><b>2</b></a>"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        #expect(try decoder.decode(Item.self, from: .string(xml)) == Item(b: ["1", "2"]))
                        let path: XMLPath = (thread + round) % 2 == 0 ? "b" : "a"
                        var records = try reader.records(
                            at: path,
                            in: .string(xml),
                            onError: round % 3 == 0 ? .skip { _ in } : .stop
                        )
                        let first = try records.next()?.json(.compact)
                        #expect(first == (path == "b" ? #"{"text":"1"}"# : #"{"b":[{"text":"1"},{"text":"2"}]}"#))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A reader does not retain the function for errors")
    func functions() throws {
        final class Service: Sendable {}
        weak var kept: Service?
        try {
            let service = Service()
            kept = service
            var records = try XMLReader().records(
                at: "b",
                in: .string("<a/>"),
                onError: .skip { [service] _ in _ = service }
            )
            _ = try records.next()
        }()
        #expect(kept == nil)
    }

    @Test("Names of documents never mix with any number of planned names")
    func chunks() throws {
        for count in [40, 48, 49, 50, 51, 52, 53, 54, 64, 180, 192, 200] {
            let reader = XMLReader(.init { $0.forceList = (0..<count).map { XMLPath(unchecked: "n\($0)") } })
            var value = try reader.read(.string("<r><n0/><x/><n\(count - 1)/></r>"))
            value["r"]?["y"] = "new"
            #expect(value.json(.compact) == #"{"r":{"n0":[{}],"x":{},"n\#(count - 1)":[{}],"y":{"text":"new"}}}"#)
        }
    }

    @Test("Each limit has its own index")
    func limitPlaces() {
        #expect(XMLOptions.Limit.all.map(\.index) == Array(XMLOptions.Limit.all.indices))
    }

    @Test("Bytes are read and decoded without a copy")
    func bytes() throws {
        struct Item: Decodable, Equatable { var id: Int }
        let bytes = Array(#"<item id="1"/>"#.utf8)
        try bytes.withUnsafeBytes { bytes throws in
            #expect(try XMLReader().read(bytes).json(.compact) == #"{"item":{"id":"1"}}"#)
            #expect(try XMLDecoder().decode(Item.self, from: bytes) == Item(id: 1))
        }
        let error = #expect(throws: XMLError.self) {
            try XMLReader().read(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        #expect(error?.code == .unexpectedEnd)
    }
}

// Memory that is exhausted: whichever allocation fails, libexpat's or ours, the result is right, or the error says so.

import TestSupport
import XML2Dict

extension Trial {
    /// On systems where a program cannot replace malloc(3), there are no cases.
    static let allocations = [
        Trial(
            "NO-CRASH: A failed allocation gives the result or an error, and leaks nothing",
            AllocationFaults.arePossible ? 600 * Allocations.works.count : 0,
            quick: 150,
            obstacle: AllocationFaults.arePossible ? nil : "a program cannot replace malloc here"
        ) { try Allocations.difference($0) }
    ]
}

enum Allocations {
    /// Something that allocates memory.
    struct Work: Sendable {
        let name: String
        /// Does it; returns whether the result is right.
        let isRight: @Sendable () throws -> Bool
    }

    /// Lets an allocation fail, or all from that one on.
    static func difference(_ number: Int) throws -> String? {
        let work = works[number % works.count], isLasting = (number / works.count).isMultiple(of: 2)
        var counting = AllocationFaults(at: .max, isLasting: false)
        let usual = counting.during { Result { try work.isRight() } }
        guard try usual.get(), counting.count > 0 else { return "\(work.name): \(counting.count) allocations" }
        // Many cases are at the beginning, where different things are allocated.
        let place = number / works.count / 2
        let allocation = 1 + (place < 60 ? place : place * 7) % counting.count
        var faults = AllocationFaults(at: allocation, isLasting: isLasting)
        let outcome = faults.during { Result { try work.isRight() } }
        let what = "\(work.name), allocation \(allocation)\(isLasting ? " and all after it" : "")"
        if faults.blocks != 0 { return "\(what): \(faults.blocks) blocks are left" }
        switch outcome {
        case .success(let isRight): return isRight ? nil : "\(what): another result"
        case .failure(let error): return isExhaustion(error) && faults.hasFailed ? nil : "\(what): \(error)"
        }
    }

    private static func isExhaustion(_ error: any Error) -> Bool {
        switch error {
        case let error as XMLReaderError: error.code == .outOfMemory
        case let error as XMLWriterError: error.code == .outOfMemory
        case let error as XMLOutputError: error.errorNumber == nil
        default: false
        }
    }

    static let works: [Work] =
        readings.map { reading in
            let expected = try? reading.read()
            return Work(name: reading.name) { try reading.read() == expected }
        }
        + [1_000_000, 1_000, 7].map { size in
            let pieces = json.pieces(of: size)
            let expected = try? value(of: pieces)
            return Work(name: "JSON in pieces of \(size)") { try value(of: pieces) == expected }
        } + [writingXML, writingJSON(.compact), writingJSON(.pretty)]

    // MARK: Reading XML

    /// A document, and a way to read it.
    private struct Reading: Sendable {
        let name: String
        let bytes: [UInt8]
        var options: XMLOptions
        var way: Way

        init(_ name: String, _ bytes: [UInt8], options: XMLOptions = .init(), way: Way = .whole) {
            (self.name, self.bytes, self.options, self.way) = (name, bytes, options, way)
        }

        /// The value of the document, or those of its records.
        func read() throws -> [XMLValue] {
            switch way {
            case .whole:
                return [try XMLReader(options).read(.bytes(bytes))]
            case .pieces(let size):
                var push = try XMLPushReader(options)
                for piece in bytes.pieces(of: size) { try push.feed(piece) }
                return [try push.finish()]
            case .records(let path, let size):
                var push = try XMLPushRecords(at: XMLPath(path), options)
                var records: [XMLValue] = []
                do {
                    for piece in bytes.pieces(of: size) {
                        try push.feed(piece)
                        while let record = try push.next() { records.append(record) }
                    }
                    push.finish()
                    while let record = try push.next() { records.append(record) }
                    return records
                } catch {
                    // A caller that goes on all the same does not get what comes after a record that is missing.
                    if try push.next() as XMLValue? != nil { return records }
                    throw error
                }
            }
        }
    }

    private enum Way: Sendable {
        case whole
        /// In pieces of so many bytes.
        case pieces(Int)
        /// The records at this path, in pieces of so many bytes.
        case records(String, Int)
    }

    private static let readings: [Reading] = [
        Reading("elements, attributes and text", table),
        Reading("long tokens", long),
        Reading("a document type with entities", Array(doctype.utf8)),
        Reading(
            "asides",
            Array(doctype.utf8),
            options: .changed {
                $0.commentKey = "!"
                $0.processingInstructionKey = "?"
                $0.doctypeKey = "doctype"
                $0.cdataKey = "cdata"
            }
        ),
        Reading(
            "namespaces",
            Array(namespaces.utf8),
            options: .changed { $0.namespaces = .expand }
        ),
        Reading(
            "types, lists and selection",
            table,
            options: .changed(.badgerfish) {
                $0.infersTypes = true
                $0.forceList = ["row"]
                $0.skip = ["a7"]
            }
        ),
        Reading("JsonML", Array(doctype.utf8), options: .jsonml),
        Reading(
            "HTML's entities",
            Array("<a b='&nbsp;&eacute;'>&copy;<c>&euro;</c></a>".utf8),
            options: .changed { $0.input.entities = .html }
        ),
        Reading(
            "UTF-16",
            [0xFF, 0xFE] + doctype.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        ),
        Reading(
            "an encoding of iconv",
            Array("<?xml version='1.0' encoding='windows-1252'?><a b='".utf8) + [0x80] + Array("'/>".utf8)
        ),
        Reading(
            "an encoding that is said",
            Array("<?xml version='1.0' encoding='utf-16'?><a>é</a>".utf8),
            options: .changed { $0.input.encoding = "UTF-8" }
        ),
        Reading("pieces", Array(doctype.utf8), way: .pieces(7)),
        Reading("long tokens in pieces", long, way: .pieces(5_000)),
        Reading("records", table, way: .records("row", 1_000_000)),
        Reading("records in pieces", table, way: .records("t/row", 100)),
        Reading("records out of entities", Array(doctype.utf8), way: .records("b", 1_000_000)),
    ]

    private static let table = Array(
        ("<t>" + (0..<300).map { "<row n='\($0)'><a\($0 % 40)>text \($0)</a\($0 % 40)></row>" }.joined() + "</t>").utf8
    )

    private static let long = Array(
        ("<a b='" + String(repeating: "x", count: 70_000) + "'><!--" + String(repeating: "y", count: 70_000) + "-->"
            + "<" + String(repeating: "n", count: 9_000) + "/>" + String(repeating: "z\n", count: 40_000) + "</a>").utf8
    )

    private static let doctype = """
        <?xml version="1.0"?>
        <!DOCTYPE r [
        <!NOTATION n PUBLIC "-//X//Y">
        <!ENTITY e "text"><!ENTITY f "&e;&e;"><!ENTITY g "<b c='&f;'>&f;</b>"><!ENTITY u SYSTEM "u" NDATA n>
        <!ENTITY % p "<!ENTITY q 'out of p'>"> %p;
        <!ELEMENT r (a | b)*><!ELEMENT a (#PCDATA | b)*>
        <!ATTLIST r d CDATA "default &e;" i ID #IMPLIED x (y | z) "y"><!ATTLIST a t NMTOKENS "one two">
        ]>
        <!-- comment --><?target data?>
        <r xmlns:p="u:p" p:l="1" i="i"><a>&g;&q;<![CDATA[<&>]]></a><?target?>&g;<b/><!-- comment --></r>
        """

    private static let namespaces =
        "<r xmlns='u:0'>"
        + (0..<40).map { "<p\($0):e xmlns:p\($0)='u:\($0)' p\($0):a='\($0)' b='c'><f/></p\($0):e>" }.joined() + "</r>"

    // MARK: Reading JSON

    private static func value(of pieces: [ArraySlice<UInt8>]) throws(XMLReaderError) -> XMLValue {
        var reader = try JSONReader.make(.one)
        for piece in pieces {
            _ = try piece.withUnsafeBytes { piece in
                Result { () throws(XMLReaderError) in try reader.feed(piece) }
            }
            .get()
        }
        try reader.finish()
        return try reader.takeValue()
    }

    /// Objects with many keys, some of them twice, in many containers, with long and short text.
    private static let json = Array(
        (String(repeating: #"{"deep":["#, count: 40)
            + (0..<300).map { #"{"key \#($0)":"text \#($0)","a":[\#($0),1.5],"a":"\u00e9é","t":{"text":"t"}},"# }
            .joined()
            + "\"" + String(repeating: "long ", count: 20_000) + "\""
            + String(repeating: "]}", count: 40)).utf8
    )

    // MARK: Writing

    private static let writingXML: Work = {
        let rows = (0..<300).map { "<row n='\($0)'><p:a\($0 % 40)>é \($0)<b/>x</p:a\($0 % 40)></row>" }.joined()
        let document = "<!DOCTYPE t [<!ENTITY e 'f'>]><t xmlns:p='u'>\(rows)</t>"
        var writer = XMLWriter(.xmltodict)
        writer.options.orderKey = "#order"
        writer.options.doctypeKey = "#doctype"
        writer.format.isASCII = true
        let value = (try? XMLReader(writer.options).read(.string(document))) ?? .null
        let expected = try? writer.bytes(from: value)
        return Work(name: "writing XML") { [writer] in try writer.bytes(from: value) == expected }
    }()

    private static func writingJSON(_ format: XMLValue.JSONFormat) -> Work {
        var format = format
        format.sortsKeys = true
        let xml = String(repeating: "<a z='\u{1F600}'><b>\"</b>", count: 200) + String(repeating: "</a>", count: 200)
        let value = (try? XMLReader().read(string: xml)) ?? .null
        let expected = Bytes(value.json(format) + "\n")
        return Work(name: "writing JSON, \(format == .compact ? "compact" : "with lines")") { [format] in
            let folder = try TemporaryFolder(["out": ""])
            let file = try folder.open("out", 2)
            try value.writeJSON(to: file.number, format)
            return try folder.content(of: "out") == expected
        }
    }
}

extension XMLOptions {
    fileprivate static func changed(_ convention: Convention = .xmlreader, _ change: (inout XMLOptions) -> Void)
        -> XMLOptions
    {
        var options = XMLOptions(convention)
        change(&options)
        return options
    }
}

extension [UInt8] {
    fileprivate func pieces(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

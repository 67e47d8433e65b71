// Memory that is exhausted: whichever allocation fails, expat's or ours, the value is right or the error says so.

import Foundation
import Testing
import XML2Dict

@Suite(
    "Allocations that fail",
    .enabled(if: AllocationFaults.arePossible, "This system does not let a program take the place of malloc.")
)
struct AllocationFaultTests {
    /// A document, and a way to read it.
    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        var options = XMLOptions()
        var way = Way.whole
    }

    enum Way: Sendable {
        case whole
        /// In pieces of so many bytes.
        case pieces(Int)
        /// The records at this path, in pieces of so many bytes.
        case records(String, Int)
    }

    private static let table = Array(
        ("<t>" + (0..<300).map { "<row n='\($0)'><a\($0 % 40)>text \($0)</a\($0 % 40)></row>" }.joined() + "</t>").utf8
    )

    static let readings: [Reading] = [
        Reading(testDescription: "elements, attributes and text", bytes: table),
        Reading(testDescription: "long tokens", bytes: long),
        Reading(testDescription: "a document type with entities", bytes: Array(doctype.utf8)),
        Reading(
            testDescription: "asides",
            bytes: Array(doctype.utf8),
            options: XMLOptions().with {
                $0.commentKey = "!"
                $0.processingInstructionKey = "?"
                $0.doctypeKey = "doctype"
                $0.cdataKey = "cdata"
            }
        ),
        Reading(
            testDescription: "namespaces",
            bytes: Array(namespaces.utf8),
            options: XMLOptions().with { $0.namespaces = .expand }
        ),
        Reading(
            testDescription: "types, lists and selection",
            bytes: table,
            options: XMLOptions.badgerfish.with {
                $0.infersTypes = true
                $0.forceList = ["row"]
                $0.skip = ["a7"]
            }
        ),
        Reading(testDescription: "JsonML", bytes: Array(doctype.utf8), options: XMLOptions.jsonml),
        Reading(
            testDescription: "HTML's entities",
            bytes: Array("<a b='&nbsp;&eacute;'>&copy;<c>&euro;</c></a>".utf8),
            options: XMLOptions().with { $0.input.entities = .html }
        ),
        Reading(
            testDescription: "UTF-16",
            bytes: [0xFF, 0xFE] + doctype.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        ),
        Reading(
            testDescription: "an encoding of iconv",
            bytes: Array("<?xml version='1.0' encoding='windows-1252'?><a b='".utf8) + [0x80] + Array("'/>".utf8)
        ),
        Reading(
            testDescription: "an encoding that is said",
            bytes: Array("<?xml version='1.0' encoding='utf-16'?><a>é</a>".utf8),
            options: XMLOptions().with { $0.input.encoding = "UTF-8" }
        ),
        Reading(testDescription: "pieces", bytes: Array(doctype.utf8), way: .pieces(7)),
        Reading(testDescription: "long tokens in pieces", bytes: long, way: .pieces(5_000)),
        Reading(testDescription: "records", bytes: table, way: .records("row", 1_000_000)),
        Reading(testDescription: "records in pieces", bytes: table, way: .records("t/row", 100)),
        Reading(testDescription: "records out of entities", bytes: Array(doctype.utf8), way: .records("b", 1_000_000)),
    ]

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

    /// Reads a document: its value, or those of its records.
    private func read(_ reading: Reading) throws -> [XMLValue] {
        switch reading.way {
        case .whole:
            return [try XMLReader(reading.options).read(.bytes(reading.bytes))]
        case .pieces(let size):
            var push = try XMLPushReader(reading.options)
            for piece in reading.bytes.pieces(of: size) { try push.feed(piece) }
            return [try push.finish()]
        case .records(let path, let size):
            var push = try XMLPushRecords(at: XMLPath(path), reading.options)
            var records: [XMLValue] = []
            do {
                for piece in reading.bytes.pieces(of: size) {
                    try push.feed(piece)
                    while let record = try push.next() { records.append(record) }
                }
                push.finish()
                while let record = try push.next() { records.append(record) }
                return records
            } catch {
                // Whoever goes on all the same does not get what comes behind a record that is missing.
                #expect(try push.next() == nil)
                throw error
            }
        }
    }

    @Test(
        "A failed allocation gives the value or an error, and leaks nothing",
        arguments: readings,
        [false, true]
    )
    func nthAllocation(_ reading: Reading, isLasting: Bool) throws {
        let expected = try read(reading)
        var number = 0, failures = 0
        while true {
            number += 1
            var faults = AllocationFaults(at: number, isLasting: isLasting)
            let outcome = faults.during { Result { try read(reading) == expected } }
            #expect(faults.blocks == 0, "allocation \(number): blocks are left")
            switch outcome {
            case .success(let isSame):
                #expect(isSame, "allocation \(number): another value")
            case .failure(let error):
                failures += 1
                #expect((error as? XMLReaderError)?.code == .outOfMemory, "allocation \(number): \(error)")
                #expect(faults.hasFailed, "allocation \(number): \(error)")
            }
            if !faults.hasFailed { break }
        }
        // Memory was not spared: expat alone takes more blocks than this for the smallest document.
        #expect(number > 20 && failures > 10)
    }
}

extension AllocationFaultTests {
    @Test(
        "JSON is written whole, or memory is said to be exhausted",
        arguments: [XMLValue.JSONFormat.compact, .pretty]
    )
    func json(_ format: XMLValue.JSONFormat) throws {
        var format = format
        format.sortsKeys = true
        let depth = 200
        let value = try XMLReader().read(
            string: String(repeating: "<a z='\u{1F600}'><b>\"</b>", count: depth)
                + String(repeating: "</a>", count: depth)
        )
        let expected = Array((value.json(format) + "\n").utf8)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.json")
        var number = 0
        while true {
            number += 1
            try Data().write(to: file)
            let target = try FileHandle(forWritingTo: file)
            var faults = AllocationFaults(at: number, isLasting: false)
            let outcome = faults.during {
                Result { () throws(XMLOutputError) in try value.writeJSON(to: target.fileDescriptor, format) }
            }
            try target.close()
            #expect(faults.blocks == 0, "allocation \(number): blocks are left")
            switch outcome {
            case .success: #expect(try Array(Data(contentsOf: file)) == expected, "allocation \(number)")
            case .failure(let error): #expect(error.errorNumber == nil && faults.hasFailed, "allocation \(number)")
            }
            if !faults.hasFailed { break }
        }
        #expect(number > 5)
    }
}

extension AllocationFaultTests {
    @Test("XML is written whole, or memory is said to be exhausted", arguments: [false, true])
    func xml(isLasting: Bool) throws {
        let rows = (0..<300).map { "<row n='\($0)'><p:a\($0 % 40)>é \($0)<b/>x</p:a\($0 % 40)></row>" }.joined()
        let document = "<!DOCTYPE t [<!ENTITY e 'f'>]><t xmlns:p='u'>\(rows)</t>"
        var writer = XMLWriter(.xmltodict)
        writer.options.orderKey = "#order"
        writer.options.doctypeKey = "#doctype"
        writer.format.isASCII = true
        let value = try XMLReader(writer.options).read(.string(document))
        let expected = try writer.bytes(from: value)
        var number = 0, failures = 0
        while true {
            number += 1
            var faults = AllocationFaults(at: number, isLasting: isLasting)
            let outcome = faults.during {
                Result { () throws(XMLWriterError) in try writer.bytes(from: value) == expected }
            }
            #expect(faults.blocks == 0, "allocation \(number): blocks are left")
            switch outcome {
            case .success(let isSame): #expect(isSame, "allocation \(number)")
            case .failure(let error):
                failures += 1
                #expect(error.code == .outOfMemory && faults.hasFailed, "allocation \(number): \(error)")
            }
            if !faults.hasFailed { break }
        }
        #expect(number > 10 && failures > 10)
    }
}

extension AllocationFaultTests {
    @Test("JSON is read whole, or memory is said to be exhausted", arguments: [1_000_000, 1000, 7], [false, true])
    func readingJSON(_ size: Int, isLasting: Bool) throws {
        let pieces = Self.json.pieces(of: size)
        let expected = try #require(JSONReading(pieces).values.first)
        var number = 0, failures = 0
        while true {
            number += 1
            var faults = AllocationFaults(at: number, isLasting: isLasting)
            let outcome = faults.during {
                Result { () throws(XMLReaderError) in try Self.value(of: pieces) }
            }
            switch outcome {
            case .success(let value):
                #expect(value.json(.compact) == expected, "allocation \(number)")
            case .failure(let error):
                failures += 1
                #expect(error.code == .outOfMemory && faults.hasFailed, "allocation \(number): \(error)")
                #expect(faults.blocks == 0, "allocation \(number): blocks are left")
            }
            if !faults.hasFailed { break }
        }
        #expect(number > 10 && failures > 10)
    }

    @Test("STREAM-BOUND: a series of JSON values allocates memory only for the first")
    func seriesOfJSON() throws {
        var reader = try JSONReader.make(.series)
        let line =
            Array(#"{"id":"1","tag":[{"text":"é\n"},2.5,true],"id":"2","a key that is longer than others":{}}"#.utf8)
            + [0x0A]
        let first = Result { () throws(XMLReaderError) in try Self.feed(line, times: 2, to: &reader) }
        var faults = AllocationFaults(at: 1, isLasting: true)
        let others = faults.during {
            Result { () throws(XMLReaderError) in try Self.feed(line, times: 1000, to: &reader) }
        }
        #expect(try first.get() == 2)
        #expect(try others.get() == 1000)
        #expect(!faults.hasFailed)
    }

    /// Feeds a line again and again; returns how many values were complete.
    private static func feed(
        _ line: [UInt8],
        times: Int,
        to reader: inout JSONReader
    ) throws(XMLReaderError) -> Int {
        var count = 0
        for _ in 0..<times {
            var taken = 0
            while taken < line.count {
                taken += try line.withUnsafeBytes { bytes in
                    Result { () throws(XMLReaderError) in
                        try reader.feed(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
                    }
                }
                .get()
                if reader.isComplete { count += 1 }
            }
        }
        return count
    }

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
}

extension [UInt8] {
    fileprivate func pieces(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

import Foundation
import TestSupport
import Testing
import XML2Dict

/// The W3C XML conformance test suite of 2013-09-23, with expat's verdict on each document.
struct W3CSuite: Sendable {
    /// A document, expat's verdict on it without other files, and xml2dict's outcome.
    struct Test: Sendable {
        let id: String
        let bytes: [UInt8]
        /// Expat's error number: 0 when it accepts the document.
        let errorNumber: Int
        /// The byte at which expat found the error: -1 when the document is empty, `nil` when expat accepts it.
        let byteOffset: Int?
        /// The outcome of the document's file.
        let outcome: Result<XMLValue, XMLError>
    }

    let tests: [Test]

    static let verdicts = "xmlconf/expat_verdicts.tsv"
    static let archive = "xmlconf/xmlts20130923.zip"

    /// Whether the suite is available.
    static let isPresent = Corpora.has(verdicts) && Corpora.has(archive)

    /// The suite, unpacked and read once.
    static let loaded = Result { try W3CSuite() }

    /// Options without a limit of the depth: the suite tests well-formedness.
    static let options: XMLOptions = {
        var options = XMLOptions()
        options.limits[.depth] = 1_000_000
        return options
    }()

    private init() throws {
        let folder = try TemporaryFolder()
        try Corpora.unpack(Self.archive, into: folder)
        let reader = XMLReader(Self.options)
        // A row: id, type, entities, applicable, verdict, namespace_verdict, error_code, byte_offset, path.
        tests = try Corpora.lines(of: Self.verdicts).dropFirst().map { row in
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 9, "\(row)")
            let errorNumber = try #require(Int(fields[6]), "\(row)")
            try #require(fields[4] == (errorNumber == 0 ? "accept" : "reject"), "\(row)")
            let name = Bytes("xmlconf/" + fields[8])
            let path = try #require(folder.path(of: name).text)
            return Test(
                id: fields[0],
                bytes: try folder.content(of: name).values,
                errorNumber: errorNumber,
                byteOffset: Int(fields[7]),
                outcome: Result { () throws(XMLError) in try reader.read(.file(path)) }
            )
        }
    }
}

extension Result<XMLValue, XMLError> {
    /// The outcome as the lists of differences name it.
    var words: String {
        switch self {
        case .success: "accepted"
        case .failure(let error): "rejected: \(error.limit?.name ?? "\(error.code)")"
        }
    }

    var value: XMLValue? { try? get() }

    var error: XMLError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

import TestSupport
import Testing
import XML2Dict

/// A hostile or borderline document, and the expected result.
struct Attack: Sendable {
    /// Its path, such as `entities/laughs.xml`.
    let file: String
    /// The default behavior of a careful tool: `accept`, `reject`, or any outcome without excessive resources or other
    /// files.
    let want: String
    /// The value of the document, under the convention `xmltodict`.
    let value: XMLValue?
    /// A text of another file that no tool may read.
    let canary: String?
    let bytes: [UInt8]

    static let script = "attacks.py"

    /// The documents of at most 64,000 bytes, and those on the list of differences.
    ///
    /// `Tests/Attacks/attacks.py` has the command convert all of them, and measures time and memory.
    static let loaded = Result { () throws -> [Attack] in
        let folder = try TemporaryFolder()
        let script = Bytes(Corpora.path(of: Self.script))
        var python = ChildProcess(executable: try #require(InstalledProgram.python), arguments: [script, "."])
        python.folder = folder
        // Names and values are in many scripts, and the locale may be C.
        python.environment = ["PYTHONUTF8": "1"]
        let result = try python.run()
        try #require(result.ending == .exited(0), "\(result.errors)")
        let rows = try folder.content(of: "INDEX.jsonl").lines.map { try XMLValue(json: $0.values) }
        #expect(rows.count == 793)
        let listed = [Difference].attacks.flatMap { $0.outcomes.map(\.document) }
        return try rows.compactMap { row in
            let file = try #require(row["file"]?.string), size = try #require(row["size"]?.int)
            guard size <= 64_000 || listed.contains(file) else { return nil }
            return Attack(
                file: file,
                want: try #require(row["want"]?.string),
                value: row["json"],
                canary: row["canary"]?.string,
                bytes: try folder.content(of: Bytes(file)).values
            )
        }
    }

    func read(_ change: (inout XMLOptions) -> Void = { _ in }) -> Result<XMLValue, XMLError> {
        var options = value == nil ? XMLOptions() : XMLOptions.xmltodict
        change(&options)
        return Result { () throws(XMLError) in try XMLReader(options).read(.bytes(bytes)) }
    }
}

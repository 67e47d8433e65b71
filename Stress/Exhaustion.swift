// The command with too little memory: each run succeeds, or reports exhausted memory.

import TestSupport

extension Trial {
    static let exhaustion = [
        Trial("NO-CRASH: With too little memory, the command works or reports it", runs.count * limitCount, quick: 0) {
            try exhaustion($0)
        },
        Trial(
            "NO-CRASH: At 40 limits, few runs end in the allocator",
            ways.count * 40,
            quick: 0,
            seeing: ["no end in Swift": 0.95]
        ) { try large(ways[$0 / 40], step: $0 % 40) },
    ]

    private static let limitCount = 60

    /// A document and the flags with which the command reads it.
    private struct Reading: Sendable {
        let name: String
        let flags: [Bytes]
        let document: @Sendable () -> Bytes
        /// The exit status with enough memory.
        var status: Int32 = 0
    }

    /// Runs the command with a limit on its addresses, in KiB.
    ///
    /// The first limit is the least that suffices for `<a/>`. The last is 217 MiB higher. Most are near the first.
    private static func exhaustion(_ number: Int) throws -> String? {
        let run = runs[number / limitCount], step = number % limitCount
        let folder = try TemporaryFolder(["in.xml": run.document()])
        let limit = try least.get() + step * step * 64
        let result = try limited(to: limit, ["--output", "out"] + run.flags + ["in.xml"], in: folder)
        // A temporary file must not stay.
        let isClean = folder.names.allSatisfy { ["in.xml", "out"].contains($0) }
        guard isClean, isExhausted(result) || isEndOfSwift(result) || result.ending == .exited(run.status) else {
            return
                "\(run.name) \(run.flags) in \(limit) KiB: \(result.ending) \(result.errors), and the folder has \(folder.names)"
        }
        return nil
    }

    private static func isExhausted(_ result: CommandResult) -> Bool {
        result.ending == .exited(70) && result.errors == "xml2dict: error: memory is exhausted\n"
    }

    /// Whether Swift's allocator has ended the process.
    private static func isEndOfSwift(_ result: CommandResult) -> Bool {
        result.errors.text?.contains("Fatal error: failed to allocate") == true
    }

    // MARK: A large document

    private static let ways: [[Bytes]] = [
        ["--threads=1", "in.xml"], ["--threads=1", "--records=item", "in.xml"], ["--to-xml", "in.json"],
        ["--threads=2", "in.xml"], ["--threads=2", "--records=item", "in.xml"],
    ]

    /// Runs the command on 40 MB with a limit on its addresses, from 60 MB at step 0 to 2 GB at step 39.
    private static func large(_ words: [Bytes], step: Int) throws -> Trial.Verdict {
        let folder = try TemporaryFolder([
            "in.xml": Bytes(root(many("<item id='1'><title>A title</title></item>", 1_000_000))), "out": "old",
        ])
        if words.contains("in.json") {
            _ = try BuiltCommand.run(arguments: ["--output", "in.json", "in.xml"], in: folder)
        }
        let names = folder.names, limit = (0..<step).reduce(60_000.0) { limit, _ in limit * 1.094 }
        let result = try limited(to: Int(limit), ["--output", "out"] + words, in: folder)
        let isWritten = result.ending == .exited(0), isEndOfSwift = isEndOfSwift(result)
        let isOld = try isWritten || folder.content(of: "out") == "old"
        guard isWritten || isExhausted(result) || isEndOfSwift, isOld, folder.names == names else {
            return .fails(
                "\(words) in \(Int(limit)) KiB: \(result.ending) \(result.errors), the folder has \(folder.names)"
            )
        }
        return .holds(isEndOfSwift ? [] : ["no end in Swift"])
    }

    private static func limited(to limit: Int, _ words: [Bytes], in folder: TemporaryFolder) throws -> CommandResult {
        let script = Bytes("ulimit -c 0; ulimit -v \(limit); exec \"$0\" --compact \"$@\"")
        var process = ChildProcess(executable: "/bin/sh", arguments: ["-c", script, try BuiltCommand.path] + words)
        process.folder = folder
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        return try process.run()
    }

    /// The least limit for the smallest document.
    private static let least = Result {
        let folder = try TemporaryFolder(["in.xml": "<a/>"])
        var low = 1_024, high = 4_194_304
        while high - low > 64 {
            let middle = (low + high) / 2
            if try limited(to: middle, ["in.xml"], in: folder).ending == .exited(0) {
                high = middle
            } else {
                low = middle
            }
        }
        return high
    }

    // MARK: Documents

    private static let longNameFlags: [Bytes] = [
        "", "--keys=snake", "--keys=camel", "--keys=lower", "--namespaces=expand", "--convention=jsonml",
        "--records=r/n5",
        "--records=x/y/z", "--select=nothing",
    ]

    private static let runs: [Reading] = [
        readings("long names", longNameFlags) {
            root(each(100) { "<\(long($0))/>" })
        },
        readings("long attributes", ["", "--keys=snake", "--convention=badgerfish"]) {
            root(each(100) { "<a \(long($0))='v'/>" })
        },
        readings("many names", ["", "--keys=snake", "--records=x/y/z"]) {
            root(each(60_000) { "<n\($0)/>" })
        },
        readings("many attributes", [""]) {
            root(each(60_000) { "<n a\($0)='b'/>" })
        },
        readings("prefixes", ["--namespaces=expand", "--namespaces=strip", "--xmlns=collect"]) {
            root(each(100) { "<\(long($0, 20_000)):b xmlns:\(long($0, 20_000))='u'><c/></\(long($0, 20_000)):b>" })
        },
        readings("URIs", ["--namespaces=expand", "--xmlns=collect", "--xmlns=inherit"]) {
            root(each(1_000) { "<p\($0):b xmlns:p\($0)='\(many("u", 8_000))\($0)' p\($0):c='d'><c/></p\($0):b>" })
        },
        readings("deep", ["", "--convention=jsonml", "--records=x/y/z"], ["--max-depth=1000000"]) {
            many("<a>", 200_000) + many("</a>", 200_000)
        },
        readings("deep names", ["", "--records=*/*/b"], ["--max-depth=1000000"]) {
            each(50_000) { "<a\($0)>" } + each(50_000) { "</a\(49_999 - $0)>" }
        },
        readings("wide", ["", "--sort-keys", "--types"]) {
            root(many("<a b='c'>d</a>", 100_000))
        },
        readings("text", [""]) {
            root(many("text ", 1_000_000))
        },
        readings("tag", [""]) {
            root("<a b='\(many("x", 4_000_000))'/>")
        },
        readings("comments", [""], ["--comment-key=c", "--pi-key=p"]) {
            root("<!--\(many("c", 4_000_000))--><?p \(many("d", 3_000_000))?>")
        },
        readings("entities", [""]) {
            "<!DOCTYPE r [" + each(1_000) { "<!ENTITY e\($0) '\(many("x", 4_000))'>" } + "]>" + root("&e9;")
        },
        readings("doctype", ["--doctype-key=d"]) {
            "<!DOCTYPE r [<!--\(many("x", 4_000_000))-->]>" + root("")
        },
        readings("queue", ["--records=b", "--select=b"]) {
            "<!DOCTYPE r [<!ENTITY d '\(many("<b>1</b>", 4_000))'><!ENTITY e '&d;&d;&d;&d;'>]>" + root("&e;&e;&e;&e;")
        },
        readings("windows-1252", [""]) {
            "<?xml version='1.0' encoding='windows-1252'?>" + root(many("<a b='c'>d</a>", 100_000))
        },
        readings("unclosed", [""], status: 65) {
            root(each(100) { "<\(long($0))>" })
        },
        readings("mismatched", [""], status: 65) {
            root(each(50) { "<a \(long($0))='v' b\($0)='w'/>" } + "<a>\(many("x", 3_000_000))</b>")
        },
    ].flatMap { $0 }

    /// The readings of a document, each with one of several flags, and all with the flags that the document needs.
    private static func readings(
        _ name: String,
        _ flags: [Bytes],
        _ given: [Bytes] = [],
        status: Int32 = 0,
        _ document: @escaping @Sendable () -> String
    ) -> [Reading] {
        flags.map { flag in
            Reading(
                name: name,
                flags: given + (flag == "" ? [] : [flag]),
                document: { Bytes(document()) },
                status: status
            )
        }
    }

    private static func root(_ content: String) -> String { "<r>\(content)</r>" }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func each(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

    private static func long(_ number: Int, _ length: Int = 40_000) -> String { "n\(number)" + many("Ab", length / 2) }
}

// Random documents under low limits.

import TestModel
import XML2Dict
import XML2DictWriting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Trial {
    static let limits = [
        limit("DEPTH-BOUND", [.depth], least: 0.25),
        limit("TOKEN-BOUND", [.tokenLength, .nameLength, .namespaceLength, .attributes], least: 0.25),
        limit("ENTITY-BOUND", [.entities, .entityLength], least: 0.01),
        limit("DTD-BOUND", [.attributeDeclarations], least: 0.03),
        limit("NO-CRASH", [.result], least: 0.25, scale: 40),
        Trial("DEPTH-BOUND: Any depth is read, written and freed without recursion", 40, quick: 0) { number in
            let depth = 1_000 + number * 25_000
            let xml = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
            var options = XMLOptions()
            options.limits[.depth] = depth
            let value = try XMLReader(options).read(.string(xml))
            let json = String(repeating: "{\"a\":", count: depth) + "{}" + String(repeating: "}", count: depth)
            let again = try XMLValue(json: json, limits: [.depth: depth + 1])
            guard value.json(.compact) == json, again == value else { return "other JSON at depth \(depth)" }
            if let difference = try differentPath(in: value, json, depth) { return difference }
            options.limits[.depth] = depth - 1
            return whole(Array(xml.utf8), options).error?.limit == .depth ? nil : "no limit at depth \(depth)"
        },
        Trial(
            "AMPLIFY-BOUND: Past 8 MiB, entities make a document at most a hundredfold",
            400,
            isRandom: true,
            quick: 2,
            seeing: ["value": 0.1, "error": 0.1]
        ) { amplification($0) },
        Trial(
            "AMPLIFY-BOUND: Past 8 MiB, names make XML at most a hundredfold",
            400,
            isRandom: true,
            quick: 3,
            seeing: ["value": 0.1, "error": 0.1]
        ) { try longNames($0) },
        Trial("LINEAR-TIME: 4 MB in chunks of any size take seconds", 8 * 40, quick: 0) { try slowToken($0) },
    ]

    /// Compares a lookup or a change by a path in a value of nested elements `a`.
    private static func differentPath(in value: XMLValue, _ json: String, _ depth: Int) throws -> String? {
        let path = XMLPath(unchecked: String(repeating: "/a", count: depth))
        let found = value.descendants(at: path)
        guard value[path: path] == [:], found == [[:]] else { return "the path of depth \(depth) finds \(found)" }
        var changed = value
        try changed.set("new", at: path)
        guard changed.json(.compact) == json.replacing("{}", with: #"{"text":"new"}"#), value.json(.compact) == json
        else {
            return "another value is set at depth \(depth)"
        }
        try changed.set([:], at: path)
        return changed == value ? nil : "another value is set back at depth \(depth)"
    }

    /// Checks that with a limit, a reader returns the result without the limit or reports the limit, also in chunks.
    ///
    /// At least the share `least` of the documents must exceed the limit at one of its values.
    private static func limit(_ promise: String, _ limits: [XMLOptions.Limit], least: Double, scale: Int = 1)
        -> Trial
    {
        Trial(
            "\(promise): Chunks give the same result at nine values of a limit",
            4_000,
            isRandom: true,
            quick: 24,
            seeing: ["accepted": 0.25, "refused": least]
        ) { seed in
            var (document, options) = document(seed)
            let limit = limits[seed % limits.count], bytes = document.bytes
            let unlimited = whole(bytes, options)
            var wasAccepted = false, seen: Set<String> = []
            for value in [0, 1, 2, 3, 5, 8, 13, 30, 100] {
                options.limits[limit] = value * scale
                let limited = whole(bytes, options)
                let isAccepted = limited == unlimited
                let what = "a limit of \(value * scale) for \(limit.name): \(shown(bytes))\n\(limited.shown)"
                if !isAccepted, limited.error?.limit != limit.named { return .fails(what) }
                if wasAccepted, !isAccepted { return .fails("a smaller limit allows it: \(what)") }
                let inChunks = pushed(bytes, options) { 1 + seed % 5 }
                if !limited.isSame(inChunks: inChunks) { return .fails("\(what)\nin chunks: \(inChunks.shown)") }
                wasAccepted = isAccepted
                seen.insert(isAccepted ? "accepted" : "refused")
            }
            return .holds(seen)
        }
    }

    // MARK: Amplification

    private static func amplification(_ seed: Int) -> Verdict {
        var random = RandomSource(seed: seed, for: .document)
        let length = random.one(of: [1_000, 10_000, 60_000]), own = random.number(below: 300_000)
        let factor = random.one(of: [50, 90, 99, 101, 110, 200])
        let overhead = own + length + 40
        // Each reference of three bytes delivers the text once.
        let count = max(1, overhead * factor / max(1, length - 3 * factor))
        let xml =
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: length))'>]><r>"
            + String(repeating: "y", count: own) + String(repeating: "&e;", count: count) + "</r>"
        let delivered = length * count + own, allowed = max(8 << 20, 100 * xml.utf8.count)
        // Names and entries count as well, so close to the limit, either outcome is right.
        if abs(delivered - allowed) < 10_000 { return .nothing }
        let outcome = whole(Array(xml.utf8), .init())
        guard (outcome.error == nil) == (delivered < allowed) else {
            return .fails("\(delivered) bytes of text from \(xml.utf8.count): \(outcome.shown.prefix(200))")
        }
        return .holds([outcome.word])
    }

    /// Names that are longer in the XML than in the value: prefixes, names of items, and namespaces without a prefix.
    private static func longNames(_ seed: Int) throws -> Verdict {
        var random = RandomSource(seed: seed, for: .document)
        let length = random.one(of: [100, 5_000, 40_000]), form = random.number(below: 3)
        let long = String(repeating: "n", count: length)
        // A name is in two tags, a declaration in one.
        let perItem = form == 2 ? length : 2 * length
        let count = (8 << 20) * random.one(of: [1, 9, 11, 20, 40]) / 10 / perItem + 1
        let items = "[" + String(repeating: "0,", count: count) + "0]"
        let json = ["{\"a\":{\"@xmlns:\(long)\":\"u\",\"u:b\":", "{\"a\":{\"\(long)\":", "{\"a\":{\"\(long):b\":"]
        let value = try XMLValue(json: json[form] + items + "}}")
        var options = XMLOptions.xmltodict
        if form != 1 { options.namespaces = .expand }
        let written = Result { () throws(XMLError) in try XMLWriter(options, format: .compact).bytes(from: value) }
        let allowed = max(8 << 20, 100 * (value.storage.byteCount ?? 0)), names = perItem * (count + 1)
        if abs(names - allowed) < 500_000 { return .nothing }
        switch written {
        case .success(let xml):
            let isRight = names < allowed && xml.count > names && xml.count < names + 40 * count + 100_000
            return isRight ? .holds(["value"]) : .fails("\(xml.count) bytes, \(names) of names, allowed \(allowed)")
        case .failure(let error):
            let isRight = names > allowed && error.limit == .amplification
            return isRight ? .holds(["error"]) : .fails("\(error) for \(names) of names, allowed \(allowed)")
        }
    }

    // MARK: Time

    /// The forms of a document with one long token or text.
    private static let tokens = [
        ("<r a='", "'/>"), ("<r><!--", "--></r>"), ("<r><?p ", "?></r>"), ("<r><![CDATA[", "]]></r>"), ("<r>", "</r>"),
        ("<!DOCTYPE r [<!--", "-->]><r/>"), ("<!DOCTYPE r SYSTEM '", "'><r/>"),
        ("<?xml version='1.0'?><!-- ", " --><r/>"),
    ]

    /// Finds quadratic time, which takes many minutes for this length, because linear time takes a tenth of a second.
    private static func slowToken(_ number: Int) throws -> String? {
        let (before, after) = tokens[number % tokens.count]
        let size = 1 + (number / tokens.count) * (number / tokens.count) * 40
        let bytes = Array((before + String(repeating: "x ", count: 2_000_000) + after).utf8)
        let start = processorSeconds
        let outcome = pushed(bytes, .init()) { size }
        let seconds = processorSeconds - start
        if let error = outcome.error { return "\(before) in chunks of \(size): \(error)" }
        return seconds < 60 ? nil : "\(before) in chunks of \(size): \(seconds) s"
    }

    /// The processor time of this thread.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

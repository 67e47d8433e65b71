// Random documents under low limits.

import TestModel
import XML2Dict

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Trial {
    static let limits = [
        limit("DEPTH-BOUND", [.depth]),
        limit("TOKEN-BOUND", [.tokenLength, .nameLength, .namespaceLength, .attributes]),
        limit("ENTITY-BOUND", [.entities, .entityDepth, .entityLength]), limit("DTD-BOUND", [.attributeDeclarations]),
        Trial("DEPTH-BOUND: Any depth is read, written and freed without recursion", 40, quick: 0) { number in
            let depth = 1_000 + number * 25_000
            let xml = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
            var options = XMLOptions()
            options.input.limits[.depth] = depth
            let value = try XMLReader(options).read(string: xml)
            let json = String(repeating: "{\"a\":", count: depth) + "{}" + String(repeating: "}", count: depth)
            let again = try XMLValue(json: json, limits: [.depth: depth + 1])
            guard value.json(.compact) == json, again == value else { return "other JSON at depth \(depth)" }
            options.input.limits[.depth] = depth - 1
            return whole(Array(xml.utf8), options).contains("limit") ? nil : "no limit at depth \(depth)"
        },
        Trial("AMPLIFY-BOUND: Past 8 MiB, entities make a document at most a hundredfold", 400, quick: 2) {
            try amplification($0)
        },
        Trial("LINEAR-TIME: Pieces of any size take seconds for 4 MB", 8 * 40, quick: 0) { try slowToken($0) },
    ]

    /// With a limit, the reader returns the usual result or reports the limit; pieces give the same.
    private static func limit(_ promise: String, _ limits: [XMLReaderError.Limit]) -> Trial {
        Trial("\(promise): Whole and pieces agree at each of nine values of a limit", 4_000, quick: 24) {
            seed in
            var (document, options) = document(seed)
            let limit = limits[seed % limits.count], bytes = document.bytes
            let unlimited = whole(bytes, options)
            var wasAccepted = false
            for value in [0, 1, 2, 3, 5, 8, 13, 30, 100] {
                options.input.limits[limit] = value
                let limited = whole(bytes, options)
                let isAccepted = limited == unlimited
                let what = "a limit of \(value) for \(limit.name): \(shown(bytes))\n\(limited)"
                if !isAccepted, !limited.contains(limit.member) { return what }
                if wasAccepted, !isAccepted { return "a smaller limit allows it: \(what)" }
                let inPieces = pushed(bytes, options) { 1 + seed % 5 }
                if inPieces != limited { return "\(what)\nin pieces: \(inPieces)" }
                wasAccepted = isAccepted
            }
            return nil
        }
    }

    // MARK: Amplification

    private static func amplification(_ seed: Int) throws -> String? {
        var random = RandomSource(seed: seed, for: .document)
        let length = random.one(of: [1_000, 10_000, 60_000]), own = random.number(below: 300_000)
        let factor = random.one(of: [50, 90, 99, 101, 110, 200])
        let overhead = own + length + 40
        // With one reference of three bytes, the text is delivered once.
        let count = max(1, overhead * factor / max(1, length - 3 * factor))
        let xml =
            "<!DOCTYPE r [<!ENTITY e '\(String(repeating: "x", count: length))'>]><r>"
            + String(repeating: "y", count: own) + String(repeating: "&e;", count: count) + "</r>"
        let delivered = length * count + own, allowed = max(8 << 20, 100 * xml.utf8.count)
        // Names and entries count, too, but are few here.
        if abs(delivered - allowed) < 10_000 { return nil }
        let outcome = whole(Array(xml.utf8), .init())
        let isRead = outcome.hasPrefix("{")
        guard isRead == (delivered < allowed) else {
            return "\(delivered) bytes of text from \(xml.utf8.count): \(outcome.prefix(200))"
        }
        return nil
    }

    // MARK: Time

    /// The forms of a document with one long token or text.
    private static let tokens = [
        ("<r a='", "'/>"), ("<r><!--", "--></r>"), ("<r><?p ", "?></r>"), ("<r><![CDATA[", "]]></r>"), ("<r>", "</r>"),
        ("<!DOCTYPE r [<!--", "-->]><r/>"), ("<!DOCTYPE r SYSTEM '", "'><r/>"),
        ("<?xml version='1.0'?><!-- ", " --><r/>"),
    ]

    /// Quadratic time would take many minutes for this length; linear time takes a tenth of a second.
    private static func slowToken(_ number: Int) throws -> String? {
        let (before, after) = tokens[number % tokens.count]
        let size = 1 + (number / tokens.count) * (number / tokens.count) * 40
        let bytes = Array((before + String(repeating: "x ", count: 2_000_000) + after).utf8)
        let start = processorSeconds
        let outcome = pushed(bytes, .init()) { size }
        let seconds = processorSeconds - start
        if !outcome.hasPrefix("{") { return "\(before) in pieces of \(size): \(outcome.prefix(200))" }
        return seconds < 60 ? nil : "\(before) in pieces of \(size): \(seconds) s"
    }

    /// The processor time of this thread.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

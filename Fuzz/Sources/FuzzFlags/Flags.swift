import FuzzSupport
import XML2Dict

private let document: ArraySlice<UInt8> = Array(
    """
    <?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "f">]><!-- g --><a xmlns:x="urn:x" b="1" x:b="2"><item id="3"> c <b/>&e;</item>
    <item x:id="4"/><x:item>5<![CDATA[ d ]]></x:item><?pi h?><text>true</text></a>
    """.utf8
)[...]

/// Checks that the parser of command lines accepts words, or refuses them with a message.
///
/// Underscores in place of hyphens mean the same. An accepted command line can convert a document.
///
/// Input: the words of a command line, one on each line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFlags(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    var words: [[UInt8]] = []
    while !input.rest.isEmpty {
        // A shell passes words that end at a zero byte.
        words.append(input.line().prefix { $0 != 0 })
    }
    // Longer command lines test nothing new.
    guard words.count <= 64, !mayReadFile(words) else { return -1 }
    let understood = UnderstoodWords(words)
    let replaced = withUnderscores(words)
    if replaced != words {
        let other = UnderstoodWords(replaced)
        check(understood.invocation == other.invocation, "Underscores change\n\(understood)\nto\n\(other)")
    }
    if let problem = understood.problem { check(!problem.isEmpty, "The words are refused without a message") }
    // The command checks for contradictions only before a conversion.
    guard let invocation = understood.invocation, invocation.converts else { return 0 }
    var options = invocation.options
    options.limits[.depth] = min(options.limits[.depth] ?? 100, 100)
    // A reader of one document refuses the option for several.
    options.isConcatenated = false
    switch Reading.whole(document, options) {
    case .success(let value):
        var format = invocation.format
        format.isColored = false
        checkJSON(value, format)
    case .failure(let error): error.check()
    }
    return 0
}

/// Whether a word may name a file of flags, which could be an endless device.
///
/// The folder of the fuzzer is empty, so a name without slashes names no file.
private func mayReadFile(_ words: [[UInt8]]) -> Bool {
    words.contains { $0.first == UInt8(ascii: "@") && $0.contains(UInt8(ascii: "/")) }
}

/// The words with underscores in place of hyphens in names of flags, if the words are certainly flags.
private func withUnderscores(_ words: [[UInt8]]) -> [[UInt8]] {
    let hyphen = UInt8(ascii: "-"), equals = UInt8(ascii: "="), flags = words.prefix { $0 != [hyphen, hyphen] }
    return words.enumerated().map { index, word in
        // The value of a flag without `=` may be the next word.
        let isValue = index > 0 && words[index - 1].first == hyphen && !words[index - 1].contains(equals)
        // In xmltodict, cdata_key is the option that the command names --text-key.
        guard index < flags.count, !isValue, word.starts(with: "--".utf8), !word.starts(with: "--c".utf8) else {
            return word
        }
        let name = word.prefix { $0 != equals }.dropFirst(2)
        return word.prefix(2) + name.map { $0 == hyphen ? UInt8(ascii: "_") : $0 } + word[name.endIndex...]
    }
}

import FuzzSupport
import FuzzWords
import XML2Dict

private let document: ArraySlice<UInt8> = Array(
    """
    <?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "f">]><!-- g --><a xmlns:x="urn:x" b="1" x:b="2"><item id="3"> c <b/>&e;</item>
    <item x:id="4"/><x:item>5<![CDATA[ d ]]></x:item><?pi h?><text>true</text></a>
    """.utf8
)[...]

/// The largest number of words; longer command lines test nothing new.
private let mostWords = 64

/// Checks command lines: the parser accepts the words, or refuses them with a message; underscores in place of hyphens
/// mean the same; and an accepted command line can convert a document.
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
    guard words.count <= mostWords, !mayReadFile(words) else { return -1 }
    let understood = UnderstoodWords(words)
    let replaced = Words.withUnderscores(words)
    if replaced != words {
        let withUnderscores = UnderstoodWords(replaced)
        check(
            understood.invocation == withUnderscores.invocation,
            "\(Words.shown(words)) is understood as\n\(understood)\nand with underscores as\n\(withUnderscores)"
        )
    }
    if let problem = understood.problem { check(!problem.isEmpty, "\(Words.shown(words)) is refused without words") }
    // The command checks for contradictions only before a conversion.
    guard let invocation = understood.invocation, invocation.converts else { return 0 }
    var options = invocation.options
    options.input.limits[.depth] = min(options.input.limits[.depth] ?? 100, 100)
    switch Reading.whole(document, options) {
    case .success(let value):
        var format = invocation.format
        format.isColored = false
        checkJSON(value, format)
    case .failure(let error): error.check()
    }
    return 0
}

/// Whether a word may name a file of flags: the file could be an endless device.
///
/// The folder of the fuzzer is empty, so a name without slashes names no file.
private func mayReadFile(_ words: [[UInt8]]) -> Bool {
    words.contains { $0.first == UInt8(ascii: "@") && $0.contains(UInt8(ascii: "/")) }
}

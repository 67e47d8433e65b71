// Random documents, read with all kinds of options, against a model of the documentation.
//
// A seed makes a tree; the tree is written as XML and read by the library, and turned into a value by the model (Model.swift),
// which knows nothing of XML. Both must say the same: as a whole document, in pieces, and as records.
//
// The environment variable XML2DICT_RANDOM_DOCUMENTS is the number of documents for each set of options (OptionSets.swift) in place
// of the usual one. More of them take proportionally longer.

import Testing
import XML2Dict

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Random documents")
struct RandomDocumentTests {
    /// How many documents each set of options is tried with.
    private static let documentCount: Int =
        getenv("XML2DICT_RANDOM_DOCUMENTS").flatMap { Int(String(cString: $0)) } ?? 40

    @Test(
        "EXACT-NAMES: A random document gives the model's output, byte for byte",
        arguments: OptionSets.numbers
    )
    func documents(set: Int) throws {
        for number in 0..<max(0, Self.documentCount) {
            let seed = number * OptionSets.numbers.count + set
            let options = OptionSets.options(set: set, seed: seed)
            var generator = DocumentGenerator(seed: seed, for: options.input.entities)
            let trial = ModelTrial(document: generator.document(), options: options, seed: seed)
            guard let failure = trial.failure else { continue }
            Issue.record("\(trial.smallest.failure ?? failure)")
            return
        }
    }
}

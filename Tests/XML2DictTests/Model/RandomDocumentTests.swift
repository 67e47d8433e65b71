// Random documents, read with all kinds of options, against a model of the documentation.
//
// A seed makes a tree; the tree is written as XML and read by the library, and turned into a value by the model (Model.swift),
// which knows nothing of XML. Both must say the same: as a whole document, in pieces, and as records.
//

import Testing
import XML2Dict

@Suite("Random documents")
struct RandomDocumentTests {
    @Test(
        "EXACT-NAMES: A random document gives the model's output, byte for byte",
        arguments: OptionSets.numbers
    )
    func documents(set: Int) throws {
        for number in 0..<RandomCount.documents {
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

// Form and Unform as inverses of each other, on nodes, without a parser and without markup.

import TestModel
import XML2Dict

extension Trial {
    static let inverses = [
        Trial("ROUND-TRIP: Nodes become the same nodes again", 40_000, isRandom: true, quick: 4_000) { seed in
            let isFaithful = seed.isMultiple(of: 2), options: XMLOptions = isFaithful ? .faithful : .jsonml
            var source = NodeSource(options, keepsAll: isFaithful, seed: seed)
            let root = source.element(), forms = try NodeForms(options)
            let value = try forms.form(root), again = try forms.unform(value)
            return again == root ? nil : "\(value.json(.compact))\nis \(root)\nand becomes \(String(describing: again))"
        },
        Trial("ROUND-TRIP: The nodes of a value become that value", 70_000, isRandom: true, quick: 7_000) { seed in
            let conventions = XMLOptions.Convention.allCases
            var options = XMLOptions(conventions[seed % conventions.count])
            // Values of the convention parker lack the name of the root.
            options.keepsRoot = !options.elementsAreArrays
            var source = NodeSource(options, keepsAll: true, seed: seed)
            let forms = try NodeForms(options), value = try forms.form(source.element())
            let again = try forms.unform(value).map(forms.form)
            return again == value ? nil : "\(value.json(.compact))\nbecomes \(again?.json(.compact) ?? "nothing")"
        },
    ]
}

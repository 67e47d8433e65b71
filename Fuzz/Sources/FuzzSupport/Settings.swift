internal import TestModel
package import XML2Dict

/// Settings of reading and writing, of which each byte of a line makes one change, from the list of the random tests
/// or from the lists below.
///
/// Changes that contradict earlier ones are ignored, because a reader refuses contradictions before it reads a
/// document.
package struct Settings: Sendable {
    package var options = XMLOptions()
    package var format = XMLValue.JSONFormat.compact

    private typealias Change = @Sendable (inout Settings) -> Void

    /// The maximum number of changes in a line.
    ///
    /// More would take time from the documents, because each change is checked.
    private static let mostChanges = 16

    package init(_ line: ArraySlice<UInt8>) {
        Self.bound(&options)
        for byte in line.prefix(Self.mostChanges) {
            var changed = self
            // The first change is at the first letter, so that a seed can name it.
            Self.changes[Int(byte &- UInt8(ascii: "A")) % Self.changes.count](&changed)
            Self.bound(&changed.options)
            if (try? Plan(changed.options)) != nil { self = changed }
        }
    }

    /// Limits the depth of values, because `checkJSON` checks them by recursion.
    private static func bound(_ options: inout XMLOptions) {
        options.limits[.depth] = min(options.limits[.depth] ?? 100, 100)
    }

    private static let conventions: [Change] = XMLOptions.Convention.allCases.map { convention in
        { $0.options = XMLOptions(convention) }
    }

    private static let input: [Change] = [
        { $0.options.keepsLines = true },
        { $0.options.entities = .forbid },
    ]

    private static let limits: [(XMLOptions.Limit, Int)] = [
        (.depth, 0), (.depth, 2), (.tokenLength, 20), (.nameLength, 3), (.namespaceLength, 5), (.attributes, 1),
        (.entities, 2), (.entityLength, 5), (.attributeDeclarations, 1), (.amplification, 0),
    ]
    private static let bounds: [Change] = limits.map { limit, most in { $0.options.limits[limit] = most } }

    private static let formats: [Change] = [
        { $0.format = .pretty },
        { $0.format.indent = .tab },
        { $0.format.sortsKeys = true },
        { $0.format.isASCII = true },
    ]

    private static let shapes: [Change] = OptionSets.changes.joined().map { change in { change(&$0.options) } }

    private static let changes = conventions + input + bounds + formats + shapes
}

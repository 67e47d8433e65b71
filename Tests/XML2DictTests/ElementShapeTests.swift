import TestModel
import Testing
import XML2Dict

/// A shape that follows the elements of a document, and answers at random.
private final class AnyAnswers: ValueShaper {
    let followsElements = true, deliversMismatches: Bool, fillsMissingLists: Bool
    private let seed: Int

    init(seed: Int) {
        self.seed = seed
        deliversMismatches = seed % 3 > 0
        fillsMissingLists = seed % 2 == 0
    }

    func namespace(ofName name: String) -> String? { nil }
    func report(_ error: XMLError) {}
    func makeSession(isStrict: Bool, _ plan: Plan) -> any ShapingSession { Session(seed: seed) }

    private final class Session: ElementShaper {
        private var random: RandomSource

        init(seed: Int) {
            random = RandomSource(seed: seed, for: .edits)
        }

        private func fault() -> ElementMismatch {
            ElementMismatch(at: random.one(of: [0, -1, .min, .max]), name: random.one(of: ["", "x"]), "is wrong")
        }

        private func text(_ entry: Entry) -> ShapedText {
            switch random.number(below: 6) {
            case 0: .nothing
            case 1: .fault(fault())
            case 2: .entry(.null(under: entry.key))
            case 3: .entry(entry.listed)
            default: .entry(entry)
            }
        }

        func begin(
            _ tag: ShapedTag,
            in parent: ElementShape?,
            _ names: NameView
        ) -> (shape: ElementShape, fault: ElementMismatch?) {
            // Paths select records and skipped elements.
            let marks = Marks(rawValue: UInt16(truncatingIfNeeded: random.next()) & ~3)
            var shape = ElementShape(state: Int(truncatingIfNeeded: random.next()), marks: marks)
            shape.whenEmpty = ElementShape.Empty(rawValue: UInt8(random.number(below: 6))) ?? .ofOptions
            shape.whenBlank = ElementShape.Blank(rawValue: UInt8(random.number(below: 3))) ?? .text
            return (shape, random.happens(inHundred: 5) ? fault() : nil)
        }

        func attribute(
            _ attribute: Entry,
            _ name: ExpandedName,
            of element: ElementShape,
            in space: inout ShapingSpace
        ) -> ShapedText { text(attribute) }

        func convert(_ text: Entry, of element: ElementShape, in space: inout ShapingSpace) -> ShapedText {
            self.text(text)
        }

        func missingLists(of element: ElementShape, includesSeen: Bool) -> [(uri: String, local: String)] {
            random.one(of: [[], [("", "a")], [("", ""), ("urn:none", "b"), ("", "text"), ("", "a"), ("", "a")]])
        }

        func note(_ fault: ElementMismatch) -> Bool { random.happens(inHundred: 80) }

        func shape(_ value: Entry, in space: inout ShapingSpace) -> (value: Entry, mismatches: [ShapeMismatch]) {
            (value, [ShapeMismatch("is never asked", entries: [])])
        }
    }
}

@Suite("Shapes of elements")
struct ElementShapeTests {
    @Test("VALID-JSON: A shape with random answers gives a value or an error")
    func nonsense() {
        var values = 0, errors = 0
        for seed in 0..<1000 {
            var options = OptionSets.options(set: seed % OptionSets.numbers.count, seed: seed)
            options.shaping = Shaping(AnyAnswers(seed: seed))
            var generator = DocumentGenerator(seed: seed, for: options.entities)
            do throws(XMLError) {
                let bytes = generator.document().bytes
                let value = try XMLReader(options).read(.bytes(bytes))
                #expect(JSONCheck.finding(value, .compact) == nil, "seed \(seed)")
                values += 1
            } catch {
                #expect(
                    [.mismatch, .invalidOptions, .malformed, .entity].contains(error.code),
                    "seed \(seed): \(error)"
                )
                errors += 1
            }
        }
        #expect(values > 150 && errors > 30, "\(values) values, \(errors) errors")
    }
}

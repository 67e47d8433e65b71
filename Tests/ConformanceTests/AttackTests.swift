import TestSupport
import Testing
import XML2Dict

/// Hostile documents: they exhaust time or memory, read files, crash a parser, or imitate other formats.
@Suite(
    "The attack set",
    .enabled(if: Corpora.has(Attack.script), Corpora.missing(Attack.script)),
    .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
)
struct AttackTests {
    @Test("NO-CRASH: Hostile documents have the expected outcome, except named limits")
    func outcomes() throws {
        let attacks = try Attack.loaded.get()
        #expect(attacks.count == 740)
        var comparisons: [Comparison] = []
        for attack in attacks {
            let result = attack.read()
            let isWanted = result.value == nil ? attack.want != "accept" : attack.want != "reject"
            comparisons.append(
                Comparison(
                    document: attack.file,
                    expected: isWanted ? result.words : "\(attack.want)ed",
                    outcome: result.words
                )
            )
            if let error = result.error {
                #expect(error.line != nil && error.column != nil && !error.message.isEmpty, "\(attack.file)")
            } else if let value = attack.value {
                #expect(result.value?.json(.compact) == value.json(.compact), "\(attack.file)")
            }
            if let canary = attack.canary {
                let isOutside = !String(decoding: attack.bytes, as: UTF8.self).contains(canary)
                #expect(result.value?.json().contains(canary) != true, "\(attack.file)")
                #expect(!isOutside || result.error?.message.contains(canary) != true, "\(attack.file)")
            }
        }
        #expect([Difference].attacks.faults(in: comparisons) == [])
    }

    @Test("A refused document is read with a higher limit from its error")
    func limits() throws {
        let listed = Set([Difference].attacks.flatMap { $0.outcomes.map(\.document) })
        let refused = try Attack.loaded.get().filter { listed.contains($0.file) }
        #expect(refused.count == listed.count)
        for attack in refused {
            let limit = try #require(attack.read().error?.limit, "\(attack.file)")
            #expect(attack.read { $0.limits[limit] = 10_000_000 }.error == nil, "\(attack.file)")
        }
    }
}

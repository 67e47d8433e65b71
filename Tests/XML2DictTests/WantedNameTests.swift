// Suggestions for names that match nothing.

import Testing
import XML2Dict

@Suite("Near names")
struct WantedNameTests {
    @Test("Two letters may differ; case and prefix are ignored")
    func changes() {
        for (wanted, name, changes) in [
            ("entry", "entry", 0), ("ENTRY", "m:Entry", 0), ("x:entry", "entry", 0), ("MAX-DEPTH", "max-depth", 0),
            ("entry", "entri", 1), ("entry", "entr", 1), ("entry", "aentry", 1), ("etnry", "entry", 1),
            ("entries", "entry", nil), ("entriez", "entries", 1), ("enxtry", "entry", 1), ("enxtry", "entxr", 2),
            ("baaaaa", "aaaaab", 2), ("abcdef", "badcfe", nil), ("abcdef", "badcef", 2), ("abcdef", "bXacdef", nil),
            ("content", "content:encoded", 1), ("content", "contents:x", nil), ("itm", "item", 1), ("id", "ids", nil),
            ("id", "ID", 0), ("utf8x", "UTF-8", 1), ("max_depth", "max-depth", 0), ("", "", 0), ("", "a", nil),
            ("n\u{F6}", "no", nil), ("*", "a", nil),
        ] as [(String, String, Int?)] {
            #expect(WantedName(wanted).changes(to: name.utf8) == changes, "\(wanted) \(name)")
        }
    }

    @Test("The first of equally near names is suggested")
    func nearest() {
        let names = ["entrees", "entry2", "Entry", "entry"]
        #expect(WantedName("entry").nearest(in: names) == "Entry")
        #expect(WantedName("entre").nearest(in: names) == "Entry")
        #expect(WantedName("entree").nearest(in: names) == "entrees")
        #expect(WantedName("title").nearest(in: names) == nil)
    }

    @Test("Long names take time in proportion to their length")
    func longNames() {
        let name = String(repeating: "a", count: 100_000)
        #expect(WantedName(name + "xyz").changes(to: ("bcd" + name).utf8) == nil)
        #expect(WantedName(name).changes(to: ("b" + name + "b").utf8) == 2)
    }
}

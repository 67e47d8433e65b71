/// A map like OpenStreetMap: attributes, and no text but indentation.
///
/// Many elements are empty, with up to eight attributes. As in the real files, all nodes come first, some of them with
/// `tag` children, and then the ways with their many `nd` children.
struct MapDocument: DocumentShape {
    private static let keys = [
        "highway", "name", "building", "addr:street", "addr:housenumber", "natural", "surface", "source", "amenity",
        "operator", "landuse", "barrier", "oneway", "maxspeed",
    ]
    private static let values = [
        "residential", "yes", "tree", "asphalt", "survey", "bench", "crossing", "12", "30", "footway", "Main Street",
        "Rue de l&apos;Église", "Οδός Ερμού", "桜通り", "Fish &amp; Chips", "grass", "service", "house",
    ]
    private static let users = [
        "mapper_anna", "bruno71", "Wanderer", "élodie", "νίκος", "street survey", "kemal", "hikingfox", "地図好き",
    ]
    private static let firstNode = 240_000_000

    /// The ways begin when no more than this many bytes are left.
    private let roomForWays: Int
    private var random = RandomText(seed: 2)
    private var node = firstNode
    private var way = 4_000_000

    init(size: Int) {
        roomForWays = size / 4
    }

    let start = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6" generator="generate-documents">
          <bounds minlat="47.0000000" minlon="8.0000000" maxlat="49.0000000" maxlon="12.0000000"/>

        """
    let end = "</osm>\n"

    mutating func record(room: Int) -> String {
        room > roomForWays ? nodeElement() : wayElement()
    }

    private mutating func nodeElement() -> String {
        node += random.number(in: 1...30)
        let head = "  <node id=\"\(node)\" lat=\"\(degrees(47...48))\" lon=\"\(degrees(8...11))\" \(origin())"
        return random.isOne(in: 8) ? "\(head)>\n\(tags(1...4))  </node>\n" : "\(head)/>\n"
    }

    private mutating func wayElement() -> String {
        way += random.number(in: 1...30)
        return "  <way id=\"\(way)\" \(origin())>\n\(nodeReferences())\(tags(1...5))  </way>\n"
    }

    private mutating func nodeReferences() -> String {
        var text = ""
        var reference = Self.firstNode + random.number(below: node - Self.firstNode)
        for _ in 0..<random.number(in: 2...20) {
            reference += random.number(in: 1...40)
            text += "    <nd ref=\"\(reference)\"/>\n"
        }
        return text
    }

    /// A number with seven digits after the point.
    private mutating func degrees(_ range: ClosedRange<Int>) -> String {
        let whole = random.number(in: range)
        return "\(whole).\(String(10_000_000 + random.number(below: 10_000_000)).dropFirst())"
    }

    /// The attributes that nodes and ways have in common: the last change.
    private mutating func origin() -> String {
        let version = random.number(in: 1...12)
        let time = random.time("%Y-%m-%dT%H:%M:%SZ")
        let changeSet = random.number(in: 1_000_000...99_999_999)
        let user = random.number(below: Self.users.count)
        return """
            version="\(version)" timestamp="\(time)" changeset="\(changeSet)" uid="\(1_000 + 7_919 * user)" \
            user="\(Self.users[user])"
            """
    }

    private mutating func tags(_ range: ClosedRange<Int>) -> String {
        var text = ""
        for _ in 0..<random.number(in: range) {
            text += "    <tag k=\"\(random.word(of: Self.keys))\" v=\"\(random.word(of: Self.values))\"/>\n"
        }
        return text
    }
}
